"""The verb `browse`: what there is, page by page (SPEC 5)."""

from __future__ import annotations

from ingest.domain.tokens import count_tokens
from webapp.library.access import Reader
from webapp.library.errors import BadRequest
from webapp.library.models import Document
from webapp.library.selectors import SORTS, DocumentFilter, collections_of, document_slice
from webapp.retrieval import list_text
from webapp.retrieval.answers import BrowseAnswer, BrowsedCollection, BrowsedDocument
from webapp.retrieval.clean import one_line
from webapp.retrieval.filters import FilterArguments, type_names

DEFAULT_LIMIT = 30
MAX_LIMIT = 100
_COLLECTIONS = 50


def browse(
    reader: Reader,
    *,
    collection: str | None = None,
    sort: str = "-added",
    type: str | None = None,
    limit: int = DEFAULT_LIMIT,
    cursor: str | None = None,
) -> BrowseAnswer:
    """Return a page of documents, and on the first page of everything the collections, too.

    sort: `added`, `modified`, `title`, `size`, `words` or `type`, each also with a leading `-`. cursor: what an
    earlier answer gave to go on with. Raises NotFound for an unknown collection, BadRequest saying what is valid.
    """
    if not 1 <= limit <= MAX_LIMIT:
        raise BadRequest(f"limit is {limit}, but must be from 1 to {MAX_LIMIT}.")
    if sort.removeprefix("-") not in SORTS:
        raise BadRequest(
            f"sort is {sort[:40]!r}, but must be one of {', '.join(SORTS)}, or one with a leading `-`."
        )
    wanted = DocumentFilter(
        collections=(collection,) if collection else (), types=type_names(reader, FilterArguments(type=type))
    )
    page = document_slice(reader, wanted, sort=sort, cursor=cursor, limit=limit)
    documents = tuple(map(_browsed, page.documents))
    collections = () if collection or cursor else _collections(reader)
    said = list_text.browse(documents, collections, total=page.total, cursor=page.next_cursor)
    return BrowseAnswer(
        documents=documents,
        collections=collections,
        total=page.total,
        cursor=page.next_cursor,
        text=said,
        tokens=count_tokens(said),
    )


def _collections(reader: Reader) -> tuple[BrowsedCollection, ...]:
    counted = collections_of(reader)[:_COLLECTIONS]
    return tuple(BrowsedCollection(one.pk, one_line(one.name), count) for one, count in counted)


def _browsed(document: Document) -> BrowsedDocument:
    return BrowsedDocument(
        document_id=document.pk,
        title=one_line(document.title) or one_line(document.file_name),
        file_type=document.file_type,
        language=document.language,
        word_count=document.word_count,
        line_count=document.line_count,
        state=document.state,
        collection=one_line(document.collection.name),
        modified=document.modified_at.date().isoformat() if document.modified_at else "",
    )
