"""What is read from the library's rows, always under access rules: filtered pages, facets, shapes."""

from __future__ import annotations

import base64
import binascii
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Count, F, Func, Q, QuerySet, Value, Window
from django.db.models.functions import Coalesce, Lower, NullIf, RowNumber, Substr

from ingest.domain.formats import FORMATS
from webapp.library.access import Reader, get_collection, visible_documents
from webapp.library.errors import BadRequest
from webapp.library.models import Collection, Document, Revision, SectionRow

TOP_SECTIONS = 60
"""At most so many first-level sections are shown of a document in a list."""

SORTS: dict[str, str] = {
    "added": "added_at",
    "modified": "modified_at",
    "title": "sort_title",
    "size": "size",
    "words": "word_count",
    "type": "file_type",
}


CARD_TEXTS = ("abstract", "keywords", "authors")
"""Fields that a row of a list does not show."""


class ListHolds(Func):
    """Whether a JSON list holds a text."""

    output_field = models.BooleanField()
    arity = 2

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Ask json_each, since SQLite has no containment."""
        return self.as_sql(
            compiler,
            connection,
            template="EXISTS (SELECT 1 FROM json_each(%(expressions)s)",
            arg_joiner=") WHERE json_each.value = ",
            **context,
        )

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Ask jsonb's own operator for a text in a list."""
        return self.as_sql(compiler, connection, template="(%(expressions)s)", arg_joiner=" ? ", **context)


_READABLE = frozenset(form.file_type for form in FORMATS)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFilter:
    """Which documents are wanted. Values of one field are alternatives, fields narrow each other.

    parents: ids of containers. collections: names or ids. words: each must stand in the title or the file name.
    """

    collections: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    outline_qualities: tuple[str, ...] = ()
    parents: tuple[int, ...] = ()
    modified_after: datetime | None = None
    modified_before: datetime | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class DocumentSlice:
    """A page of documents. next_cursor is None on the last one; total counts all that match."""

    documents: tuple[Document, ...]
    total: int
    next_cursor: str | None


def filtered(reader: Reader, wanted: DocumentFilter, *, without: str = "") -> QuerySet[Document]:
    """Return the documents that match, leaving one filter (`types`, `tags`, …) out when its facet is counted.

    Raises NotFound for a collection the caller does not have.
    """
    conditions = _conditions(reader, wanted)
    conditions.pop(without, None)
    found = visible_documents(reader)
    for condition in conditions.values():
        found = found.filter(condition)
    return found


def _conditions(reader: Reader, wanted: DocumentFilter) -> dict[str, Q]:
    conditions: dict[str, Q] = {}
    if wanted.collections:
        ids = [get_collection(reader, name).pk for name in wanted.collections]
        conditions["collections"] = Q(collection_id__in=ids)
    if wanted.types:
        conditions["types"] = Q(file_type__in=_known_types(reader, wanted.types))
    if wanted.languages:
        conditions["languages"] = _any(
            Q(language__iexact=code) | Q(language__istartswith=f"{code}-") for code in wanted.languages
        )
    if wanted.tags:
        conditions["tags"] = _any(Q(ListHolds(F("tags"), Value(tag))) for tag in wanted.tags)
    if wanted.states:
        conditions["states"] = Q(state__in=wanted.states)
    if wanted.parents:
        conditions["parents"] = Q(parent_id__in=wanted.parents)
    if wanted.outline_qualities:
        conditions["outline_qualities"] = Q(outline_quality__in=wanted.outline_qualities)
    return conditions | _range_conditions(wanted)


def _known_types(reader: Reader, wanted: Iterable[str]) -> list[str]:
    """Return file types as they are kept. Raises BadRequest for one that no file can have."""
    types = [name.lower().lstrip(".") for name in wanted]
    if not all(name in _READABLE for name in types):
        here = set(visible_documents(reader).order_by().values_list("file_type", flat=True).distinct())
        for name in types:
            if name not in _READABLE | here:
                listed = ", ".join(sorted(here)[:20]) or "no documents yet"
                raise BadRequest(f"There is no file type {name[:60]!r}. Here: {listed}.")
    return types


def _range_conditions(wanted: DocumentFilter) -> dict[str, Q]:
    conditions: dict[str, Q] = {}
    if wanted.modified_after is not None:
        conditions["modified_after"] = Q(modified_at__gte=wanted.modified_after)
    if wanted.modified_before is not None:
        conditions["modified_before"] = Q(modified_at__lte=wanted.modified_before)
    for position, word in enumerate(wanted.words.split()[:20]):
        conditions[f"word{position}"] = Q(title__icontains=word) | Q(file_name__icontains=word)
    return conditions


def _any(conditions: Iterable[Q]) -> Q:
    together = Q()
    for condition in conditions:
        together |= condition
    return together


def document_slice(
    reader: Reader,
    wanted: DocumentFilter,
    *,
    sort: str = "-added",
    cursor: str | None = None,
    limit: int = 50,
) -> DocumentSlice:
    """Return a page after a cursor. What is added or deleted meanwhile neither repeats nor hides a document.

    Raises BadRequest for an unknown sort and for a cursor that is not of this sort.
    """
    descending = sort.startswith("-")
    field = SORTS.get(sort.removeprefix("-"))
    if field is None:
        raise BadRequest(f"Cannot sort by {sort!r}. Valid: {', '.join(SORTS)}, each also with a leading `-`.")
    found = filtered(reader, wanted)
    total = found.count()
    ordered = (
        found.select_related("collection")
        .defer(*CARD_TEXTS)
        .annotate(sort_title=Substr(Lower(Coalesce(NullIf("title", Value("")), "file_name")), 1, 80))
    )
    if cursor:
        ordered = ordered.filter(_after(cursor, sort, field, descending=descending))
    sign = "-" if descending else ""
    rows = list(ordered.order_by(f"{sign}{field}", f"{sign}id")[: limit + 1])
    more = len(rows) > limit
    return DocumentSlice(
        documents=tuple(rows[:limit]),
        total=total,
        next_cursor=_cursor(sort, getattr(rows[limit - 1], field), rows[limit - 1].pk) if more else None,
    )


def matching_ids(reader: Reader, wanted: DocumentFilter) -> dict[int, list[int]]:
    """Return the ids of all documents that match, ascending, by the id of their collection.

    Raises NotFound for a collection the caller does not have.
    """
    held: dict[int, list[int]] = {}
    rows = filtered(reader, wanted).order_by("id").values_list("collection_id", "id")
    for collection_id, document_id in rows.iterator(chunk_size=2_000):
        held.setdefault(collection_id, []).append(document_id)
    return held


def _cursor(sort: str, value: Any, document_id: int) -> str:
    plain = value.isoformat() if isinstance(value, datetime) else value
    raw = json.dumps([sort, plain, document_id], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(raw.encode("utf-8")).decode("ascii").rstrip("=")


def _after(cursor: str, sort: str, field: str, *, descending: bool) -> Q:
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        kept_sort, value, document_id = json.loads(raw.decode("utf-8"))
        if kept_sort != sort or not _fits(field, value) or not isinstance(document_id, int):
            raise ValueError("not a cursor of this sort")
        if not 0 < document_id < 2**63:
            raise ValueError("not an id")
        if field.endswith("_at"):
            value = datetime.fromisoformat(value)
    except (ValueError, TypeError, binascii.Error, RecursionError):
        raise BadRequest(
            "The cursor is not one of this sort. Take `next_cursor` of an answer with the same sort."
        ) from None
    beyond = "lt" if descending else "gt"
    return Q((f"{field}__{beyond}", value)) | Q((field, value), (f"id__{beyond}", document_id))


def _fits(field: str, value: object) -> bool:
    if field in {"size", "word_count"}:
        return isinstance(value, int) and -(2**63) <= value < 2**63
    return isinstance(value, str) and "\0" not in value and value.isprintable() | (field == "sort_title")


def facet_counts(reader: Reader, wanted: DocumentFilter) -> dict[str, list[tuple[str, int]]]:
    """Return (value, count) for each facet, most first, each under every filter but its own."""
    counted = {
        "types": "file_type",
        "languages": "language",
        "collections": "collection_id",
        "states": "state",
        "outline_qualities": "outline_quality",
    }
    facets: dict[str, list[tuple[str, int]]] = {}
    for name, field in counted.items():
        rows = (
            filtered(reader, wanted, without=name).order_by().values_list(field).annotate(number=Count("id"))
        )
        facets[name] = _most_first((str(value), number) for value, number in rows)
    tags: Counter[str] = Counter()
    for held in (
        filtered(reader, wanted, without="tags").exclude(tags=[]).order_by().values_list("tags", flat=True)
    ):
        tags.update(held)
    facets["tags"] = _most_first(tags.items())
    return facets


def _most_first(counts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(counts, key=lambda pair: (-pair[1], pair[0]))


def collections_of(reader: Reader) -> list[tuple[Collection, int]]:
    """Return the caller's collections by name, each with the number of its documents."""
    counts = dict(
        visible_documents(reader).order_by().values_list("collection_id").annotate(number=Count("id"))
    )
    mine = Collection.objects.filter(pk__in=reader.collection_ids).order_by("name", "id")
    mine = mine.select_related("owner").prefetch_related("memberships")
    return [(collection, counts.get(collection.pk, 0)) for collection in mine]


class TopSection(NamedTuple):
    """A section of the level that shows a document's shape. Lines are 1-based, inclusive."""

    number: str
    title: str
    first_line: int
    last_line: int
    provenance: str
    confidence: float


def top_sections(revision_ids: Sequence[int]) -> dict[int, list[TopSection]]:
    """Return the sections that show the shape of revisions, in order, at most TOP_SECTIONS of each.

    They are the first level; below a single heading, which is the title over everything, they are the second.
    """
    rows = (
        SectionRow.objects.filter(revision_id__in=revision_ids, level__lte=2)
        .annotate(
            place=Window(RowNumber(), partition_by=[F("revision_id"), F("level")], order_by="position"),
        )
        .filter(place__lte=TOP_SECTIONS)
        .order_by("revision_id", "position")
        .values_list("revision_id", "level", *TopSection._fields)
    )
    levels: dict[int, tuple[list[TopSection], list[TopSection]]] = {}
    for revision_id, level, *facts in rows:
        levels.setdefault(revision_id, ([], []))[level - 1].append(TopSection(*facts))
    return {
        revision_id: second if len(first) == 1 and len(second) > 1 else first
        for revision_id, (first, second) in levels.items()
    }


def section_counts(revision_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of sections of revisions; those without any are left out."""
    return dict(
        SectionRow.objects.filter(revision_id__in=revision_ids)
        .order_by()
        .values_list("revision_id")
        .annotate(number=Count("id"))
    )


def revision_to_open(document: Document, number: int | None = None) -> Revision | None:
    """Return the revision whose file a reader opens: the given one, else the published, else the newest."""
    if number is not None:
        return document.revisions.filter(number=number).first()
    return document.revision or document.revisions.order_by("-number").first()
