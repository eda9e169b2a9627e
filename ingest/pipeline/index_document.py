"""The way of a document through the stages: extract, then find by words, then find by meaning.

Each step takes revision ids and can be repeated without harm: it writes the engine first and the store
second, so that a crash in between leaves the step to be done again.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ingest.domain.hits import VectorEntry
from ingest.embed.protocol import Embedder
from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.vector.protocol import VectorIndex
from ingest.pipeline.ports import FreshVector, PartKeeper, Preparer, RevisionStore, no_parts


def extract(
    revision_id: int, *, store: RevisionStore, prepare: Preparer, keep_parts: PartKeeper = no_parts
) -> None:
    """Read a file into lines, outline and card. Raises ExtractionError with a reason for a person.

    The parts of a container become documents first, so that its text can name them.
    """
    store.save_prepared(revision_id, keep_parts(prepare(store.source(revision_id))))


def index_words(revision_ids: Sequence[int], *, store: RevisionStore, lexical: LexicalIndex) -> None:
    """Make revisions findable by their words, and the ones that readers see."""
    entries = store.lexical_entries(revision_ids)
    lexical.replace(entries)
    store.publish([entry.facts.revision_id for entry in entries])


def embed_missing(revision_ids: Sequence[int], *, store: RevisionStore, embedder: Embedder) -> None:
    """Compute the vectors that are not kept yet. A text that has a vector is not embedded again."""
    tasks = store.vector_tasks(revision_ids, fingerprint=embedder.fingerprint)
    missing = [task for task in tasks if task.kept is None]
    vectors = {task.facts.revision_id: task.kept for task in tasks if task.kept is not None}
    if missing:
        computed = embedder.embed_documents([task.text for task in missing])
        for task, vector in zip(missing, computed, strict=True):
            vectors[task.facts.revision_id] = vector.astype(np.dtype("<f4")).tobytes()
    store.save_vectors(
        [FreshVector(task.facts.revision_id, task.digest, vectors[task.facts.revision_id]) for task in tasks],
        fingerprint=embedder.fingerprint,
    )


def index_meaning(
    revision_ids: Sequence[int], *, store: RevisionStore, fingerprint: str, vectors: VectorIndex
) -> None:
    """Make revisions whose vectors are kept findable by their meaning."""
    tasks = store.vector_tasks(revision_ids, fingerprint=fingerprint)
    entries = [VectorEntry(task.facts, task.kept) for task in tasks if task.kept is not None]
    vectors.replace(entries)
    store.complete([entry.facts.revision_id for entry in entries])
