"""Removing documents, and whatever lies in them, from everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from ingest.pipeline.remove_document import remove as remove_everywhere
from webapp.bridge.engines import engines
from webapp.bridge.store import DatabaseStore
from webapp.library.models import Document
from webapp.library.parts import generations

BATCH = 500
"""Documents that are removed in one step of the engines and the database."""


def remove(document_ids: Sequence[int]) -> None:
    """Remove documents from both indexes, the database and the file store, a container with its parts.

    Hidden at once, gone on return. A container is marked before its parts are looked for, so that none can be
    made meanwhile; parts go before their container, so that a crash leaves nothing that nobody knows of.
    """
    _hide(document_ids)
    levels = generations(document_ids)
    for level in levels[1:]:
        _hide(level)
    current = engines()
    for level in reversed(levels):
        for start in range(0, len(level), BATCH):
            with current.write_lock:
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
