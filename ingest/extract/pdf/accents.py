"""Accents that a file sets as signs of their own, before their letters, as old TeX fonts do: `pi`e` is `piè`.

The ring of a copyright sign is such a sign, too, behind its letter.
"""

from __future__ import annotations

import re
import unicodedata

_MARKS = {
    "`": "\u0300",
    "´": "\u0301",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "¨": "\u0308",
    "˚": "\u030a",
    "ˇ": "\u030c",
}
_RINGED = {"c": "©", "C": "©", "r": "®", "R": "®"}
_ACCENT = re.compile(r"(?:([´ˆ˜¨˚ˇ])\s?|(?<=[a-z])(`))([A-Za-zı])|\b([cCrR])\s?\u20dd")


_SIGN = re.compile("[`´ˆ˜¨˚ˇ\u20dd]")


def compose_accents(text: str) -> str:
    """Return a text with such accents on their letters."""
    if "`" not in text if text.isascii() else not _SIGN.search(text):
        return text
    return _ACCENT.sub(_accented, text)


def _accented(match: re.Match[str]) -> str:
    """The letter with its accent, or the sign that a letter in a ring is."""
    if match.group(4):
        return _RINGED[match.group(4)]
    mark = _MARKS[match.group(1) or match.group(2)]
    letter = match.group(3).replace("ı", "i")
    composed = unicodedata.normalize("NFC", letter + mark)
    return composed if len(composed) == 1 else match.group()
