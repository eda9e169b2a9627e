"""From passages, best first, to documents: each once, with its best passage and where further ones are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ingest.domain.hits import LexicalHit

MOST_FURTHER_PASSAGES = 9

TIE = 1.5e-4
"""Scores no further apart than this are equal. An engine's rounding depends on all that it holds: passages that
say the same must not take turns because of documents that a reader may not see."""


class FoundPassage(NamedTuple):
    """A passage that matches. A tuple: a search has hundreds of them, and makes hits of a few."""

    document_id: int
    revision_id: int
    first_line: int
    last_line: int
    score: float


class Grouping:
    """Documents as they are found. A document that was found in an earlier round keeps its place."""

    def __init__(self) -> None:
        self._best: dict[int, FoundPassage] = {}
        self._further: dict[int, list[FoundPassage]] = {}

    def __len__(self) -> int:
        return len(self._best)

    @property
    def document_ids(self) -> list[int]:
        """The documents found so far."""
        return list(self._best)

    def add(self, passages: Iterable[FoundPassage]) -> None:
        """Take passages in; of equally good ones in a document, the first in the text is the best."""
        for passage in passages:
            document_id = passage.document_id
            known = self._best.get(document_id)
            if known is None:
                self._best[document_id] = passage
                continue
            other = passage
            if _before(passage, known):
                self._best[document_id], other = passage, known
            self._further.setdefault(document_id, []).append(other)

    def best(self, limit: int) -> list[LexicalHit]:
        """Return the best documents, best first; ties by document id."""
        ranked = _ranked(self._best.values(), lambda passage: passage.document_id)
        return [self._with_further(passage, score) for passage, score in ranked[:limit]]

    def _with_further(self, passage: FoundPassage, score: float) -> LexicalHit:
        passages = self._further.get(passage.document_id)
        more: tuple[tuple[int, int], ...] = ()
        if passages:
            further = _ranked(passages, lambda other: other.first_line)[:MOST_FURTHER_PASSAGES]
            more = tuple((other.first_line, other.last_line) for other, _ in further)
        return LexicalHit(*passage[:4], score, more)


def _before(passage: FoundPassage, other: FoundPassage) -> bool:
    if abs(passage.score - other.score) <= TIE:
        return passage.first_line < other.first_line
    return passage.score > other.score


def _ranked(
    passages: Iterable[FoundPassage], place: Callable[[FoundPassage], int]
) -> list[tuple[FoundPassage, float]]:
    """Return passages with scores, best first; those as good as the best of them by their place, with its score."""
    ranked: list[tuple[FoundPassage, float]] = []
    best = math.inf
    for passage in sorted(passages, key=lambda passage: -passage.score):
        best = passage.score if best - passage.score > TIE else best
        ranked.append((passage, best))
    return sorted(ranked, key=lambda each: (-each[1], place(each[0])))
