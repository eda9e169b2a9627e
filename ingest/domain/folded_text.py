"""Text as the search compares it: without case, width and accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_NEEDS_FOLDING = re.compile("[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]")
_KANA_VOICING = "\u3099\u309a"
_JOINS_THE_ONE_BEFORE = re.compile("[\u0300-\u036f\u3099\u309a]")


class _Pieces(dict[int, str]):
    """What each character is compared as, worked out once; most texts draw on a few thousand."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        base = unicodedata.normalize("NFD", character)[0]
        plain = base if base.isascii() else character
        piece = unicodedata.normalize("NFKC", plain).casefold()
        self[code] = piece
        return piece


_pieces = _Pieces()


def folded(text: str) -> str:
    """Return text as it is compared. It may be longer or shorter than the text."""
    if not _NEEDS_FOLDING.search(text) and unicodedata.is_normalized("NFKC", text):
        return text.lower()
    spelt = text.translate(_pieces)
    if not _JOINS_THE_ONE_BEFORE.search(spelt):
        return spelt
    return folded_with_places(text)[0]


def folded_with_places(text: str) -> tuple[str, Sequence[int]]:
    """Return text as it is compared, and for each of its characters the place it came from."""
    if not _NEEDS_FOLDING.search(text) and unicodedata.is_normalized("NFKC", text):
        lowered = text.lower()
        if len(lowered) == len(text):
            return lowered, range(len(text))
    joined = text.translate(_pieces)
    if len(joined) == len(text) and not _JOINS_THE_ONE_BEFORE.search(joined):
        return joined, range(len(text))
    spelt: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for piece in _pieces[ord(character)]:
            if piece in _KANA_VOICING and spelt:
                spelt[-1] = unicodedata.normalize("NFC", spelt[-1] + piece)[0]
            elif not "\u0300" <= piece <= "\u036f":
                spelt.append(piece)
                places.append(place)
    return "".join(spelt), places
