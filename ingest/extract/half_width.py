"""Half-width katakana: whether bytes that could be them read like Japanese words.

The same bytes are capitals and signs of Western encodings and the small letters of KOI8-R, so only what keeps the
rules of Japanese syllables counts, and only where the letters are those that Japanese uses most.
"""

from __future__ import annotations

import re

_RUN = re.compile("[\uff61-\uff9f]+")
_BREAKS = re.compile("[｡｢｣､･]+")
_WORD = re.compile(
    "(?:(?:[ｶ-ﾄﾊ-ﾎｳ]ﾞ|[ﾊ-ﾎ]ﾟ|[ｦｱ-ﾜ])(?:(?<=[ｷｼﾁﾆﾋﾐﾘ])[ｬｭｮｪ]|(?<=[ｷｼﾁﾋ][ﾞﾟ])[ｬｭｮｪ]|(?<=[ﾌｳﾃﾄﾂ])[ｧｨｩｪｫｭ]"
    "|(?<=[ｳﾃﾄ]ﾞ)[ｧｨｩｪｫｭ])?[ｰｯﾝ]*)+"
)
_FREQUENT = re.compile("[ｦ-ｿﾝﾞ]")
"""Vowels, the rows of k and s, small letters, the long sign, n and the sign of voice: no small letters of KOI8-R."""

_FREQUENT_SHARE = 0.2
_WEIGHT = 0.6
"""Less than a frequent ideograph counts: Chinese and Korean bytes can be a few syllables by chance."""


def half_width_score(text: str) -> float:
    """Return how many half-width characters stand in plausible words, less those that do not."""
    total = frequent = 0
    score = 0.0
    for run in _RUN.finditer(text):
        total += len(run[0])
        frequent += len(_FREQUENT.findall(run[0]))
        if _in_latin_word(text, run) or not _is_words(run[0]):
            score -= len(run[0])
        elif len(run[0]) > 1:
            score += len(run[0]) * _WEIGHT
    return score if frequent >= total * _FREQUENT_SHARE else -float(total)


def _is_words(run: str) -> bool:
    words = [word for word in _BREAKS.split(run) if word]
    return len("".join(words)) * 2 >= len(run) and all(_WORD.fullmatch(word) for word in words)


def _in_latin_word(text: str, run: re.Match[str]) -> bool:
    """Return whether the small Latin letters of a word go on beside one or two signs, as in Western text."""
    if len(run[0]) > 2:
        return False
    around = text[max(0, run.start() - 1) : run.start()] + text[run.end() : run.end() + 1]
    return any("a" <= character <= "z" for character in around)
