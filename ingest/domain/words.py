"""How many words a reader of the language would count (SPEC 2). Pure, and fast enough for whole books."""

from __future__ import annotations

import re
import unicodedata

_CJK = (
    "\u3005-\u3007\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d"
    "\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7a3\ud7b0-\ud7ff\uffa1-\uffdc"
    "\U0001b000-\U0001b16f\U00020000-\U000323af"
)
"""Kana, bopomofo, ideographs and hangul: each character is a word. Marks such as the middle dot are not."""

_UNSPACED = "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3"
"""Thai, Lao, Burmese, Khmer: written without spaces, and not to be split without a dictionary."""

_LETTERS_PER_UNSPACED_WORD = 5


def _combining_marks() -> str:
    """Return the marks that belong to the letter before them, as ranges for a character class.

    Python's `\\w` leaves them out, which would cut a Hindi or Hebrew word at every vowel sign.
    """
    ranges: list[list[int]] = []
    for code in (
        *range(0x0300, 0x1E00),
        *range(0x20D0, 0x2E00),
        *range(0xA66F, 0xABF0),
        *range(0xFE00, 0xFE30),
    ):
        if unicodedata.category(chr(code))[0] != "M":
            continue
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


_CONTROL = "\u00ad\u200c\u200d\u2060"
_PART = f"[^\\W_{_CJK}{_UNSPACED}]"
_TAIL = f"(?:{_PART}+|[_{_combining_marks()}{_CONTROL}]+)*"
_JOINT = f"(?:['’.·](?={_PART})|(?<=\\d),(?=\\d))"
_SPACED_WORD = re.compile(f"{_PART}{_TAIL}(?:{_JOINT}{_PART}{_TAIL})*")
_ASCII_WORD = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9_]*(?:(?:['.](?=[A-Za-z0-9])|(?<=\d),(?=\d))[A-Za-z0-9][A-Za-z0-9_]*)*"
)
_CJK_CHARACTERS = re.compile(f"[{_CJK}]+")
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")


def count_words(text: str) -> int:
    """Count words: Unicode word boundaries where words are spaced, content characters in CJK.

    `well-known` is two words, `don't` and `3.14` are one, 東京は is three. Scripts without spaces that
    need a dictionary (Thai, Lao, Burmese, Khmer) are estimated at one word for five letters.
    """
    if text.isascii():
        return len(_ASCII_WORD.findall(text))
    spaced = len(_SPACED_WORD.findall(text))
    cjk = sum(map(len, _CJK_CHARACTERS.findall(text)))
    unspaced = sum(-(-len(run) // _LETTERS_PER_UNSPACED_WORD) for run in _UNSPACED_RUN.findall(text))
    return spaced + cjk + unspaced
