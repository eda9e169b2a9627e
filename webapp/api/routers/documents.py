"""The library: lists, one document, and what can be done to it."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Body, Query, Router, Status
from pydantic import Field

from webapp.api import document_views
from webapp.api.auth import caller, writer
from webapp.api.document_filters import DocumentFilters
from webapp.api.schemas.documents import (
    DocumentChange,
    DocumentDetail,
    DocumentPage,
    FacetCount,
    Facets,
    HeldIds,
    MatchingIds,
    Reindex,
    Sort,
)
from webapp.audit.services import record
from webapp.bridge import indexing
from webapp.jobs.messages import document_changed, document_removed
from webapp.library import services
from webapp.library.access import get_collection, get_document, get_document_to_change
from webapp.library.parts import with_parts
from webapp.library.selectors import collections_of, document_slice, facet_counts, filtered, matching_ids

router = Router()

Cursor = Annotated[str, Field(max_length=2_000)]


@router.get("/documents", response=DocumentPage, operation_id="list_documents", summary="List documents")
def list_documents(
    request: HttpRequest,
    filters: Query[DocumentFilters],
    sort: Sort = "-added",
    cursor: Cursor | None = None,
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
) -> DocumentPage:
    """Return a page of the library. Follow `next_cursor`; what is added meanwhile shifts nothing."""
    page = document_slice(caller(request).reader, filters.wanted(), sort=sort, cursor=cursor, limit=limit)
    return DocumentPage(
        items=document_views.items(page.documents), total=page.total, next_cursor=page.next_cursor
    )


@router.get(
    "/documents/ids",
    response=MatchingIds,
    operation_id="list_document_ids",
    summary="Ids of all documents that match",
)
def list_ids(request: HttpRequest, filters: Query[DocumentFilters]) -> MatchingIds:
    """Return the ids of all documents that match, at once: what "all of these" means to a call for many."""
    held = matching_ids(caller(request).reader, filters.wanted())
    return MatchingIds(
        total=sum(len(ids) for ids in held.values()),
        collections=[HeldIds(collection=pk, document_ids=ids) for pk, ids in sorted(held.items())],
    )


@router.get("/facets", response=Facets, operation_id="count_facets", summary="Count facets")
def count_facets(request: HttpRequest, filters: Query[DocumentFilters]) -> Facets:
    """Count documents by each filter's values, under the other filters."""
    reader, wanted = caller(request).reader, filters.wanted()
    counts = facet_counts(reader, wanted)
    names = {str(collection.pk): collection.name for collection, _ in collections_of(reader)}

    def told(name: str) -> list[FacetCount]:
        return [
            FacetCount(
                value=value, label=names.get(value, value) if name == "collections" else value, count=count
            )
            for value, count in counts[name]
        ]

    return Facets(
        total=filtered(reader, wanted).count(),
        type=told("types"),
        language=told("languages"),
        collection=told("collections"),
        tag=told("tags"),
        state=told("states"),
        outline_quality=told("outline_qualities"),
    )


@router.get(
    "/documents/{int:document_id}",
    response=DocumentDetail,
    operation_id="get_document",
    summary="One document",
)
def get_one(request: HttpRequest, document_id: int) -> DocumentDetail:
    """Return a document with its whole card."""
    return document_views.detail(get_document(caller(request).reader, document_id))


@router.patch(
    "/documents/{int:document_id}",
    response=DocumentDetail,
    operation_id="change_document",
    summary="Tag or move a document",
)
def change(request: HttpRequest, document_id: int, payload: DocumentChange) -> DocumentDetail:
    """Replace the tags of a document, or move it to another collection. What is not given stays."""
    reader = writer(request).reader
    document = get_document_to_change(reader, document_id)
    changed: list[int] = []
    before = document.collection_id
    if payload.collection is not None and services.move_document(
        reader, document, get_collection(reader, payload.collection)
    ):
        changed = with_parts([document_id])
        for moved_id in changed:
            document_removed(moved_id, before)
    if payload.tags is not None and services.set_tags(reader, document, payload.tags):
        changed = changed or [document_id]
    if changed:
        indexing.facts_changed(changed)
        for changed_id in changed:
            document_changed(changed_id)
    return document_views.detail(get_document(reader, document_id))


@router.delete(
    "/documents/{int:document_id}",
    response={204: None},
    operation_id="delete_document",
    summary="Delete a document",
)
def delete(request: HttpRequest, document_id: int) -> Status[None]:
    """Delete a document with its original, its text and its index entries. There is no undo."""
    document = get_document_to_change(writer(request).reader, document_id)
    indexing.remove([document.pk])
    record("document-deleted", f"{document.file_name} ({document_id})")
    return Status(204, None)


@router.post(
    "/documents/{int:document_id}/reindex",
    response={202: DocumentDetail},
    operation_id="reindex_document",
    summary="Read a document again",
)
def reindex(
    request: HttpRequest, document_id: int, payload: Annotated[Reindex | None, Body()] = None
) -> Status[DocumentDetail]:
    """Read the file again, with a password if it needs one. The old text stays until the new one is ready."""
    reader = writer(request).reader
    document = get_document_to_change(reader, document_id)
    indexing.reindex(document, password=payload.password if payload else None)
    return Status(202, document_views.detail(get_document(reader, document_id)))


@router.post(
    "/documents/{int:document_id}/cancel",
    response={202: DocumentDetail},
    operation_id="cancel_document",
    summary="Stop reading a document",
)
def cancel(request: HttpRequest, document_id: int) -> Status[DocumentDetail]:
    """Stop the work on a document. What was readable before stays so."""
    reader = writer(request).reader
    indexing.cancel(get_document_to_change(reader, document_id))
    return Status(202, document_views.detail(get_document(reader, document_id)))
