"""Collections: named sets of documents."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Status

from webapp.api.auth import caller, writer
from webapp.api.schemas.account import CollectionItem, CollectionName
from webapp.api.schemas.text import MAX_ID
from webapp.library import services
from webapp.library.access import Reader, visible_documents
from webapp.library.errors import NotFound, Refused
from webapp.library.models import Collection
from webapp.library.selectors import collections_of

router = Router()


@router.get(
    "/collections", response=list[CollectionItem], operation_id="list_collections", summary="Your collections"
)
def list_collections(request: HttpRequest) -> list[CollectionItem]:
    """Return your collections by name."""
    reader = caller(request).reader
    return [_item(reader, collection, count) for collection, count in collections_of(reader)]


@router.post(
    "/collections",
    response={201: CollectionItem},
    operation_id="create_collection",
    summary="Make a collection",
)
def create(request: HttpRequest, payload: CollectionName) -> Status[CollectionItem]:
    """Make an empty collection."""
    made_by = writer(request)
    if made_by.reader.limited:
        raise Refused("This token is limited to chosen collections and can make none. Use another token.")
    made = services.create_collection(made_by.user, payload.name)
    return Status(201, _item(made_by.reader.owning(made), made, 0))


@router.patch(
    "/collections/{int:collection_id}",
    response=CollectionItem,
    operation_id="rename_collection",
    summary="Rename a collection",
)
def rename(request: HttpRequest, collection_id: int, payload: CollectionName) -> CollectionItem:
    """Give a collection another name. Its documents stay as they are."""
    reader = writer(request).reader
    collection = services.rename_collection(reader, collection_by_id(reader, collection_id), payload.name)
    return _item(reader, collection, visible_documents(reader).filter(collection=collection).count())


@router.delete(
    "/collections/{int:collection_id}",
    response={204: None},
    operation_id="delete_collection",
    summary="Delete an empty collection",
)
def delete(request: HttpRequest, collection_id: int) -> Status[None]:
    """Delete a collection that holds no document."""
    reader = writer(request).reader
    services.delete_collection(reader, collection_by_id(reader, collection_id))
    return Status(204, None)


def collection_by_id(reader: Reader, collection_id: int) -> Collection:
    """Return a collection that exists for the caller. Raises NotFound."""
    mine = Collection.objects.filter(pk__in=reader.collection_ids)
    found = mine.filter(pk=collection_id).first() if collection_id <= MAX_ID else None
    if found is None:
        raise NotFound(f"No collection has the id {collection_id}. GET /api/v1/collections lists yours.")
    return found


def _item(reader: Reader, collection: Collection, document_count: int) -> CollectionItem:
    return CollectionItem(
        id=collection.pk,
        name=collection.name,
        document_count=document_count,
        created_at=collection.created_at,
        owner=collection.owner.username,
        role=reader.roles[collection.pk],
        shared=collection.memberships.exists(),
    )
