"""Reciprocal rank fusion over documents (SPEC 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

K = 60
"""The usual constant: large enough that no single path decides alone."""


@dataclass(frozen=True, slots=True)
class Fused:
    """A document's place in the fused list. ranks: 1-based rank in each path, None where a path missed it."""

    document_id: int
    relevance: float
    ranks: tuple[int | None, ...]


def fuse(paths: Sequence[Sequence[int]], *, depth: int) -> list[Fused]:
    """Merge ranked lists of document ids, best first; ties by the order of the paths, then by id.

    depth: how many of each list count. In a small library the long tails of two lists hold the same documents,
    and being far down in both must not beat being first in one.
    relevance is the sum of 1 / (60 + rank) over the best possible sum, so that 1.0 means first in every path.
    """
    ranks: dict[int, list[int | None]] = {}
    for position, path in enumerate(paths):
        for rank, document_id in enumerate(path[:depth], start=1):
            held = ranks.setdefault(document_id, [None] * len(paths))
            if held[position] is None:
                held[position] = rank
    best = len(paths) / (K + 1)
    fused = [
        Fused(document_id, sum(1 / (K + rank) for rank in held if rank is not None) / best, tuple(held))
        for document_id, held in ranks.items()
    ]
    return sorted(fused, key=lambda item: (-item.relevance, _first_path(item), item.document_id))


def _first_path(item: Fused) -> int:
    """Which path found a document first: between equals, the one that found its words is surer."""
    return next(position for position, rank in enumerate(item.ranks) if rank is not None)
