"""The work of recognition: one document after the other, behind everything else."""

from __future__ import annotations

import logging
import time

from django.utils import timezone

from ingest.domain.errors import Crashed, ExtractionError
from ingest.domain.progress import DocumentState
from webapp.bridge import work
from webapp.jobs.claims import MAX_ATTEMPTS, claim, free, give_back
from webapp.jobs.messages import document_changed
from webapp.jobs.models import IndexingJob, Stage
from webapp.jobs.outage import AWAY, when_it_answers
from webapp.library.models import Document

log = logging.getLogger(__name__)


def waiting() -> int | None:
    """Return the revision that waits longest for recognition, None when none does."""
    jobs = IndexingJob.objects.filter(
        free(timezone.now()), stage=Stage.RECOGNISE, revision__document__deleted_at=None
    )
    return jobs.order_by("id").values_list("revision_id", flat=True).first()


def recognise(revision_id: int) -> bool:
    """Read one file with the text in its pictures. Returns whether it is ready to be indexed by its words."""
    job = claim(revision_id, Stage.RECOGNISE)
    if job is None:
        return False
    document_id = job.revision.document_id
    started = time.monotonic()
    try:
        if job.attempt > MAX_ATTEMPTS:
            work.fail(revision_id, Crashed())
            return False
        Document.objects.filter(pk=document_id, state=DocumentState.RECEIVED.value).update(
            state=DocumentState.EXTRACTING.value
        )
        document_changed(document_id)
        work.read(job, start=lambda revision_id: None)
    except ExtractionError as error:
        if work.stopping.is_set():
            give_back(revision_id)
        else:
            work.fail(revision_id, error)
        return False
    except AWAY as error:
        log.warning("revision %d was broken off: %s", revision_id, error)
        when_it_answers(lambda: give_back(revision_id), stopping=work.stopping)
        return False
    work.note_seconds([revision_id], "recognise", time.monotonic() - started)
    return True
