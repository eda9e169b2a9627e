"""Words as an engine keeps them that would split, fold or bend text by rules of its own: plain a to z and digits.

An engine with a dictionary for each language cuts `計算機` differently in a document and in a query, and what
it cuts apart is not found. So the cutting is done here, by text_analysis, and every word that is not plain
ASCII is spelt by the numbers of its characters. Such an engine then only has to compare words.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import snowballstemmer

ASCII_WORDS_VERSION = 1
"""Raised whenever equal text gives different words than before."""

LONGEST_WORD = 40
"""In characters, so that a word spelt by numbers stays below the 255 bytes that engines take."""

_WORD = re.compile(r"(?:[^\W_]|[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])+")
_PLAIN = re.compile("[a-z][a-z0-9]*|[0-9]+")
_LETTERS = re.compile("[a-z]+")
_LATIN = re.compile("[\u00aa-\u024f\u1e00-\u1eff]")
_FOLDED = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ŋ": "n"}
)
_english = snowballstemmer.stemmer("english")


def ascii_words(running: str) -> list[str]:
    """Return the words of running text (see text_analysis), split at all that is no letter or digit."""
    return _spelt(_WORD.findall(running))


def ascii_tokens(tokens: str) -> list[str]:
    """Return tokens that are set apart by blanks, each as one word whatever is in it."""
    return _spelt(tokens.split())


def _spelt(words: list[str]) -> list[str]:
    return [_spell(word) for word in words if len(word) <= LONGEST_WORD]


@lru_cache(maxsize=100_000)
def _spell(word: str) -> str:
    word = word.lower()
    if not word.isascii():
        word = _LATIN.sub(_without_accent, word.translate(_FOLDED))
    if _LETTERS.fullmatch(word):
        return str(_english.stemWord(word))
    return word if _PLAIN.fullmatch(word) else "x" + "".join(f"{ord(each):05x}" for each in word)


def _without_accent(letter: re.Match[str]) -> str:
    plain = unicodedata.normalize("NFKD", letter.group())[0]
    return plain if plain.isascii() else letter.group()
