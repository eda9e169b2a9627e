"""A document through a model that reads a limited length: title and windows, weighed into one vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ingest.embed.protocol import Vector

WINDOWS_VERSION = 1
"""Part of fingerprints: raise it whenever the same text would get another vector."""

MOST_WINDOWS = 4
_TITLE_WEIGHT = 0.3
_WIDE = "\u2e80"
_WIDE_WEIGHT = 3
"""An ideograph, kana or hangul is about a token of its own; three letters are."""

Embed = Callable[[Sequence[str]], Vector]


def embed_in_windows(texts: Sequence[str], embed: Embed, *, characters: int) -> Vector:
    """Return a vector of unit length for each text, shape (n, dimension).

    The first line is the title, which may be empty. embed: gives the vectors of pieces, of unit length; called
    once. characters: letters of a Latin script that the model reads.
    """
    pieces: list[str] = []
    parts: list[tuple[bool, int, int]] = []
    for text in texts:
        title, _, rest = text.partition("\n")
        windows = _windows(f"{title}\n{rest}".strip(), characters) or [" "]
        titled = bool(title.strip() and rest.strip())
        parts.append((titled, len(pieces), len(windows)))
        pieces += ([title.strip()] if titled else []) + windows
    vectors = embed(pieces)
    rows = [_weighed(vectors[start : start + count + titled], titled) for titled, start, count in parts]
    return np.stack(rows).astype(np.float32)


def unit(vectors: Vector) -> Vector:
    """Return vectors scaled to unit length, over the last axis."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled: Vector = (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)
    return scaled


def _weighed(rows: Vector, titled: bool) -> Vector:
    whole = unit(np.mean(rows[1:] if titled else rows, axis=0))
    return unit(_TITLE_WEIGHT * rows[0] + (1 - _TITLE_WEIGHT) * whole) if titled else whole


def _windows(text: str, characters: int) -> list[str]:
    """Cut at blanks, by about as many tokens as the model reads."""
    windows: list[str] = []
    start = used = 0
    blank = -1
    for place, letter in enumerate(text):
        used += _WIDE_WEIGHT if letter >= _WIDE else 1
        if letter.isspace():
            blank = place
        if used >= characters:
            end = blank + 1 if blank > start else place + 1
            windows.append(text[start:end])
            if len(windows) == MOST_WINDOWS:
                return windows
            used = sum(_WIDE_WEIGHT if each >= _WIDE else 1 for each in text[end : place + 1])
            start = end
    if text[start:].strip():
        windows.append(text[start:])
    return windows
