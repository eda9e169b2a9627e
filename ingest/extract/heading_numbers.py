"""The number in front of a heading: `1.2`, `Chapter 3`, `IV.`, `第2章`, `（一）`, `付録A`, and its depth.

Depths are comparable inside one kind only: 0 part, 1 chapter, then by dots for decimals.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from ingest.domain.document import HeadingNumber

HAN_DIGITS = "〇零一二三四五六七八九十百"
_WORDS = (
    "chapter|section|part|appendix|article|annex|kapitel|anhang|abschnitt|teil|chapitre|annexe|partie|"
    "глава|часть|приложение|раздел|capítulo|parte|capitolo|sección|付録|附录|附錄|附録|부록"
)
_VALUE = rf"[0-9０-９]+|[{HAN_DIGITS}]+|[IVXLC]+|[Ⅰ-Ⅻ]"

_Pattern = tuple[str, int | None, re.Pattern[str]]


def _kinds() -> tuple[_Pattern, ...]:
    """Kind, depth (None: one more than its dots) and pattern; the value is the first group that matched."""
    ignore = re.IGNORECASE
    return (
        (
            "part",
            0,
            re.compile(
                r"(?:part|partie|teil|часть|parte)\s*([0-9０-９]+|[ivxlc]+|[a-z])\b[.:\s]*"
                rf"|第\s*({_VALUE})\s*[部編编篇](?![^\W\d_]*[のは])[\s:：、.]*",
                ignore,
            ),
        ),
        (
            "chapter",
            1,
            re.compile(
                r"(?:chapter|kapitel|chapitre|глава|capítulo|capitolo)\s*([0-9０-９]+|[ivxlc]+)\b[.:\s]*"
                rf"|第\s*({_VALUE})\s*[章回講讲課课][\s:：、.]*|제\s*([0-9０-９]+)\s*장[\s:.]*",
                ignore,
            ),
        ),
        (
            "appendix",
            1,
            re.compile(
                r"(?:appendix|anhang|annexe|annex|приложение)\s*([0-9０-９]+|[a-z])?\b[.:\s]*"
                r"|(?:付録|附录|附錄|附録|부록)\s*([0-9０-９a-z]?)[\s:：.、]*",
                ignore,
            ),
        ),
        ("section", 2, re.compile(rf"第\s*({_VALUE})\s*[節节][\s:：、.]*")),
        (
            "article",
            3,
            re.compile(
                rf"第\s*({_VALUE})\s*[条條款](?:の[0-9０-９{HAN_DIGITS}]+)?[\s:：、.]*"
                r"|(?:Article|ARTICLE)\s+([0-9０-９]+|[IVXLC]+)\b[.:\s]*"
            ),
        ),
        (
            "decimal",
            None,
            re.compile(
                r"§?\s*((?:[0-9０-９]{1,3}|[A-Za-z])(?:\s?[.．]\s?[0-9０-９]{1,3})+)[.．]?"
                r"(?=[\s　:：]|[^\x00-\x7f]|[A-Z\\])[\s　:：]*"
            ),
        ),
        ("decimal", None, re.compile(r"§?\s*([0-9０-９]{1,3})(?:[.．、:)](?!\d)\s*|[\s　]+)(?=\S)")),
        ("roman", 1, re.compile(r"([IVXLC]{1,6})[.．:\s]\s*(?=\S)|([Ⅰ-Ⅻ])[.．:、\s]*(?=\S)")),
        ("letter", 1, re.compile(r"([A-Z])(?:[.．:)]\s*|\s{1,3})(?=[A-Z\u0400-\uffff])")),
        ("han", 2, re.compile(rf"([{HAN_DIGITS}]+)[、．.，]\s*")),
        ("han-paren", 3, re.compile(rf"[(（]([{HAN_DIGITS}]+)[)）]\s*")),
        ("paren", 4, re.compile(r"[(（]([0-9０-９]{1,2}|[a-z])[)）]\s*|([0-9０-９]{1,2})[）]\s*")),
        ("circle", 5, re.compile(r"([①-⑳])\s*")),
    )


_KINDS = _kinds()
_WORD_START = re.compile(_WORDS, re.IGNORECASE)
_WORD_INITIALS = frozenset(word[0] for word in _WORDS.split("|"))
_ROMAN_DIGITS = frozenset("IVXLC")
_ROMAN_START = re.compile(r"[IVXLC]{1,6}[.．:\s]")
_MARKS = frozenset("§(（第제附付부①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ" + HAN_DIGITS)
_AFTER_LETTER = frozenset(".．:：,)） \t\u3000")
_DOT = re.compile(r"\s?[.．]\s?")
_BARE = re.compile(
    rf"^\s*(?:(?:{_WORDS})\s*)?(?:[0-9０-９]{{1,3}}(?:[.．][0-9０-９]+)*|[IVXLC]+|[A-Z](?:\.[0-9０-９]+)*|제\s?[0-9０-９]+\s?[장부절]"
    rf"|第?\s?(?:[0-9０-９{HAN_DIGITS}]+|[IVXLCⅠ-Ⅻ]+)\s?[章節节部编編篇回条條]?)[.．:)]?\s*$",
    re.IGNORECASE,
)
_REMEMBERED = 65_536
_NON_WORD = re.compile(r"[\W_]+")
_ASCII_NON_WORD = {code: None for code in range(128) if not chr(code).isalnum()}
MINOR_KINDS = frozenset({"paren", "circle"})
"""Kinds that number items of lists as often as headings."""


@lru_cache(maxsize=_REMEMBERED)
def squash(text: str) -> str:
    """Return only the letters and digits of a text, folded, for comparing titles."""
    if text.isascii():
        return text.lower().translate(_ASCII_NON_WORD)
    return _NON_WORD.sub("", unicodedata.normalize("NFKC", text).casefold())


def is_bare_number(text: str) -> bool:
    """Whether a text is a heading's number alone, such as `Chapter 3` or `2.1`, its title yet to come."""
    return _BARE.match(text) is not None


def is_labelled_number(text: str) -> bool:
    """Whether a bare number says what it counts: `Chapter 3`, `第2章`, but not `3.2`."""
    bare = text.strip()
    return is_bare_number(bare) and (bare[:1] in "第제" or _WORD_START.match(bare) is not None)


@lru_cache(maxsize=_REMEMBERED)
def split_number(text: str) -> tuple[HeadingNumber, str] | None:
    """Return the leading number of a heading and the rest of it, or None."""
    bare = text.lstrip()
    if not _may_be_numbered(bare):
        return None
    for kind, depth, pattern in _KINDS:
        match = pattern.match(bare)
        if match:
            value = next((group for group in match.groups() if group), "")
            values = _decimal_values(value) if kind == "decimal" else (value_of(value),)
            number = HeadingNumber(kind, len(values) if depth is None else depth, values)
            return number, bare[match.end() :]
    return None


def _may_be_numbered(bare: str) -> bool:
    """A cheap look at the first letters: most lines have no number."""
    first = bare[:1]
    if not first:
        return False
    if first.isdecimal() or first in _MARKS:
        return True
    if not first.isalpha():
        return False
    if bare[1:2] in _AFTER_LETTER or (first in _ROMAN_DIGITS and _ROMAN_START.match(bare)):
        return True
    return first.casefold() in _WORD_INITIALS and _WORD_START.match(bare) is not None


def _decimal_values(value: str) -> tuple[int, ...]:
    return tuple(
        int(part) if part.isdecimal() else ord(part[:1] or "@") - 64 for part in _DOT.split(value.upper())
    )


def value_of(text: str) -> int:
    """Return what a number says: decimal, Han, Roman, circled or a letter (A is 1); 0 for nothing."""
    if text.isdecimal():
        return int(text)
    if text and all(c in HAN_DIGITS for c in text):
        return _han_value(text)
    if len(text) == 1 and not text.isascii():
        return int(unicodedata.numeric(text, 0))
    roman = [{"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}.get(c, 0) for c in text.lower()]
    if roman and all(roman):
        return sum(-a if b > a else a for a, b in zip(roman, [*roman[1:], 0], strict=True))
    return ord(text.upper()) - 64 if len(text) == 1 else 0


def _han_value(text: str) -> int:
    total = current = 0
    for c in text:
        if c == "十":
            total, current = total + (current or 1) * 10, 0
        elif c == "百":
            total, current = total + (current or 1) * 100, 0
        else:
            current = max(0, "零一二三四五六七八九".find(c))
    return total + current
