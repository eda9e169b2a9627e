"""Containers and their parts: which documents lie in which, and what keeps that true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from ingest.domain.parts import Known
from ingest.domain.progress import DocumentState
from webapp.library.models import Collection, Document, Revision

BATCH = 500
_ENDED = (DocumentState.COMPLETE.value, DocumentState.FAILED.value)


class Moved(Exception):
    """A container has just been moved to another collection."""


def generations(document_ids: Sequence[int]) -> list[list[int]]:
    """Return documents and all that lie in them: the given ones, then their parts, then the parts of those."""
    found: list[list[int]] = []
    seen: set[int] = set()
    level = list(dict.fromkeys(document_ids))
    while level:
        found.append(level)
        seen.update(level)
        below: list[int] = []
        for start in range(0, len(level), BATCH):
            rows = Document.objects.filter(parent_id__in=level[start : start + BATCH])
            below += [pk for pk in rows.order_by("pk").values_list("pk", flat=True) if pk not in seen]
        level = below
    return found


def with_parts(document_ids: Sequence[int]) -> list[int]:
    """Return documents and all that lie in them, each once."""
    return [pk for level in generations(document_ids) for pk in level]


def part_counts(document_ids: Sequence[int]) -> dict[int, int]:
    """Return how many documents lie directly in each of these; those that hold none are left out."""
    return dict(
        Document.objects.filter(parent_id__in=document_ids, deleted_at=None)
        .order_by()
        .values_list("parent_id")
        .annotate(number=Count("id"))
    )


def unfinished_parts(document_id: int) -> int:
    """Return how many of all that lies in a document is still on its way to being complete or failed."""
    waiting = 0
    for level in generations([document_id])[1:]:
        for start in range(0, len(level), BATCH):
            rows = Document.objects.filter(pk__in=level[start : start + BATCH], deleted_at=None)
            waiting += rows.exclude(state__in=_ENDED).count()
    return waiting


def nesting(document: Document) -> int:
    """Return how deep a document lies: 1 for one that was added by itself, 2 for a part of it and so on."""
    depth, above = 1, document.parent_id
    while above is not None and depth < 100:
        depth += 1
        above = Document.objects.filter(pk=above).values_list("parent_id", flat=True).first()
    return depth


def outermost(document: Document) -> int:
    """Return the id of the container that a document lies in, which itself lies in none."""
    found, above = document.pk, document.parent_id
    while above is not None:
        found = above
        above = Document.objects.filter(pk=above).values_list("parent_id", flat=True).first()
    return found


def known_parts(container: Document) -> list[Known]:
    """Return the parts of a container that are kept."""
    rows = Document.objects.filter(parent=container, deleted_at=None).order_by("pk")
    return [Known(pk, part, sha256) for pk, part, sha256 in rows.values_list("pk", "part", "sha256")]


def lock_container(container: Document) -> Document | None:
    """Hold a container against deletion and moving until the transaction ends.

    Returns it as it is now, None when it is being deleted. Raises Moved when it has just left its collection: end the
    transaction and begin anew. Its collection comes first, as everywhere: two that wait for each other would wait
    for ever.
    """
    rows = Document.objects.filter(pk=container.pk)
    before = rows.first()
    if before is None:
        return None
    Collection.objects.select_for_update().filter(pk=before.collection_id).first()
    held = rows.filter(deleted_at=None).select_related("collection").select_for_update(of=("self",)).first()
    if held is not None and held.collection_id != before.collection_id:
        raise Moved
    return held


def strays() -> QuerySet[Document]:
    """Return the parts that lie in another collection than their container, and are read by others than it is."""
    return Document.objects.filter(deleted_at=None, parent__deleted_at=None).exclude(
        Q(parent=None) | Q(collection=F("parent__collection"))
    )


def gather_strays() -> list[int]:
    """Put such parts, and what lies in them, where their containers are. Returns those that were moved."""
    gathered: list[int] = []
    for stray in strays().order_by("pk"):
        with transaction.atomic():
            stray.refresh_from_db()
            assert stray.parent is not None
            family = with_parts([stray.pk])
            rows = Document.objects.filter(pk__in=family)
            rows.update(collection=stray.parent.collection_id, updated_at=timezone.now())
        gathered += family
    return list(dict.fromkeys(gathered))


def move_parts(moved: Mapping[int, str]) -> list[int]:
    """Give parts other paths; two may exchange theirs. Returns those whose file name changed."""
    renamed: list[int] = []
    with transaction.atomic():
        for document in Document.objects.filter(pk__in=list(moved)):
            Document.objects.filter(pk=document.pk).update(part=f"\n{document.pk}")
            name = moved[document.pk].rpartition("/")[2]
            if name != document.file_name:
                renamed.append(document.pk)
                Document.objects.filter(pk=document.pk).update(file_name=name)
                Revision.objects.filter(document=document).update(file_name=name)
        for document_id, path in moved.items():
            Document.objects.filter(pk=document_id).update(part=path)
    return renamed
