"""Numbers that begin a heading: `1.2 Title`, `Chapter 3`, `Appendix A`, `§ 4`, `IV.`, `第三章`, `一、`, `（二）`."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
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
    ROMAN = 30
    LETTER = 31
    BRACKETS = 32


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line that begins with a number.

    series: lines of one series count on from each other. value: (1, 2) for `1.2`; letters count from 1.
    title: the whole line. name: what follows the number. spelled: whether a word such as Chapter says what
    it is. mark: the dot or bracket behind it.
    """

    series: str
    rank: int
    value: tuple[int, ...]
    title: str
    name: str
    spelled: bool
    mark: str = ""


_WORDS_BY_RANK = {
    Rank.PART: "part teil partie parte book livre libro volume title titre titel título titolo часть раздел",
    Rank.CHAPTER: "chapter kapitel chapitre capítulo capitulo capitolo hoofdstuk rozdział глава"
    " appendix annex anhang annexe anexo allegato bijlage приложение",
    Rank.SECTION: "section abschnitt sección sezione seção sectie",
    Rank.ARTICLE: "article artikel artículo articulo articolo artigo статья стаття",
}
_WORDS = {word: rank for rank, words in _WORDS_BY_RANK.items() for word in words.split()}
_SPOKEN = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
_NUMBER_WORDS = _SPOKEN.split()
_SPELLED = re.compile(
    rf"^(?P<word>{'|'.join(_WORDS)})\s+(?:(?P<number>[0-9]+(?:\.[0-9]+)*|[IVXLC]+|[A-Z])(?:(?:er|re|[.]?[ºª°])(?=\W|$))?"
    rf"|(?P<spoken>{'|'.join(_NUMBER_WORDS)}))(?![^\W_])(?P<name>.*)$",
    re.I,
)
_PARAGRAPH = re.compile(r"^§\s*(?P<number>[0-9]{1,4}(?:\.[0-9]{1,3})*)(?P<letter>[a-z]?)\b\.?(?P<name>.*)$")
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
    r"^(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,5})(?P<end>[.)]?)(?P<gap>[\s　]+)(?P<name>\S.*)$"
)
_CLOSE = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3「『“《]"
_DECIMAL_CLOSE = re.compile(
    rf"^(?P<number>[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{0,5}})(?P<end>[.)、]?)(?P<gap>)(?P<name>{_CLOSE}.*)$"
)
"""Before an ideograph, a number needs no blank: `1.范围`, `２．概要`, `3.1灯塔`."""
_COUNTS = re.compile(
    r"^(?:[年月日号時时点分秒个個名人歳岁回次度倍台位件条章節节頁页週周本枚册冊円元万億亿千百割种種家階层層级級番等字行列つか"
    r"ヶ%％]|世紀|世纪|以[上下内]|년|월|일|개|명|회|차|시|분|원|층)"
)
"""What a number without a mark behind it counts: `5日`, `三个`."""
_ROMAN_LISTED = re.compile(
    r"^(?P<number>[IVXLC]{1,6}|[Ⅰ-Ⅻ])(?P<end>[.)．、]|(?=\s{2}|　))\s*(?P<name>[^\W_].*)$"
)
_BRACKETED = re.compile(r"^[(（](?P<number>[0-9０-９]{1,2})[)）]\s*(?P<name>[^\W\d_a-z].*)$")
_LETTER_LISTED = re.compile(r"^(?P<number>[A-Z])(?P<end>[.)])\s+(?P<name>[^\W\d_].*)$")
_LETTERED = re.compile(r"^(?P<number>[A-Z](?:\.[0-9]{1,3}){1,4})(?P<end>[.)]?)\s+(?P<name>\S.*)$")
_HAN_LISTED = re.compile(rf"^(?P<number>[{_HAN}]{{1,4}})(?:[、．.]\s*|[　 ]+)(?P<name>\S.*)$")
_HAN_BRACKETED = re.compile(rf"^[（(](?P<number>[{_HAN}]{{1,4}})[）)]\s*(?P<name>\S.*)$")
_FULL_WIDTH = re.compile(r"^[０-９0-9．.]*[０-９][０-９0-9．.）]*|^[0-9]+[．）]")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}

_LISTED = (
    ("han", Rank.HAN, _HAN_LISTED),
    ("han-brackets", Rank.HAN_BRACKETS, _HAN_BRACKETED),
    ("roman", Rank.ROMAN, _ROMAN_LISTED),
    ("letter", Rank.LETTER, _LETTER_LISTED),
    ("brackets", Rank.BRACKETS, _BRACKETED),
)


def parse(text: str) -> Numbered | None:
    """Return what a line begins with, or None where it is no number of a heading."""
    text = text.strip()
    return _spelled(text) or _classified(text) or _decimal(_half_width(text), text) or _listed(text)


def _half_width(text: str) -> str:
    """Return a text with the full-width digits and marks of its number as ASCII."""
    return _FULL_WIDTH.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text, count=1)


def _spelled(text: str) -> Numbered | None:
    match = _SPELLED.match(text)
    if match:
        word = match["word"].lower()
        spoken = match["spoken"]
        value = (_NUMBER_WORDS.index(spoken.lower()) + 1,) if spoken else _counted(match["number"])
        return Numbered(word, _WORDS[word], value, text, _name(match["name"]), True)
    match = _PARAGRAPH.match(text)
    if match:
        value = tuple(int(part) for part in match["number"].split("."))
        value += (ord(match["letter"]) - 96,) if match["letter"] else ()
        return Numbered("§", Rank.ARTICLE, value, text, _name(match["name"]), True)
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


def _decimal(text: str, original: str) -> Numbered | None:
    match = _DECIMAL.match(text) or _LETTERED.match(text) or _DECIMAL_CLOSE.match(text)
    if not match:
        return None
    first, *rest = match["number"].split(".")
    lettered = first.isalpha()
    value = (ord(first) - 64 if lettered else int(first), *map(int, rest))
    if not match["end"] and not lettered and not _may_do_without_mark(match, deep=bool(rest)):
        return None
    series = "lettered" if lettered else "bracketed" if match["end"] == ")" and not rest else "decimal"
    rank, name = Rank.DECIMAL + len(value) - 1, _name(match["name"])
    return Numbered(series, rank, value, original, name, bool(rest), match["end"])


def _may_do_without_mark(match: re.Match[str], *, deep: bool) -> bool:
    """Return whether a number without a dot or bracket behind it numbers what follows, not counts it."""
    if not match["gap"]:
        return deep or not _COUNTS.match(match["name"])
    if deep or len(match["gap"]) > 1 or match["gap"] == "\u3000":
        return True
    first = match["name"][0]
    return (
        int(match["number"]) < 100
        and (first.isupper() or first > "\u2e80")
        and not _COUNTS.match(match["name"])
    )


def _listed(text: str) -> Numbered | None:
    for series, rank, pattern in _LISTED:
        match = pattern.match(text)
        if match:
            value = _counted(unicodedata.normalize("NFKC", match["number"]))
            return Numbered(series, rank, value, text, _name(match["name"]), False)
    return None


def as_letter(numbered: Numbered) -> Numbered | None:
    """Return `C. Title`, read as the Roman hundred, as the third letter instead; None for other numbers."""
    letter = numbered.title[0]
    if numbered.series != "roman" or not letter.isascii() or numbered.title[1:2] not in (".", ")"):
        return None
    return replace(numbered, series="letter", rank=Rank.LETTER, value=(ord(letter) - 64,))


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
