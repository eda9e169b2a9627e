"""Text in pictures: which files wait to have it recognised, and what becomes of them when that ends.

A file without any text waits as it is. One with text is published first; what its pictures say comes as a
revision of the same bytes, so that nobody waits for it and nobody reads less than before.
"""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings
from django.db import transaction

from ingest.domain.document import Card
from ingest.domain.errors import Cancelled, ExtractionError, NoTextLayer, Unsupported
from ingest.domain.formats import RECOGNISED
from ingest.domain.progress import DocumentState
from ingest.extract.ocr.open import is_installed
from ingest.extract.protocol import Limits
from ingest.extract.registry import is_picture
from webapp.jobs.messages import document_changed
from webapp.jobs.models import IndexingJob, Stage
from webapp.library import file_store
from webapp.library.models import Document, Revision

UNDETECTED = "application/octet-stream"
SPARE_SECONDS = 900
"""For everything but recognition itself: its limit is kept in the child, which then tells what is missing."""

MAPPED_MB = 2_000

TO_COME = "OCR of the pages without readable text is under way: a new revision will bring what it finds."

_READABLE = (DocumentState.SEARCHABLE.value, DocumentState.COMPLETE.value)


def is_on() -> bool:
    """Whether text in pictures is recognised here: the extra is installed, and not switched off."""
    return settings.MOKUJI["ocr"] == "auto" and is_installed()


def for_recognition(limits: Limits) -> Limits:
    """Return the limits of a file that is recognised: pages take seconds each, the model's library reserves memory."""
    return replace(limits, seconds=limits.recognition_seconds + SPARE_SECONDS, mapped_mb=MAPPED_MB)


def wait_instead(job: IndexingJob, error: ExtractionError) -> bool:
    """Have a file that could not be read wait for recognition, if that may help. Returns whether it does."""
    if not (is_on() and _may_help(job.revision, error)):
        return False
    waiting = IndexingJob.objects.filter(pk=job.pk, stage=Stage.EXTRACT, cancel_requested=False).update(
        stage=Stage.RECOGNISE, recognise=True, lease_until=None, attempt=0, progress_done=0, progress_total=0
    )
    return bool(waiting)


def _may_help(revision: Revision, error: ExtractionError) -> bool:
    if revision.media_type == UNDETECTED:
        return isinstance(error, Unsupported) and is_picture(file_store.fetch(revision.sha256))
    return isinstance(error, NoTextLayer) and revision.media_type in RECOGNISED


def follow_up(revision: Revision, card: Card) -> bool:
    """Have the pages that gave no text recognised, as a revision to come. To be called as this one is published.

    Returns whether one will come.
    """
    if card.coverage.complete or revision.media_type not in RECOGNISED or not is_on():
        return False
    if IndexingJob.objects.filter(revision=revision, recognise=True).exists():
        return False
    again = Revision.objects.create(
        document=revision.document,
        number=revision.number + 1,
        sha256=revision.sha256,
        size=revision.size,
        file_name=revision.file_name,
        media_type=revision.media_type,
        file_type=revision.file_type,
        modified_at=revision.modified_at,
    )
    IndexingJob.objects.create(revision=again, stage=Stage.RECOGNISE, recognise=True)
    return True


def end_follow_up(revision_id: int, error: ExtractionError) -> bool:
    """End the recognition of a document that is readable without it; its card says why. Returns whether it was one."""
    with transaction.atomic():
        ended = IndexingJob.objects.filter(
            revision_id=revision_id, stage=Stage.RECOGNISE, revision__document__state__in=_READABLE
        ).update(
            stage=Stage.CANCELLED if isinstance(error, Cancelled) else Stage.FAILED,
            lease_until=None,
            error_code=error.code,
            error=str(error),
        )
        if not ended:
            return False
        document = Document.objects.get(revisions=revision_id)
        notes = [note for note in document.coverage.get("notes", ()) if note != TO_COME]
        notes.append(f"Its pictures were not read by OCR: {error}")
        Document.objects.filter(pk=document.pk).update(coverage={**document.coverage, "notes": notes})
    document_changed(document.pk)
    return True
