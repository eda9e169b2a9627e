"""What changes the library's rows: collections, documents, tags. The engines are the callers' next step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from ingest.domain.cleaning import unseen
from ingest.domain.errors import ExtractionError
from ingest.domain.progress import DocumentState
from webapp.accounts.models import User
from webapp.audit.services import record
from webapp.library.access import Reader, require_role, visible_documents
from webapp.library.errors import BadRequest, Conflict, NotFound
from webapp.library.file_locks import hold
from webapp.library.file_store import IncomingFile, store
from webapp.library.models import Collection, Document, Revision, Role
from webapp.library.parts import generations

DEFAULT_COLLECTION = "My documents"
MAX_TAGS = 50
MAX_TAG_LENGTH = 60

Outcome = Literal["added", "revised", "skipped"]


@dataclass(frozen=True, slots=True)
class NewFile:
    """What is known about a file that arrives.

    source: any stable string that identifies the file over time (a path, an address); empty when unknown.
    failure: why it cannot be read; it is registered all the same, as failed, so that a person sees it.
    parent: the container it is a part of, and part its path in there.
    """

    file_name: str
    media_type: str
    file_type: str
    source: str = ""
    modified_at: datetime | None = None
    failure: ExtractionError | None = None
    parent: Document | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class Registered:
    """What became of a file. revision is None when its bytes were there already."""

    document: Document
    revision: Revision | None
    outcome: Outcome


def default_collection(user: User) -> Collection:
    """Return the collection that takes files for which none was named, making it at need."""
    collection, made = Collection.objects.get_or_create(owner=user, name=DEFAULT_COLLECTION)
    if made:
        record("collection-made", collection.name, by=user)
    return collection


def create_collection(user: User, name: str) -> Collection:
    """Make a collection. Raises BadRequest for a bad name and Conflict for one that is taken."""
    try:
        with transaction.atomic():
            made = Collection.objects.create(owner=user, name=_collection_name(name))
            record("collection-made", made.name, by=user)
            return made
    except IntegrityError:
        raise _name_taken(name) from None


def rename_collection(reader: Reader, collection: Collection, name: str) -> Collection:
    """Give a collection another name. Raises as create_collection does, and Refused for who does not manage it."""
    require_role(reader, collection, Role.MANAGER)
    former, collection.name = collection.name, _collection_name(name)
    try:
        with transaction.atomic():
            collection.save(update_fields=["name"])
            record(
                "collection-renamed",
                collection.name,
                detail={"from": former, "owner": collection.owner.username},
            )
    except IntegrityError:
        raise _name_taken(name) from None
    return collection


def delete_collection(reader: Reader, collection: Collection) -> None:
    """Delete an empty collection. Raises Conflict while it holds documents, even ones being deleted."""
    require_role(reader, collection, Role.MANAGER)
    with transaction.atomic():
        if count := Document.objects.filter(collection=collection).count():
            raise Conflict(f"{collection.name!r} still holds {count} documents. Move or delete them first.")
        record("collection-deleted", collection.name)
        collection.delete()


def _collection_name(name: str) -> str:
    cleaned = " ".join(name.split())
    _require_visible(cleaned, of="A collection's name")
    if not 1 <= len(cleaned) <= 200:
        raise BadRequest("A collection needs a name of 1 to 200 characters.")
    if cleaned.isdecimal():
        raise BadRequest("A collection's name cannot be a number alone: it would be taken for an id.")
    return cleaned


def _require_visible(name: str, *, of: str) -> None:
    if hidden := unseen(name):
        raise BadRequest(
            f"{of} cannot hold characters that nobody sees: {', '.join(hidden[:5])}. Type it without them."
        )


def _name_taken(name: str) -> Conflict:
    return Conflict(f"You have a collection called {name!r} already. Choose another name.")


def register_file(
    reader: Reader,
    *,
    collection: Collection,
    stored: IncomingFile,
    file: NewFile,
    document: Document | None = None,
) -> Registered:
    """Make a file that has arrived a revision of a document, in one transaction. It moves into the store.

    document: the one to revise; None finds it by source, else makes a new one. The same bytes in the same
    collection are skipped: the document that has them is returned and the arrived file is deleted.
    The caller hands the revision to bridge.indexing.enqueue afterwards.
    """
    require_role(reader, collection, Role.EDITOR)
    with transaction.atomic():
        if not Collection.objects.select_for_update().filter(pk=collection.pk):  # one arrival at a time
            raise NotFound(f"The collection {collection.name!r} was deleted meanwhile. Choose another.")
        target = document or _by_source(collection, file.source)
        same = _same_bytes(collection, stored, target) if target or not file.parent else None
        if same is not None:
            _adopt_source(same, file.source)
            result = Registered(same, None, "skipped")
        elif target is not None:
            result = _revise(target, stored, file)
        else:
            result = _add(reader, collection, stored, file)
        if result.revision is not None:
            hold(stored.sha256)
            store().place(stored)
    if result.revision is None:
        stored.path.unlink(missing_ok=True)
    return result


def _by_source(collection: Collection, source: str) -> Document | None:
    if not source:
        return None
    return Document.objects.filter(collection=collection, source=source, deleted_at=None).first()


def _same_bytes(collection: Collection, stored: IncomingFile, target: Document | None) -> Document | None:
    """Return the document whose newest revision has these bytes. A target is compared with itself only.

    Parts of containers do not count: they go when their container goes.
    """
    if target is not None:
        newest = target.revisions.order_by("-number").first()
        return target if newest is not None and newest.sha256 == stored.sha256 else None
    if not stored.size:  # empty files have nothing in common: each is told that it is empty
        return None
    return (
        Document.objects.filter(collection=collection, sha256=stored.sha256, parent=None, deleted_at=None)
        .order_by("id")
        .first()
    )


def _adopt_source(document: Document, source: str) -> None:
    """Let a document that came without a source be known by the one its bytes came from now."""
    if source and not document.source:
        document.source = _free_source(document.collection, source)
        document.save(update_fields=["source", "updated_at"])


def _add(reader: Reader, collection: Collection, stored: IncomingFile, file: NewFile) -> Registered:
    document = Document(
        collection=collection,
        added_by_id=reader.user_id,
        source=_free_source(collection, file.source),
        parent=file.parent,
        part=file.part,
        modified_at=file.modified_at or timezone.now(),
    )
    _describe(document, stored, file)
    document.save()
    return Registered(document, _add_revision(document, stored, file), "added")


def _free_source(collection: Collection, source: str) -> str:
    """Return the source, taking it from a document that is being deleted under it."""
    if source:
        Document.objects.filter(collection=collection, source=source).exclude(deleted_at=None).update(
            source=""
        )
    return source


def _revise(document: Document, stored: IncomingFile, file: NewFile) -> Registered:
    document.modified_at = file.modified_at or timezone.now()
    _describe(document, stored, file)
    document.save()
    return Registered(document, _add_revision(document, stored, file), "revised")


def _describe(document: Document, stored: IncomingFile, file: NewFile) -> None:
    document.file_name = file.file_name
    document.file_type = file.file_type
    document.media_type = file.media_type
    document.size = stored.size
    document.sha256 = stored.sha256
    failed = file.failure
    document.state = (DocumentState.FAILED if failed else DocumentState.RECEIVED).value
    document.failure_code = failed.code if failed else ""
    document.failure_message = str(failed) if failed else ""


def _add_revision(document: Document, stored: IncomingFile, file: NewFile) -> Revision:
    last = document.revisions.aggregate(last=Max("number"))["last"] or 0
    return Revision.objects.create(
        document=document,
        number=last + 1,
        sha256=stored.sha256,
        size=stored.size,
        file_name=file.file_name,
        media_type=file.media_type,
        file_type=file.file_type,
        modified_at=document.modified_at,
    )


def change_tags(
    reader: Reader, documents: Sequence[Document], *, add: Sequence[str] = (), remove: Sequence[str] = ()
) -> list[int]:
    """Add and remove tags, keeping their order. Returns the ids of those that changed."""
    gone = set(remove)
    changed: list[int] = []
    with transaction.atomic():
        wanted = visible_documents(reader).filter(pk__in=[d.pk for d in documents])
        for document in wanted.select_related("collection"):
            require_role(reader, document.collection, Role.EDITOR)
            tags = list(dict.fromkeys([*(tag for tag in document.tags if tag not in gone), *add]))
            if tags != document.tags:
                _set_tags(document, tags)
                changed.append(document.pk)
    return changed


def set_tags(reader: Reader, document: Document, tags: Sequence[str]) -> bool:
    """Replace the tags of a document. Returns whether they changed."""
    require_role(reader, document.collection, Role.EDITOR)
    wanted = list(dict.fromkeys(tags))
    if wanted == document.tags:
        return False
    _set_tags(document, wanted)
    return True


def _set_tags(document: Document, tags: list[str]) -> None:
    if len(tags) > MAX_TAGS:
        raise BadRequest(f"A document can have at most {MAX_TAGS} tags.")
    if any(not 1 <= len(tag) <= MAX_TAG_LENGTH for tag in tags):
        raise BadRequest(f"A tag has 1 to {MAX_TAG_LENGTH} characters.")
    for tag in tags:
        if tag not in document.tags:  # one that it has may go unchanged until somebody removes it
            _require_visible(tag, of="A tag")
    document.tags = tags
    document.save(update_fields=["tags", "updated_at"])


def move_document(reader: Reader, document: Document, collection: Collection) -> bool:
    """Move a document, and the parts of a container with it, to another collection of the caller.

    Returns whether it moved. Raises Conflict when that collection has a document with the same bytes or from
    the same source, and for a part: it lies where its container lies. Both collections need the role editor.
    """
    require_role(reader, document.collection, Role.EDITOR)
    require_role(reader, collection, Role.EDITOR)
    if Document.objects.filter(pk=document.pk, collection=collection).exists():
        return False  # also a part that has just moved with its container
    if document.parent is not None:
        raise Conflict(f"It is a part of {str(document.parent)!r}, document {document.parent_id}. Move that.")
    with transaction.atomic():
        # held in one order: parts that are just being made come before, and are moved, or after, and follow
        both = Collection.objects.filter(pk__in=[document.collection_id, collection.pk])
        list(both.order_by("pk").select_for_update())
        if not Document.objects.filter(pk=document.pk, collection=document.collection_id).exists():
            raise Conflict(
                "It has just been moved or deleted by somebody else. Look where it is, then try again."
            )
        there = Document.objects.filter(collection=collection, parent=None, deleted_at=None)
        if there.filter(sha256=document.sha256).exists():
            raise Conflict(f"{collection.name!r} has a document with the same bytes already.")
        if document.source and there.filter(source=document.source).exists():
            raise Conflict(f"{collection.name!r} has a document from {document.source!r} already.")
        _free_source(collection, document.source)
        former, document.collection = document.collection, collection
        document.save(update_fields=["collection", "updated_at"])
        record(
            "document-moved",
            f"{document.file_name} ({document.pk})",
            detail={"from": former.name, "to": collection.name},
        )
        for level in generations([document.pk])[1:]:
            Document.objects.filter(pk__in=level).update(collection=collection, updated_at=timezone.now())
    return True
