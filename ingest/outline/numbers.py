"""Numbers that begin a heading: `1.2 Title`, `Chapter 3`, `Appendix A`, `第三章`, `一、`, `（二）`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

_HAN_DIGITS = {
    digit: value
    for value, digits in enumerate(("〇零", "一壱壹", "二弐两", "三参", "四", "五", "六", "七", "八", "九"))
    for digit in digits
}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1_000}
_HAN = "".join([*_HAN_DIGITS, *_HAN_UNITS])
_N = rf"(?P<number>[0-9０-９]+|[{_HAN}]+)"
_GAP = r"[\s　:：.．、，\-–—]*"


class Rank(IntEnum):
    """How high a kind of number stands in a document; a decimal stands below by its depth."""

    PART = 1
    CHAPTER = 2
    SECTION = 3
    CLAUSE = 4
    ARTICLE = 5
    DECIMAL = 6
    HAN = 20
    HAN_BRACKETS = 21


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line that begins with a number.

    series: lines of one series count on from each other. value: (1, 2) for `1.2`; letters count from 1.
    title: the whole line. name: what follows the number. spelled: whether a word such as Chapter says what
    it is.
    """

    series: str
    rank: int
    value: tuple[int, ...]
    title: str
    name: str
    spelled: bool


_WORDS = {
    "part": Rank.PART,
    "teil": Rank.PART,
    "partie": Rank.PART,
    "book": Rank.PART,
    "chapter": Rank.CHAPTER,
    "kapitel": Rank.CHAPTER,
    "chapitre": Rank.CHAPTER,
    "capítulo": Rank.CHAPTER,
    "appendix": Rank.CHAPTER,
    "annex": Rank.CHAPTER,
    "anhang": Rank.CHAPTER,
    "annexe": Rank.CHAPTER,
    "section": Rank.SECTION,
    "abschnitt": Rank.SECTION,
    "article": Rank.ARTICLE,
    "artikel": Rank.ARTICLE,
}
_SPELLED = re.compile(
    rf"^(?P<word>{'|'.join(_WORDS)})\s+(?P<number>[0-9]+(?:\.[0-9]+)*|[IVXLC]+|[A-Z])(?![A-Za-z0-9])(?P<name>.*)$",
    re.I,
)
_COUNTED = {
    "部": Rank.PART,
    "編": Rank.PART,
    "编": Rank.PART,
    "篇": Rank.PART,
    "章": Rank.CHAPTER,
    "回": Rank.CHAPTER,
    "節": Rank.SECTION,
    "节": Rank.SECTION,
    "款": Rank.CLAUSE,
    "条": Rank.ARTICLE,
    "條": Rank.ARTICLE,
    "장": Rank.CHAPTER,
    "절": Rank.SECTION,
    "조": Rank.ARTICLE,
}
_CLASSIFIED = re.compile(
    rf"^(?:第|제)\s*{_N}\s*(?P<word>[{''.join(_COUNTED)}])(?P<sub>の{_N.replace('number', 'subnumber')})?"
    rf"(?![のをにで与和至])(?P<name>.*)$"
)
_HAN_APPENDIX = re.compile(
    rf"^(?:付録|附錄|附录|부록)\s*(?P<number>[0-9０-９]+|[A-ZＡ-Ｚ]|[{_HAN}]+)(?P<name>.*)$"
)
_DECIMAL = re.compile(
    r"^(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,5})(?P<end>[.．)]?)(?P<gap>[\s　]+)(?P<name>\S.*)$"
)
_LETTERED = re.compile(r"^(?P<number>[A-Z](?:\.[0-9]{1,3}){1,4})(?P<end>[.)]?)\s+(?P<name>\S.*)$")
_HAN_LISTED = re.compile(rf"^(?P<number>[{_HAN}]{{1,4}})[、．.]\s*(?P<name>\S.*)$")
_HAN_BRACKETED = re.compile(rf"^[（(](?P<number>[{_HAN}]{{1,4}})[）)]\s*(?P<name>\S.*)$")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def parse(text: str) -> Numbered | None:
    """Return what a line begins with, or None where it is no number of a heading."""
    text = text.strip()
    return _spelled(text) or _classified(text) or _decimal(text) or _listed(text)


def _spelled(text: str) -> Numbered | None:
    match = _SPELLED.match(text)
    if match:
        word = match["word"].lower()
        return Numbered(word, _WORDS[word], _counted(match["number"]), text, _name(match["name"]), True)
    match = _HAN_APPENDIX.match(text)
    if match:
        return Numbered("appendix", Rank.CHAPTER, _counted(match["number"]), text, _name(match["name"]), True)
    return None


def _classified(text: str) -> Numbered | None:
    match = _CLASSIFIED.match(text)
    if not match:
        return None
    value: tuple[int, ...] = (han_number(match["number"]),)
    if match["subnumber"]:
        value += (han_number(match["subnumber"]),)
    return Numbered(match["word"], _COUNTED[match["word"]], value, text, _name(match["name"]), True)


def _decimal(text: str) -> Numbered | None:
    match = _DECIMAL.match(text) or _LETTERED.match(text)
    if not match:
        return None
    first, *rest = match["number"].split(".")
    lettered = first.isalpha()
    value = (ord(first) - 64 if lettered else int(first), *map(int, rest))
    bare = not rest and not match["end"]
    if bare and len(match["gap"]) < 2:
        return None
    series = "lettered" if lettered else "bracketed" if match["end"] == ")" and not rest else "decimal"
    return Numbered(series, Rank.DECIMAL + len(value) - 1, value, text, _name(match["name"]), bool(rest))


def _listed(text: str) -> Numbered | None:
    for series, rank, pattern in (
        ("han", Rank.HAN, _HAN_LISTED),
        ("han-brackets", Rank.HAN_BRACKETS, _HAN_BRACKETED),
    ):
        match = pattern.match(text)
        if match:
            return Numbered(series, rank, (han_number(match["number"]),), text, _name(match["name"]), False)
    return None


def _name(rest: str) -> str:
    return re.sub(rf"^{_GAP}", "", rest).strip()


def _counted(number: str) -> tuple[int, ...]:
    if number[0].isdecimal():
        return tuple(int(part) for part in number.split("."))
    if number[0] in _HAN:
        return (han_number(number),)
    if len(number) == 1 and number.upper() not in ("I", "V", "X"):
        return (ord(number.upper()) & 31,)
    return (_roman(number.upper()),)


def _roman(number: str) -> int:
    values = [_ROMAN.get(letter, 0) for letter in number]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


def han_number(text: str) -> int:
    """Return the number that digits or Chinese numerals write: 12 for `12`, `１２`, `十二` and `一二`."""
    if text.isdecimal():
        return int(text)
    if not any(character in _HAN_UNITS for character in text):
        return int("".join(str(_HAN_DIGITS.get(character, 0)) for character in text))
    total = current = 0
    for character in text:
        if character in _HAN_UNITS:
            total += (current or 1) * _HAN_UNITS[character]
            current = 0
        else:
            current = _HAN_DIGITS.get(character, 0)
    return total + current
