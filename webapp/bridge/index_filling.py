"""Filling an index from the database until it holds what the database says, while others go on writing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from ingest.domain.errors import EngineError
from ingest.domain.hits import VectorEntry
from ingest.embed.protocol import Embedder
from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.vector.protocol import VectorIndex
from ingest.pipeline.index_document import embed_missing
from webapp.bridge import rebuild_progress as progress
from webapp.bridge.locks import Lock
from webapp.bridge.store import DatabaseStore
from webapp.library.models import Document

log = logging.getLogger(__name__)

Tell = Callable[[int, int], None]
Write = Callable[[Sequence[int]], None]

BATCH = 50
CLOCKS_APART = timedelta(seconds=30)
"""How far the clocks of processes may differ: what changed shortly before is looked at again."""

FEW = 100
"""So many documents may be left for the moment in which nobody else writes."""

ROUNDS = 20
MOST_SKIPPED = 0.01
"""Share of documents that may be left out for being unreadable; beyond it the index itself is the trouble."""

ALWAYS_SKIPPED = 3
NAMED = 5


def published() -> dict[int, int]:
    """Return document id -> revision id of everything that readers see."""
    rows = Document.objects.filter(deleted_at=None).exclude(revision=None).order_by("pk")
    return {pk: revision for pk, revision in rows.values_list("pk", "revision_id") if revision is not None}


def words_writer(index: LexicalIndex) -> Write:
    """Return what puts revisions into a lexical index from their kept text."""
    store = DatabaseStore()
    return lambda revision_ids: index.replace(store.lexical_entries(revision_ids))


def meaning_writer(index: VectorIndex, embedder: Embedder) -> Write:
    """Return what puts revisions into a vector index: their kept vectors, or new ones, which are kept."""
    store = DatabaseStore()

    def write(revision_ids: Sequence[int]) -> None:
        embed_missing(revision_ids, store=store, embedder=embedder)
        tasks = store.vector_tasks(revision_ids, fingerprint=embedder.fingerprint)
        index.replace([VectorEntry(task.facts, task.kept) for task in tasks if task.kept is not None])

    return write


class Filling:
    """One index on its way to hold what the database says.

    What is published from the moment it was made on is written again, with its facts of then: an edited outline,
    another collection and new tags leave the revision's number as it is.
    """

    def __init__(self, index: LexicalIndex | VectorIndex, write: Write, lock: Lock, tell: Tell) -> None:
        self._index, self._write, self._lock, self._tell = index, write, lock, tell
        self._since = timezone.now() - CLOCKS_APART
        self._skipped: dict[int, int] = {}

    def run(self, *, in_use: bool = False) -> int:
        """Write until little is left. Returns the number of documents held.

        in_use: the index is the one that is searched, so all of it is done here, batch by batch under the lock.
        Raises EngineError when the index cannot be written, or too many documents cannot be.
        """
        if in_use:
            progress.in_place()
        behind = self._behind(since=None)
        total = len(behind)
        self._tell(0, total)
        for _ in range(ROUNDS):
            looked = timezone.now() - CLOCKS_APART
            self._write_all(behind, total=total, each=self._lock if in_use else None)
            behind = self._behind(since=self._since)
            self._since = looked
            if len(behind) <= FEW:
                break
        if in_use:
            self.finish(lambda: None)
        self._tell(total, total)
        self._tell_skipped()
        return self._index.count()

    def finish(self, switch: Callable[[], None]) -> None:
        """Write the rest while nobody else writes, then switch."""
        with self._lock:
            self._write_all(self._behind(since=self._since), total=0, each=None)
            switch()

    def _behind(self, *, since: datetime | None) -> dict[int, int]:
        """Return what is missing, stale or was touched since then; whatever is gone leaves the index now."""
        wanted, held = published(), self._index.revisions()
        if gone := [document_id for document_id in held if document_id not in wanted]:
            self._index.delete(gone)
        touched: set[int] = set()
        if since is not None:
            rows = Document.objects.filter(updated_at__gte=since, deleted_at=None)
            touched = set(rows.values_list("pk", flat=True))
        return {
            document_id: revision_id
            for document_id, revision_id in wanted.items()
            if (held.get(document_id) != revision_id or document_id in touched)
            and self._skipped.get(document_id) != revision_id
        }

    def _write_all(self, behind: Mapping[int, int], *, total: int, each: Lock | None) -> None:
        documents = list(behind.items())
        for start in range(0, len(documents), BATCH):
            batch = documents[start : start + BATCH]
            if each is None:
                self._write_batch(batch)
            else:
                with each:
                    self._write_batch(batch)
            if total:
                self._tell(min(start + len(batch), total), total)

    def _write_batch(self, batch: Sequence[tuple[int, int]]) -> None:
        """Write a batch; one that fails, document by document, so that one bad document stops nothing."""
        try:
            self._write([revision_id for _, revision_id in batch])
        except EngineError:
            raise
        except Exception as error:
            log.exception("a batch of %d could not be written", len(batch))
            if len(batch) > 1:
                for one in batch:
                    self._write_batch([one])
                return
            self._skip(*batch[0], error)

    def _skip(self, document_id: int, revision_id: int, error: Exception) -> None:
        self._skipped[document_id] = revision_id
        if len(self._skipped) > max(ALWAYS_SKIPPED, MOST_SKIPPED * len(published())):
            raise EngineError(
                f"{len(self._skipped)} documents could not be indexed, the last for this reason: {error}. "
                "Mend that, then start the rebuild again."
            ) from error

    def _tell_skipped(self) -> None:
        if self._skipped:
            some = ", ".join(map(str, list(self._skipped)[:NAMED]))
            progress.report(
                f"{len(self._skipped)} documents could not be indexed and are left out (ids {some}): "
                "reindex them, or delete them."
            )
