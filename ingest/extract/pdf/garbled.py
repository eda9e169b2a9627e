"""Pages whose text layer is nonsense: signs without a meaning, letters mapped to the wrong ones, mojibake.

The page shows something else than the text says, so an agent must be told (SPEC 3). Judged per page by what
real text always has: letter pairs that every European language uses, ideographs that newspapers print.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from operator import add

from ingest.extract.frequent_characters import JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL

_MEANINGLESS = re.compile("[\ue000-\uf8ff\ufffd\U000f0000-\U0010fffd\x00-\x08\x0e-\x1f\x80-\x9f]")
_MOJIBAKE = re.compile(
    "[\u0080-\u00ff\u201a-\u201e\u2020-\u2022\u0192\u0152\u0153\u0160\u0161\u0178\u02c6\u02dc]"
)
_HALF_KANA = re.compile("[\uff61-\uff9f]")
_HAN = re.compile("[\u3400-\u9fff]")
_KANA_OR_HANGUL = re.compile("[\u3041-\u30ff\uac00-\ud7a3]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_NO_LATIN_SIGN = re.compile(r"[^!-/:-~]+")
_FREQUENT = SIMPLIFIED | TRADITIONAL | JAPANESE | KOREAN
_PAIRS_TEXT = (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me "
    "de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ei ie un ge au ue qu em us ta la el ad do os il "
    "di no na ni ka ko po pr sk wa za ja ov ii so lo ns"
)
_PAIRS = frozenset(_PAIRS_TEXT.split())
_SIGN = r"[.·…‥・_\-–—=*]\s?"
_LEADERS = re.compile(f"{_SIGN}{_SIGN}(?:{_SIGN})+")  # spelt out: a search for a sign alone is far quicker
_SAMPLE = 700
_READ = 1_600
_ENOUGH = 40
_ENOUGH_PAIRS = 40
_COMMON_PAIRS_TEXT = "th he in er an re on en es de te st it ar al or is"
_COMMON_PAIRS = tuple(_COMMON_PAIRS_TEXT.split())
_KNOWN_SHARE = 0.16


def is_garbled(texts: Sequence[str]) -> bool:
    """Whether the texts of one page are nonsense. Short pages are given the benefit of the doubt."""
    text = _sample(texts)
    size = len("".join(text.split()))
    if size < _ENOUGH:
        return size > 0 and _share(_MEANINGLESS, text, size) > 0.5
    if not text.isascii():
        if _share(_MEANINGLESS, text, size) > 0.15 or _share(_MOJIBAKE, text, size) > 0.3:
            return True
        if _share(_HALF_KANA, text, size) > 0.5 or _rare_han(text, size):
            return True
    return _wrong_letters(text, size)


def _sample(texts: Sequence[str]) -> str:
    """The beginning and the end of a page, without the dots that lead to page numbers."""
    sizes = list(accumulate(map(len, texts)))
    if not sizes or sizes[-1] <= _READ:
        text = _LEADERS.sub(" ", " ".join(texts))
        return text[: _SAMPLE // 2] + " " + text[-_SAMPLE // 2 :] if len(text) > _SAMPLE else text
    first = bisect_left(sizes, _READ // 2) + 1
    last = bisect_left(sizes, sizes[-1] - _READ // 2)
    start = _LEADERS.sub(" ", " ".join(texts[:first]))
    end = _LEADERS.sub(" ", " ".join(texts[max(first, last) :]))
    return start[: _SAMPLE // 2] + " " + end[-_SAMPLE // 2 :]


def _share(pattern: re.Pattern[str], text: str, size: int) -> float:
    return len(pattern.findall(text)) / size


def _rare_han(text: str, size: int) -> bool:
    """Whether ideographs are almost all rare ones, and nothing else is there to read."""
    han = _HAN.findall(unicodedata.normalize("NFKC", text))
    if len(han) < max(_ENOUGH, 0.4 * size) or _share(_KANA_OR_HANGUL, text, size) > 0.05:
        return False
    return sum(c in _FREQUENT for c in han) < 0.12 * len(han)


def _wrong_letters(text: str, size: int) -> bool:
    """Whether Latin text hardly has the letter pairs of any European language."""
    lower = text.lower()
    if _has_common_pairs(lower, size):
        return False
    latin = len(_NO_LATIN_SIGN.sub("", text))
    if latin < 0.7 * size:
        return False
    words = _LATIN_WORD.findall(lower)
    pairs = sum(map(len, words)) - len(words)
    if max(pairs, 0.15 * latin) < _ENOUGH_PAIRS:
        return False
    if pairs < 0.12 * latin:
        return True
    apart = " ".join(words)
    known = sum(map(_PAIRS.__contains__, map(add, apart, apart[1:])))
    return known < _KNOWN_SHARE * pairs


def _has_common_pairs(lower: str, size: int) -> bool:
    """Whether a few pairs alone are as many as all signs of a text ask for: so it is in most pages."""
    needed = _KNOWN_SHARE * size
    for pair in _COMMON_PAIRS:
        needed -= lower.count(pair)
        if needed <= 0:
            return True
    return False
