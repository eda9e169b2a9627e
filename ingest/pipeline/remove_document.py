"""Removing documents from everywhere: engines first, the truth last, so that a crash leaves it to be done again."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.vector.protocol import VectorIndex
from ingest.pipeline.ports import RevisionStore


def remove(
    document_ids: Sequence[int],
    *,
    store: RevisionStore,
    lexical: LexicalIndex,
    vectors: VectorIndex | None,
) -> None:
    """Remove documents from both indexes, then from the store."""
    lexical.delete(document_ids)
    if vectors is not None:
        vectors.delete(document_ids)
    store.forget(document_ids)
