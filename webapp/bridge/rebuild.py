"""Making both indexes again from the database alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.conf import settings

from webapp.bridge import work
from webapp.bridge.engines import OpenEngines
from webapp.bridge.store import DatabaseStore
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.models import Document

Tell = Callable[[int, int], None]
BATCH = 50


def _batches() -> Iterator[list[int]]:
    published = list(
        Document.objects.filter(deleted_at=None)
        .exclude(revision=None)
        .order_by("id")
        .values_list("revision_id", flat=True)
    )
    for start in range(0, len(published), BATCH):
        yield [revision_id for revision_id in published[start : start + BATCH] if revision_id is not None]


def rebuild_words(engines: OpenEngines, *, tell: Tell = lambda done, total: None) -> int:
    """Empty the lexical index and fill it from the kept text. Returns the number of documents."""
    store = DatabaseStore()
    batches = list(_batches())
    total, done = sum(map(len, batches)), 0
    with engines.write_lock:
        engines.lexical.clear()
    for batch in batches:
        with engines.write_lock:
            engines.lexical.replace(store.lexical_entries(batch))
        done += len(batch)
        tell(done, total)
    return done


def rebuild_meaning(engines: OpenEngines, *, tell: Tell = lambda done, total: None) -> int:
    """Empty the vector index and fill it from the kept vectors; what has none is embedded afterwards.

    Returns the number of documents. Does nothing without a model.
    """
    if engines.embedder is None or engines.vectors is None:
        return 0
    batches = list(_batches())
    total, done = sum(map(len, batches)), 0
    with engines.write_lock:
        engines.vectors.clear()
    for batch in batches:
        IndexingJob.objects.filter(revision_id__in=batch, stage=Stage.DONE).update(
            stage=Stage.EMBED, lease_until=None, attempt=0
        )
        work.index_waiting_meaning()
        done += len(batch)
        tell(done, total)
    return done


def rebuild_if_needed(engines: OpenEngines) -> None:
    """Fill an index that was found missing, broken or of another version while documents exist."""
    if not Document.objects.filter(deleted_at=None).exclude(revision=None).exists():
        return
    if getattr(engines.lexical, "needs_rebuild", False) or engines.lexical.count() == 0:
        rebuild_words(engines)
    if engines.vectors is None or not settings.MOKUJI["embedding"]:
        return
    if getattr(engines.vectors, "needs_rebuild", False) or engines.vectors.count() == 0:
        rebuild_meaning(engines)
