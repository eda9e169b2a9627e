"""Where documents stand on their way to being found, as a browser shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone

from ingest.domain.progress import DocumentState
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.access import audience_of, roles_of
from webapp.library.models import Document
from webapp.library.parts import part_counts

SNAPSHOT_DOCUMENTS = 500
"""Most unfinished documents that a snapshot lists; the library shows the rest."""

LOOKED_AFTER = timedelta(days=1)
"""So long after its last change a document still counts as an upload of whoever gave it."""


@dataclass(frozen=True, slots=True)
class DocumentStatus:
    """Where one document stands. done and total count units (pages, chapters); total is 0 when unknown.

    parts: documents that lie in it, when it is a container. recognising: text in its pictures is being
    recognised; a document that is searchable or complete can be read meanwhile. changed: ISO 8601, when its text,
    its outline, its tags or its place last changed; progress is no change. own: whoever is told gave it
    lately, so that every tab of theirs shows it among the uploads.
    """

    id: int
    collection_id: int
    title: str
    file_name: str
    file_type: str
    language: str
    state: str
    failure_code: str
    failure_message: str
    done: int
    total: int
    unit: str
    parts: int
    recognising: bool
    changed: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """How many documents a person has in each state."""

    received: int = 0
    extracting: int = 0
    searchable: int = 0
    complete: int = 0
    failed: int = 0


def statuses(document_ids: Iterable[int]) -> dict[int, list[DocumentStatus]]:
    """Return where documents stand, by the ids of those who may see them. Unknown ids are left out."""
    ids = list(document_ids)
    jobs = {
        job.revision.document_id: job
        for job in IndexingJob.objects.filter(revision__document_id__in=ids)
        .select_related("revision")
        .order_by("revision__number")
    }
    parts = part_counts(ids)
    told: dict[int, list[DocumentStatus]] = {}
    documents = list(Document.objects.filter(pk__in=ids, deleted_at=None))
    audience = audience_of(document.collection_id for document in documents)
    for document in documents:
        status = _status(document, jobs.get(document.pk), parts.get(document.pk, 0))
        giver = _giver(document)
        for user_id in audience[document.collection_id]:
            told.setdefault(user_id, []).append(replace(status, own=True) if user_id == giver else status)
    return told


def _giver(document: Document) -> int | None:
    """Return who gave the document lately; nobody gives what lies in a container by itself."""
    if document.parent_id is not None or document.updated_at < timezone.now() - LOOKED_AFTER:
        return None
    return document.added_by_id


def _status(document: Document, job: IndexingJob | None, parts: int) -> DocumentStatus:
    return DocumentStatus(
        id=document.pk,
        collection_id=document.collection_id,
        title=document.title or document.file_name,
        file_name=document.file_name,
        file_type=document.file_type,
        language=document.language,
        state=document.state,
        failure_code=document.failure_code,
        failure_message=document.failure_message,
        done=job.progress_done if job else 0,
        total=job.progress_total if job else 0,
        unit=job.progress_unit if job else "page",
        parts=parts,
        recognising=job is not None and job.stage == Stage.RECOGNISE,
        changed=document.updated_at.isoformat(),
    )


def counts_of(user_id: int) -> Counts:
    """Count the documents a person may see by state."""
    rows = (
        Document.objects.filter(collection_id__in=roles_of(user_id), deleted_at=None)
        .order_by()
        .values_list("state")
        .annotate(number=Count("id"))
    )
    return Counts(**{state: number for state, number in rows if state in Counts.__slots__})


def unfinished(user_id: int) -> tuple[DocumentStatus, ...]:
    """Return where the unfinished documents a person may see stand, newest first, at most SNAPSHOT_DOCUMENTS."""
    recognised = IndexingJob.objects.filter(stage=Stage.RECOGNISE).values("revision__document_id")
    ids = list(
        Document.objects.filter(collection_id__in=roles_of(user_id), deleted_at=None)
        .filter(~Q(state=DocumentState.COMPLETE.value) | Q(pk__in=recognised))
        .order_by("-id")
        .values_list("id", flat=True)[:SNAPSHOT_DOCUMENTS]
    )
    return tuple(statuses(ids).get(user_id, ()))
