"""From passages, best first, to documents: each once, with its best passage and where further ones are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ingest.domain.hits import LexicalHit

MOST_FURTHER_PASSAGES = 9


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
            if hit.score > known.score or (hit.score == known.score and hit.first_line < known.first_line):
                self._best[hit.document_id], other = hit, known
            self._further.setdefault(hit.document_id, []).append(other)

    def best(self, limit: int) -> list[LexicalHit]:
        """Return the best documents, best first; ties by document id."""
        ranked = sorted(self._best.values(), key=lambda hit: (-hit.score, hit.document_id))
        return [self._with_further(hit) for hit in ranked[:limit]]

    def _with_further(self, hit: LexicalHit) -> LexicalHit:
        further = sorted(self._further.get(hit.document_id, ()), key=_order)[:MOST_FURTHER_PASSAGES]
        return replace(hit, more=tuple((other.first_line, other.last_line) for other in further))


def _order(hit: LexicalHit) -> tuple[float, int]:
    return -hit.score, hit.first_line
