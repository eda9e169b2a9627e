"""What agents read holds nothing that people cannot see:

control, zero-width, bidi and tag characters go (SPEC 2).

Joiners stay where a script needs them: between letters of Indic and Arabic scripts and inside emoji.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_JOINED_SCRIPTS = (
    "\u0600-\u06ff\u0750-\u077f\u0840-\u085f\u08a0-\u08ff\u0900-\u0dff"
    "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1800-\u18af"
)
_PICTURES = "\u00a9\u00ae\u200d\u2000-\u2bff\u3030\u303d\u3297\u3299\ufe0f\U0001f000-\U0001faff"

_ASCII_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[^\n]\x08|[\x00-\x08\x0b-\x1f\x7f]")

_UNSEEN = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]"
    r"|[^\n]\x08"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
    r"|[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]"
    r"|[\u2028\u2029]"
    rf"|(?<![{_JOINED_SCRIPTS}])\u200c|\u200c(?![{_JOINED_SCRIPTS}])"
    rf"|(?<![{_JOINED_SCRIPTS}{_PICTURES}])\u200d|\u200d(?![{_JOINED_SCRIPTS}{_PICTURES}])"
    r"|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    r"|[\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    r"|[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)

_LAYOUT = "\x0b\x0c\x1c\x1d\x1e\x1f\x85"
"""Page and line marks of old devices: removed, but nothing to warn about."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text without invisible characters, and how many were removed."""

    text: str
    invisible: int = 0


def clean(text: str) -> Cleaned:
    """Return the text as people see it.

    Line feeds and tabs stay; every other line break mark becomes a blank.

    Terminal colours and overstrikes go; a lone surrogate becomes U+FFFD, so that the text can be encoded.
    """
    pattern = _ASCII_CONTROL if text.isascii() else _UNSEEN
    invisible = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal invisible
        found = match.group()
        if "\ud800" <= found <= "\udfff":
            return "\ufffd"
        if found in "\u2028\u2029\x85\r":
            return " "
        if len(found) == 1 and found not in _LAYOUT:
            invisible += 1
        return ""

    return Cleaned(pattern.sub(replace, text), invisible) if pattern.search(text) else Cleaned(text)
