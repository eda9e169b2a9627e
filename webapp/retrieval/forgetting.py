"""Answers that agents were given are forgotten with the documents that they name."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete

from webapp.library.models import Document
from webapp.retrieval.call_log import forget_answers


def connect() -> None:
    """Hear of documents that are deleted."""
    post_delete.connect(_forget, sender=Document, dispatch_uid="forget-answers")


def _forget(instance: Document, **_: Any) -> None:
    forget_answers(instance.pk)
