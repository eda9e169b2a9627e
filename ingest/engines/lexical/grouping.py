"""From passages, best first, to documents: each once, with its best passage and where further ones are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

from ingest.domain.hits import LexicalHit

MOST_FURTHER_PASSAGES = 9

TIE = 1.5e-4
"""Scores no further apart than this are equal. An engine's rounding depends on all that it holds: passages that
say the same must not take turns because of documents that a reader may not see."""


class Grouping:
    """Documents as they are found. A document that was found in an earlier round keeps its place."""

    def __init__(self) -> None:
        self._best: dict[int, LexicalHit] = {}
        self._further: dict[int, list[LexicalHit]] = {}

    def __len__(self) -> int:
        return len(self._best)

    @property
    def document_ids(self) -> list[int]:
        """The documents found so far."""
        return list(self._best)

    def add(self, passages: Iterable[LexicalHit]) -> None:
        """Take passages in; of equally good ones in a document, the first in the text is the best."""
        for hit in passages:
            known = self._best.get(hit.document_id)
            if known is None:
                self._best[hit.document_id] = hit
                continue
            other = hit
            if _before(hit, known):
                self._best[hit.document_id], other = hit, known
            self._further.setdefault(hit.document_id, []).append(other)

    def best(self, limit: int) -> list[LexicalHit]:
        """Return the best documents, best first; ties by document id."""
        ranked = _ranked(self._best.values(), lambda hit: hit.document_id)
        return [self._with_further(hit) for hit in ranked[:limit]]

    def _with_further(self, hit: LexicalHit) -> LexicalHit:
        passages = self._further.get(hit.document_id, ())
        further = _ranked(passages, lambda other: other.first_line)[:MOST_FURTHER_PASSAGES]
        return replace(hit, more=tuple((other.first_line, other.last_line) for other in further))


def _before(hit: LexicalHit, other: LexicalHit) -> bool:
    if abs(hit.score - other.score) <= TIE:
        return hit.first_line < other.first_line
    return hit.score > other.score


def _ranked(hits: Iterable[LexicalHit], place: Callable[[LexicalHit], int]) -> list[LexicalHit]:
    """Return hits, best first; those as good as the best of them by their place, with its score."""
    ranked: list[LexicalHit] = []
    best = math.inf
    for hit in sorted(hits, key=lambda hit: -hit.score):
        best = hit.score if best - hit.score > TIE else best
        ranked.append(hit if hit.score == best else replace(hit, score=best))
    return sorted(ranked, key=lambda hit: (-hit.score, place(hit)))
