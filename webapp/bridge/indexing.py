"""Starting, stopping and removing: what uploads and transports ask of the pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from django.db import transaction
from django.db.models import F, Max, Q

from ingest.domain.errors import Cancelled
from ingest.domain.progress import DocumentState
from webapp.bridge import actors, work
from webapp.bridge.engines import are_open, engines
from webapp.bridge.queueing import queue, queue_words
from webapp.bridge.removal import remove
from webapp.jobs.messages import document_changed
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.errors import Conflict
from webapp.library.models import Document, Revision
from webapp.library.parts import BATCH, with_parts

_STOPPABLE = (Stage.EXTRACT, Stage.RECOGNISE, Stage.INDEX)

__all__ = ["cancel", "enqueue", "facts_changed", "reindex", "remove"]


def enqueue(revision_id: int, *, password: str | None = None) -> None:
    """Have a revision indexed. Jobs of earlier revisions of the same document end: they are superseded."""
    revision = Revision.objects.get(pk=revision_id)
    queue(revision, password=password)
    transaction.on_commit(lambda: actors.extract_revision.send(revision_id))
    document_changed(revision.document_id)


def reindex(document: Document, *, password: str | None = None) -> Revision:
    """Read a document's newest file again, as a new revision, so that readers keep the old text until then.

    Raises Conflict while it is being indexed.
    """
    newest = document.revisions.order_by("-number").first()
    if newest is None:
        raise Conflict("The document has no file. Upload it again.")
    if IndexingJob.objects.filter(revision=newest, stage__in=[Stage.EXTRACT, Stage.INDEX]).exists():
        raise Conflict("It is being indexed now. Wait until it is done, or cancel it first.")
    with transaction.atomic():
        last = document.revisions.aggregate(last=Max("number"))["last"]
        again = Revision.objects.create(
            document=document,
            number=last + 1,
            sha256=newest.sha256,
            size=newest.size,
            file_name=newest.file_name,
            media_type=newest.media_type,
            file_type=newest.file_type,
            modified_at=newest.modified_at,
        )
        enqueue(again.pk, password=password)
    return again


def cancel(document: Document) -> None:
    """Stop indexing a document, and a container's parts with it. What was readable before stays so.

    Raises Conflict when nothing runs.
    """
    newest = document.revisions.order_by("-number").first()
    stopped = _cancel([newest.pk]) if newest is not None else 0
    parts = with_parts([document.pk])[1:]  # after the container, so that no more of them are made
    for start in range(0, len(parts), BATCH):
        rows = IndexingJob.objects.filter(
            revision__document_id__in=parts[start : start + BATCH], stage__in=_STOPPABLE
        )
        stopped += _cancel(list(rows.values_list("revision_id", flat=True)))
    if not stopped:
        raise Conflict("Nothing to cancel: it is not being indexed. Delete it if it is not wanted.")


def _cancel(revision_ids: Sequence[int]) -> int:
    """Stop those of these revisions that are being indexed. Returns how many.

    A published one that only follows its tags, its collection or its edited outline goes on: that takes a moment,
    and half of it would be wrong.
    """
    follows = Q(stage=Stage.INDEX, revision__document__revision_id=F("revision_id"))
    jobs = IndexingJob.objects.filter(revision_id__in=revision_ids, stage__in=_STOPPABLE).exclude(follows)
    stopping = list(jobs.values_list("revision_id", flat=True))
    stopped = IndexingJob.objects.filter(revision_id__in=stopping, stage__in=_STOPPABLE).update(
        cancel_requested=True
    )
    for revision_id in stopping:
        work.fail(revision_id, Cancelled())
        _back_to_readable(revision_id)
    return stopped


def _back_to_readable(revision_id: int) -> None:
    """Let a document whose new reading was cancelled be what its published revision makes it."""
    document = Document.objects.filter(revisions=revision_id, state=DocumentState.FAILED.value).first()
    if document is None or document.revision_id is None:
        return
    waiting = IndexingJob.objects.filter(revision_id=document.revision_id).exclude(stage=Stage.DONE).exists()
    state = DocumentState.SEARCHABLE if waiting else DocumentState.COMPLETE
    Document.objects.filter(pk=document.pk).update(state=state.value, failure_code="", failure_message="")
    document_changed(document.pk)


def _look_for_words() -> None:
    actors.index_words.send()


def facts_changed(document_ids: Sequence[int]) -> None:
    """Have documents indexed again by their words and vectors, after their collection or tags changed.

    Nothing is extracted or embedded again: the kept text and vectors are written with the new facts.
    """
    # under the lock no batch is between reading the facts and writing them: each job is before or after one
    lock = engines().write_lock if are_open() else nullcontext()
    with lock, transaction.atomic():
        queue_words(list(document_ids))
    transaction.on_commit(_look_for_words)
