"""Removing documents, and whatever lies in them, from everywhere."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from django.utils import timezone

from ingest.pipeline.remove_document import remove as remove_everywhere
from webapp.bridge.engines import engines
from webapp.bridge.store import DatabaseStore
from webapp.library.models import Document
from webapp.library.parts import generations

BATCH = 500
"""Documents that are removed in one step of the engines and the database."""


class _Later:
    """What goes once the vector index is open: until then nothing can be taken out of it, and would stay for ever."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: set[int] | None = None

    def begin(self) -> None:
        with self._lock:
            self._waiting = self._waiting or set()

    def take(self, document_ids: Sequence[int]) -> bool:
        with self._lock:
            if self._waiting is None:
                return False
            self._waiting.update(document_ids)
            return True

    def end(self) -> list[int]:
        with self._lock:
            waiting, self._waiting = self._waiting, None
        return sorted(waiting or ())


_later = _Later()


def postpone() -> None:
    """Hide documents only, from now on, until catch_up: the model of this process is not warm yet.

    Whoever finds them hidden for long takes up what a process that dies leaves.
    """
    _later.begin()


def catch_up() -> None:
    """Remove what was postponed, and no longer postpone."""
    if waiting := _later.end():
        remove(waiting)


def remove(document_ids: Sequence[int]) -> None:
    """Remove documents from both indexes, the database and the file store, a container with its parts.

    Hidden at once, gone on return or, while the model of this process gets warm, soon after. A container is marked
    before its parts are looked for, so that none can be made meanwhile; parts go before their container, so that a
    crash leaves nothing that nobody knows of.
    """
    _hide(document_ids)
    levels = generations(document_ids)
    for level in levels[1:]:
        _hide(level)
    if _later.take(document_ids):
        return
    for level in reversed(levels):
        for start in range(0, len(level), BATCH):
            with engines().write_lock:
                current = engines()
                remove_everywhere(
                    level[start : start + BATCH],
                    store=DatabaseStore(),
                    lexical=current.lexical,
                    vectors=current.vectors,
                )


def _hide(document_ids: Sequence[int]) -> None:
    for start in range(0, len(document_ids), BATCH):
        batch = document_ids[start : start + BATCH]
        Document.objects.filter(pk__in=batch, deleted_at=None).update(deleted_at=timezone.now())
