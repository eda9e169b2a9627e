"""Which writing systems a text uses, by counting its letters. Pure functions, no tables of languages."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

KANA = "kana"
HANGUL = "hangul"
HAN = "han"
LATIN = "latin"
CYRILLIC = "cyrillic"
ARABIC = "arabic"
DEVANAGARI = "devanagari"

_RANGES: dict[str, str] = {
    LATIN: "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a",
    KANA: "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d",
    HAN: "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af",
    HANGUL: "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3",
    CYRILLIC: "\u0400-\u052f",
    "greek": "\u0370-\u03ff\u1f00-\u1fff",
    ARABIC: "\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc",
    "hebrew": "\u05d0-\u05f2",
    DEVANAGARI: "\u0904-\u0939\u0958-\u0961",
    "bengali": "\u0985-\u09b9",
    "gurmukhi": "\u0a05-\u0a39",
    "gujarati": "\u0a85-\u0ab9",
    "tamil": "\u0b85-\u0bb9",
    "telugu": "\u0c05-\u0c39",
    "kannada": "\u0c85-\u0cb9",
    "malayalam": "\u0d05-\u0d39",
    "sinhala": "\u0d85-\u0dc6",
    "thai": "\u0e01-\u0e30\u0e40-\u0e46",
    "lao": "\u0e81-\u0eb0\u0ec0-\u0ec6",
    "tibetan": "\u0f40-\u0f6c",
    "burmese": "\u1000-\u102a",
    "georgian": "\u10a0-\u10ff",
    "armenian": "\u0531-\u0587",
    "ethiopic": "\u1200-\u137f",
    "khmer": "\u1780-\u17b3",
}
_ASCII_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_LATIN_RUN = re.compile(f"[{_RANGES[LATIN]}]+")
_CJK_RUNS = {name: re.compile(f"[{_RANGES[name]}]+") for name in (KANA, HAN, HANGUL)}
_OTHER_RUNS = re.compile(
    "|".join(
        f"(?P<{name}>[{ranges}]+)" for name, ranges in _RANGES.items() if name not in (LATIN, *_CJK_RUNS)
    )
)
_MAY_BE_CJK = re.compile("[\u1100-\u11ff\u3005-\U000323af]")
_MAY_BE_OTHER = re.compile("[\u0370-\u1fff\ufb50-\ufefc]")

LANGUAGE_OF_SCRIPT = {
    "greek": "el",
    "hebrew": "he",
    "bengali": "bn",
    "gurmukhi": "pa",
    "gujarati": "gu",
    "tamil": "ta",
    "telugu": "te",
    "kannada": "kn",
    "malayalam": "ml",
    "sinhala": "si",
    "thai": "th",
    "lao": "lo",
    "tibetan": "bo",
    "burmese": "my",
    "georgian": "ka",
    "armenian": "hy",
    "ethiopic": "am",
    "khmer": "km",
}
"""Scripts that (nearly) one language uses."""

_ANY_CJK = re.compile("|".join(pattern.pattern for pattern in _CJK_RUNS.values()))
_FIRST_LEVEL, _SECOND_LEVEL = b"\x88\x9f", b"\x98\x9f"
CJK = (KANA, HAN, HANGUL)


def count_scripts(text: str) -> Counter[str]:
    """Return the number of letters of each writing system in a text."""
    if text.isascii():
        latin = len(text.encode().translate(None, _ASCII_NO_LETTERS))
        return Counter({LATIN: latin} if latin else {})
    counts: Counter[str] = Counter({LATIN: sum(map(len, _LATIN_RUN.findall(text)))})
    if _MAY_BE_CJK.search(text):
        for name, pattern in _CJK_RUNS.items():
            counts[name] = sum(map(len, pattern.findall(text)))
    if _MAY_BE_OTHER.search(text):
        for match in _OTHER_RUNS.finditer(text):
            counts[match.lastgroup or ""] += match.end() - match.start()
    return +counts


def _in_charset(character: str, charset: str) -> bool:
    try:
        character.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=20_000)
def standards_of(character: str) -> str:
    """Say which national character sets hold an ideograph: `G` (GB 2312), `J` (JIS X 0208), `B` (Big5).

    `G` alone is simplified Chinese (这), `J` alone Japanese (込 働 価 駅), `B` alone traditional Chinese
    (說 們): the standards themselves are the table.
    """
    return "".join(
        letter
        for letter, charset in (("G", "gb2312"), ("J", "shift_jis"), ("B", "big5"))
        if _in_charset(character, charset)
    )


def is_cjk(character: str) -> bool:
    """Whether a character is a kana, an ideograph or a hangul syllable."""
    return not character.isascii() and _ANY_CJK.match(character) is not None


@lru_cache(maxsize=20_000)
def is_common_in_japan(character: str) -> bool:
    """Whether an ideograph is in the first level of JIS X 0208: those that Japanese uses every day (書, not 發)."""
    try:
        return _FIRST_LEVEL <= character.encode("shift_jis") < _SECOND_LEVEL
    except UnicodeEncodeError:
        return False


def ideographs(text: str) -> list[str]:
    """Return the ideographs of a text in order, iteration marks left out."""
    return re.findall("[\u3400-\u4dbf\u4e00-\u9fff]", text)
