"""Making both indexes again from the database alone."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from django.conf import settings
from django.db import close_old_connections

from webapp.bridge import work
from webapp.bridge.engines import OpenEngines, engines
from webapp.bridge.store import DatabaseStore
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.models import Document

log = logging.getLogger(__name__)

Tell = Callable[[int, int], None]
BATCH = 50


@dataclass(slots=True)
class RebuildProgress:
    """How far the rebuild of this process is. stage: `words`, `meaning` or empty; error: why it stopped early."""

    running: bool = False
    stage: str = ""
    done: int = 0
    total: int = 0
    error: str = ""


progress = RebuildProgress()
_lock = threading.Lock()


def start_rebuild() -> RebuildProgress:
    """Begin to rebuild both indexes in a thread, unless that is running already; return its progress.

    Search goes on meanwhile over what is in the indexes so far.
    """
    with _lock:
        if not progress.running:
            progress.running, progress.stage, progress.error = True, "words", ""
            progress.done = progress.total = 0
            threading.Thread(target=_rebuild, name="rebuild", daemon=True).start()
    return progress


def _tracked(stage: Literal["words", "meaning"], run: Callable[[Tell], int]) -> None:
    """Run a stage with its progress where status and search look for it."""

    def tell(done: int, total: int) -> None:
        progress.done, progress.total = done, total

    progress.running, progress.stage, progress.done, progress.total = True, stage, 0, 0
    run(tell)


def words_rebuilt() -> float | None:
    """Return how much of the lexical index is rebuilt, 0 to 1, or None when no rebuild of it runs."""
    if not (progress.running and progress.stage == "words"):
        return None
    return progress.done / progress.total if progress.total else 0.0


def _rebuild() -> None:
    try:
        _tracked("words", lambda tell: rebuild_words(engines(), tell=tell))
        _tracked("meaning", lambda tell: rebuild_meaning(engines(), tell=tell))
    except Exception as error:
        log.exception("the rebuild stopped")
        progress.error = f"The rebuild stopped: {error}. Mend that, then start it again."
    finally:
        progress.running = False
        close_old_connections()


def _batches() -> Iterator[list[int]]:
    published = list(
        Document.objects.filter(deleted_at=None)
        .exclude(revision=None)
        .order_by("id")
        .values_list("revision_id", flat=True)
    )
    for start in range(0, len(published), BATCH):
        yield [revision_id for revision_id in published[start : start + BATCH] if revision_id is not None]


def rebuild_words(opened: OpenEngines, *, tell: Tell = lambda done, total: None) -> int:
    """Empty the lexical index and fill it from the kept text. Returns the number of documents."""
    store = DatabaseStore()
    with (
        opened.write_lock
    ):  # what is published from here on indexes itself; what was before is in the batches
        opened.lexical.clear()
        batches = list(_batches())
    total, done = sum(map(len, batches)), 0
    for batch in batches:
        with opened.write_lock:
            opened.lexical.replace(store.lexical_entries(batch))
        done += len(batch)
        tell(done, total)
    return done


def rebuild_meaning(opened: OpenEngines, *, tell: Tell = lambda done, total: None) -> int:
    """Empty the vector index and fill it from the kept vectors; what has none is embedded afterwards.

    Returns the number of documents. Does nothing without a model.
    """
    if opened.embedder is None or opened.vectors is None:
        return 0
    with opened.write_lock:
        opened.vectors.clear()
        revisions = [revision_id for batch in _batches() for revision_id in batch]
        for start in range(0, len(revisions), BATCH):
            IndexingJob.objects.filter(
                revision_id__in=revisions[start : start + BATCH], stage=Stage.DONE
            ).update(stage=Stage.EMBED, lease_until=None, attempt=0)
    total = len(revisions)
    work.index_waiting_meaning(tell=lambda done: tell(min(done, total), total))
    tell(total, total)
    return total


def rebuild_if_needed(opened: OpenEngines) -> None:
    """Fill an index that was found missing, broken or of another version while documents exist."""
    if not Document.objects.filter(deleted_at=None).exclude(revision=None).exists():
        return
    if opened.lexical.needs_rebuild or opened.lexical.count() == 0:
        _tracked("words", lambda tell: rebuild_words(opened, tell=tell))
    if opened.vectors is None or not settings.MOKUJI["embedding"]:
        return
    if opened.vectors.needs_rebuild or opened.vectors.count() == 0:
        _tracked("meaning", lambda tell: rebuild_meaning(opened, tell=tell))
