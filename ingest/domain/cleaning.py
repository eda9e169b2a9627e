"""What agents read holds nothing that people cannot see: control, zero-width, bidi and tag characters go.

Joiners stay where a script needs them: between letters of Indic and Arabic scripts, behind a virama, and inside
emoji (SPEC 2).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_ASCII_SUSPECT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_SUSPECT = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_TERMINAL_CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_OVERSTRIKE = re.compile(r"[^\n]\x08")
_JOINED_SCRIPT = re.compile(
    r"[\u0600-\u061b\u061d-\u06ff\u0750-\u077f\u0840-\u085f\u08a0-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17b3"
    r"\u17b6-\u17ff\u1800-\u180a\u1810-\u18af]"
)
_PICTURE = re.compile(
    r"[\u00a9\u00ae\u2010-\u2027\u2030-\u205f\u2070-\u27ff\u2801-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_BRAILLE = re.compile(r"[\u2801-\u28ff]")
_JAMO = re.compile(r"[\u1100-\u115e\u1161-\u11ff]")
_NEAR = 40
"""Characters before and after a blank of Braille in which others of it are looked for: words, or rows of a picture."""

_SELECTOR = re.compile(r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_MONGOLIAN = re.compile(r"[\u1820-\u18aa]")
_ONE_SHAPE = re.compile(r"[\s!-\"$-)+-/:-~\u00a1-\u00a8\u00aa-\u00ad\u00af-\u052f]")
"""Signs that have no other shape for a selector to choose: blanks, and Latin, Greek and Cyrillic writing."""

_VIRAMA = 9
"""The combining class of signs that take a vowel away: with a joiner behind it the consonant has another shape, also at
the end of a word."""

_HEH = "\u0647"
"""Stands for the Hijra, with a joiner and before anything, where Persian dates a year."""

_BREAKS = "\u2028\u2029\x85\r"
"""Marks that end a line somewhere: they become blanks."""

_LAYOUT = "\x0b\x0c\x1c\x1d\x1e\x1f"
"""Page and field marks of old devices: nothing to warn about, and a blank where they part two words."""

_MORE_THAN_LAYOUT = re.compile(r"[\x0b\x0c\x1c-\x1f]*\S")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text without invisible characters, and how many were removed."""

    text: str
    invisible: int = 0


def clean(text: str) -> Cleaned:
    """Return the text as people see it.

    Line feeds and tabs stay; every other line break mark becomes a blank. Marks of pages and fields part words:
    they become a blank as well, but go where a line begins or ends and beside another blank.

    Terminal colours and overstrikes go; a lone surrogate becomes U+FFFD, so that the text can be encoded.
    """
    suspect = _ASCII_SUSPECT if text.isascii() else _SUSPECT
    if not suspect.search(text):
        return Cleaned(text)
    if "\x1b" in text:
        text = _TERMINAL_CODE.sub("", text)
    if "\x08" in text:
        text = _OVERSTRIKE.sub("", text)
    invisible = 0

    def judge(match: re.Match[str]) -> str:
        nonlocal invisible
        kept = _kept(text, match.start())
        invisible += not kept and match.group() not in _LAYOUT
        return kept

    return Cleaned(suspect.sub(judge, text), invisible)


def on_one_line(text: str) -> str:
    """Return a short text as people see it, without line breaks, tabs and runs of blanks."""
    return " ".join(clean(text).text.split())


def unseen(text: str) -> tuple[str, ...]:
    """Return the invisible characters of a text that `clean` would remove, each once, such as `U+202E`."""
    found = (match for match in _SUSPECT.finditer(text) if match.group() not in _BREAKS)
    gone = (match.group() for match in found if _kept(text, match.start()) != match.group())
    return tuple(f"U+{ord(each):04X}" for each in dict.fromkeys(gone))


def spelt_out(text: str) -> str:
    """Return a text with what nobody sees in it written out, such as `\\u{202E}`: texts that differ still differ."""
    return _SUSPECT.sub(
        lambda match: (
            match.group() if _kept(text, match.start()) == match.group() else f"\\u{{{ord(match.group()):X}}}"
        ),
        text,
    )


def _kept(text: str, at: int) -> str:
    """Return what stays of a suspect character."""
    found = text[at]
    if found in _BREAKS:
        return " "
    if found in _LAYOUT:
        return " " if _parts(text, at) else ""
    if "\ud800" <= found <= "\udfff":
        return "\ufffd"
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if found in "\u200c\u200d":
        return found if _joins(text, at) else ""
    if found == "\u2800":
        return found if _BRAILLE.search(text, max(0, at - _NEAR), at + _NEAR) else ""
    if found in "\u115f\u1160":
        return found if _JAMO.match(before) or _JAMO.match(after) else ""
    if "\u180b" <= found <= "\u180f":
        return found if found != "\u180e" and _MONGOLIAN.match(before) else ""
    if _SELECTOR.match(found):
        return found if _selects(found, before) else ""
    return ""


def _parts(text: str, at: int) -> bool:
    """Return whether a mark, the first of several, stands between two words."""
    before = text[at - 1 : at]
    return bool(before.strip()) and _MORE_THAN_LAYOUT.match(text, at) is not None


def _joins(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if "\u180b" <= before <= "\u180f":
        before = text[at - 2 : at - 1]
    if _JOINED_SCRIPT.match(before) and _JOINED_SCRIPT.match(after):
        return True
    if text[at] != "\u200d" or not before:
        return False
    if unicodedata.combining(before) == _VIRAMA or before == _HEH:
        return True
    if before == "\ufe0f":
        before = text[at - 2 : at - 1]
    return bool(_PICTURE.match(before) and _PICTURE.match(after))


def _selects(selector: str, before: str) -> bool:
    """Return whether a selector chooses the shape of the character before it, rather than carry a message."""
    if selector > "\uffff":
        return _HAN.match(before) is not None
    return bool(before) and not _ONE_SHAPE.match(before) and not _SUSPECT.match(before)
