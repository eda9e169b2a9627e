"""A revision that waits for its stages: the rows of it. Sending the message that wakes a worker is the caller's."""

from __future__ import annotations

from django.db import transaction

from ingest.domain.progress import DocumentState
from webapp.bridge.recognition import is_on
from webapp.jobs.claims import UNFINISHED
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.models import Document, Revision


def queue(revision: Revision, *, password: str | None = None) -> None:
    """Have a revision wait for extraction. Jobs of earlier revisions of its document end: they are superseded."""
    with transaction.atomic():
        IndexingJob.objects.filter(
            revision__document_id=revision.document_id,
            revision__number__lt=revision.number,
            stage__in=UNFINISHED,
        ).update(stage=Stage.CANCELLED, lease_until=None, password="", error="A newer revision came.")
        again = is_on() and _was_recognised(revision)
        stage = Stage.RECOGNISE if again else Stage.EXTRACT
        IndexingJob.objects.get_or_create(
            revision=revision, defaults={"password": password or "", "stage": stage, "recognise": again}
        )
        Document.objects.filter(pk=revision.document_id).update(
            state=DocumentState.RECEIVED.value, failure_code="", failure_message=""
        )


def _was_recognised(revision: Revision) -> bool:
    """Whether what readers have of these bytes was recognised: without that they would lose it meanwhile."""
    published = revision.document.revision
    return (
        published is not None
        and published.sha256 == revision.sha256
        and IndexingJob.objects.filter(revision=published, recognise=True).exists()
    )


def queue_words(document_ids: list[int]) -> None:
    """Have published documents wait to be indexed by their words and vectors again, from what is kept."""
    for document in Document.objects.filter(pk__in=document_ids, deleted_at=None).exclude(revision=None):
        IndexingJob.objects.filter(revision=document.revision).exclude(
            stage__in=[Stage.EXTRACT, Stage.INDEX]
        ).update(stage=Stage.INDEX, lease_until=None, attempt=0, error="", error_code="")
