"""Answers that agents were given are forgotten with the documents that they name."""

from __future__ import annotations

import threading
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete

from webapp.library.models import Document
from webapp.retrieval.call_log import forget_answers

_deleted = threading.local()


def connect() -> None:
    """Hear of documents that are deleted."""
    post_delete.connect(_note, sender=Document, dispatch_uid="forget-answers")


def _note(instance: Document, **_: Any) -> None:
    """Take note of one of perhaps hundreds, which are looked for in the log once, behind their transaction."""
    _ids().add(instance.pk)
    transaction.on_commit(_forget)


def _forget() -> None:
    ids = _ids()
    gone = ids - set(Document.objects.filter(pk__in=ids).values_list("pk", flat=True)) if ids else set()
    ids.clear()
    if gone:
        forget_answers(gone)


def _ids() -> set[int]:
    """The documents that this thread deleted; some may have come back with a transaction that failed."""
    ids: set[int] | None = getattr(_deleted, "ids", None)
    if ids is None:
        ids = _deleted.ids = set()
    return ids
