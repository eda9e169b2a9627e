"""Documents from rows to what the API shows. A whole page is read with a handful of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webapp.api.schemas.documents import (
    CollectionRef,
    Coverage,
    DocumentDetail,
    DocumentItem,
    Failure,
    JobProgress,
    ParentRef,
    TopSection,
)
from webapp.api.schemas.documents import Stage as StageName
from webapp.jobs.models import IndexingJob
from webapp.library import selectors
from webapp.library.models import Document
from webapp.library.parts import part_counts, unfinished_parts

STAGES: dict[str, StageName] = {
    "extract": "extract",
    "recognise": "recognise",
    "index": "index",
    "embed": "embed",
}
"""The stages in which there is work to do."""


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What stands in other tables about the documents of a page."""

    sections: dict[int, list[selectors.TopSection]]
    counts: dict[int, int]
    jobs: dict[int, IndexingJob]
    parents: dict[int, ParentRef]
    parts: dict[int, int]


def _surroundings(documents: Sequence[Document]) -> _Surroundings:
    revisions = [d.revision_id for d in documents if d.revision_id is not None]
    jobs = (
        IndexingJob.objects.filter(revision__document__in=documents, stage__in=STAGES)
        .select_related("revision")
        .order_by("revision__number")
    )
    return _Surroundings(
        sections=selectors.top_sections(revisions),
        counts=selectors.section_counts(revisions),
        jobs={job.revision.document_id: job for job in jobs},
        parents=_parents(documents),
        parts=part_counts([document.pk for document in documents]),
    )


def _parents(documents: Sequence[Document]) -> dict[int, ParentRef]:
    wanted = {document.parent_id for document in documents if document.parent_id is not None}
    rows = Document.objects.filter(pk__in=wanted).values_list("pk", "title", "file_name") if wanted else ()
    return {pk: ParentRef(id=pk, title=title or file_name) for pk, title, file_name in rows}


def items(documents: Sequence[Document]) -> list[DocumentItem]:
    """Return documents as rows of the library, in the given order. Collections should be loaded."""
    around = _surroundings(documents)
    return [DocumentItem.model_construct(**_item_fields(document, around)) for document in documents]


def detail(document: Document) -> DocumentDetail:
    """Return a document with its whole card."""
    return DocumentDetail(
        **_item_fields(document, _surroundings([document])),
        source=document.source,
        parts_unfinished=unfinished_parts(document.pk),
        sha256=document.sha256,
        revision=document.revision.number if document.revision else None,
        revision_count=document.revisions.count(),
        authors=[str(author) for author in document.authors],
        abstract=document.abstract,
        keywords=[str(word) for word in document.keywords],
        wrapped=document.wrapped,
        created=document.created or None,
        coverage=_coverage(document.coverage),
    )


def _item_fields(document: Document, around: _Surroundings) -> dict[str, Any]:
    revision_id = document.revision_id or 0
    coverage = _coverage(document.coverage)
    return {
        "id": document.pk,
        "title": document.title or document.file_name,
        "file_name": document.file_name,
        "file_type": document.file_type,
        "media_type": document.media_type,
        "size": document.size,
        "state": document.state,
        "failure": _failure(document),
        "progress": _progress(around.jobs.get(document.pk)),
        "collection": CollectionRef(id=document.collection_id, name=document.collection.name),
        "parent": around.parents.get(document.parent_id or 0),
        "part": document.part,
        "part_count": around.parts.get(document.pk, 0),
        "language": document.language,
        "word_count": document.word_count,
        "line_count": document.line_count,
        "page_count": document.page_count,
        "brief": document.brief,
        "outline_quality": document.outline_quality,
        "coverage_complete": coverage.complete,
        "section_count": around.counts.get(revision_id, 0),
        "top_sections": [
            TopSection.model_construct(**row._asdict()) for row in around.sections.get(revision_id, ())
        ],
        "tags": [str(tag) for tag in document.tags],
        "modified_at": document.modified_at,
        "added_at": document.added_at,
        "updated_at": document.updated_at,
    }


def _failure(document: Document) -> Failure | None:
    if not document.failure_code:
        return None
    return Failure(code=document.failure_code, message=document.failure_message)


def _progress(job: IndexingJob | None) -> JobProgress | None:
    if job is None:
        return None
    return JobProgress(
        stage=STAGES[job.stage],
        done=job.progress_done,
        total=job.progress_total,
        unit=job.progress_unit,
        cancel_requested=job.cancel_requested,
    )


def _coverage(kept: dict[str, Any]) -> Coverage:
    without, garbled = kept.get("pages_without_text") or [], kept.get("garbled_pages") or []
    return Coverage(
        complete=not (without or garbled),
        pages_without_text=without,
        garbled_pages=garbled,
        invisible_characters=kept.get("invisible_characters", 0),
        hidden_text=kept.get("hidden_text", 0),
        notes=kept.get("notes") or [],
    )
