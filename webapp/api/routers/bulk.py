"""One action on many documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.http import HttpRequest
from ninja import Router

from webapp.api.auth import writer
from webapp.api.schemas.documents import BulkAnswer, BulkProblem, BulkRequest
from webapp.audit.services import record
from webapp.bridge import indexing
from webapp.jobs.messages import document_changed, document_removed
from webapp.library import services
from webapp.library.access import Reader, get_collection, require_role, visible_documents
from webapp.library.errors import BadRequest, LibraryError
from webapp.library.models import Document, Role
from webapp.library.parts import with_parts

router = Router()

_CHUNK = 500


@router.post(
    "/documents/bulk", response=BulkAnswer, operation_id="change_documents", summary="Act on many documents"
)
def act(request: HttpRequest, payload: BulkRequest) -> BulkAnswer:
    """Delete, reindex, cancel, tag or move documents. Those left undone are named with the reason."""
    reader = writer(request).reader
    ids = list(dict.fromkeys(payload.document_ids))
    documents = _load(reader, ids)
    not_done = [
        BulkProblem(document_id=pk, detail=f"No document has the id {pk}.")
        for pk in ids
        if pk not in documents
    ]
    wanted, refused = _changeable(reader, [documents[pk] for pk in ids if pk in documents])
    done, failed = _ACTIONS[payload.action](reader, payload, wanted)
    return BulkAnswer(done=done, not_done=[*not_done, *refused, *failed])


_Result = tuple[list[int], list[BulkProblem]]


def _load(reader: Reader, ids: Sequence[int]) -> dict[int, Document]:
    found: dict[int, Document] = {}
    for start in range(0, len(ids), _CHUNK):
        chunk = (
            visible_documents(reader).select_related("collection").filter(pk__in=ids[start : start + _CHUNK])
        )
        found.update((document.pk, document) for document in chunk)
    return found


def _changeable(reader: Reader, documents: Sequence[Document]) -> tuple[list[Document], list[BulkProblem]]:
    """Return the documents that the caller may change, and why not the others."""
    ids, problems = _each(documents, lambda document: require_role(reader, document.collection, Role.EDITOR))
    return [document for document in documents if document.pk in set(ids)], problems


def _delete(_: Reader, __: BulkRequest, documents: Sequence[Document]) -> _Result:
    ids = [document.pk for document in documents]
    for start in range(0, len(ids), _CHUNK):
        indexing.remove(ids[start : start + _CHUNK])
    for document, pk in zip(documents, ids, strict=True):
        record("document-deleted", f"{document.file_name} ({pk})")
    return ids, []


def _reindex(_: Reader, __: BulkRequest, documents: Sequence[Document]) -> _Result:
    return _each(documents, indexing.reindex)


def _cancel(_: Reader, __: BulkRequest, documents: Sequence[Document]) -> _Result:
    return _each(documents, indexing.cancel)


def _tag(reader: Reader, payload: BulkRequest, documents: Sequence[Document]) -> _Result:
    if not payload.add_tags and not payload.remove_tags:
        raise BadRequest("Nothing to do: give `add_tags` or `remove_tags`.")
    changed: list[int] = []

    def change(document: Document) -> None:
        changed.extend(
            services.change_tags(reader, [document], add=payload.add_tags, remove=payload.remove_tags)
        )

    result = _each(documents, change)
    _tell(changed)
    return result


def _move(reader: Reader, payload: BulkRequest, documents: Sequence[Document]) -> _Result:
    if payload.collection is None:
        raise BadRequest("Give `collection`: the name or id to move to.")
    target = get_collection(reader, payload.collection)
    moved: list[int] = []

    def move(document: Document) -> None:
        before = document.collection_id
        if services.move_document(reader, document, target):
            together = with_parts([document.pk])
            moved.extend(together)
            for document_id in together:
                document_removed(document_id, before)

    result = _each(sorted(documents, key=lambda each: each.parent_id is not None), move)
    _tell(moved)
    return result


def _tell(changed: Sequence[int]) -> None:
    for start in range(0, len(changed), _CHUNK):
        indexing.facts_changed(changed[start : start + _CHUNK])
    for document_id in changed:
        document_changed(document_id)


def _each(documents: Sequence[Document], action: Callable[[Document], object]) -> _Result:
    done: list[int] = []
    failed: list[BulkProblem] = []
    for document in documents:
        try:
            action(document)
        except LibraryError as error:
            failed.append(BulkProblem(document_id=document.pk, detail=str(error)))
        else:
            done.append(document.pk)
    return done, failed


_ACTIONS: dict[str, Callable[[Reader, BulkRequest, Sequence[Document]], _Result]] = {
    "delete": _delete,
    "reindex": _reindex,
    "cancel": _cancel,
    "tag": _tag,
    "move": _move,
}
