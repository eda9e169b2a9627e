"""Who may see and change what. Every verb and service asks here; engines get the answer as a filter."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from webapp.accounts.models import Token, User
from webapp.library.errors import NotFound, Refused
from webapp.library.models import Collection, Document


@dataclass(frozen=True, slots=True)
class Reader:
    """A caller and what it may see. collection_ids is complete: what is not in it does not exist for it."""

    user_id: int
    collection_ids: tuple[int, ...]
    may_write: bool = True
    token_id: int | None = None
    locale: str = "en"


def reader_for(user: User, *, token: Token | None = None, locale: str = "en") -> Reader:
    """Return what a user may see, narrowed by the token it came with."""
    own = Collection.objects.filter(owner=user).values_list("id", flat=True)
    return Reader(
        user_id=user.pk,
        collection_ids=tuple(own),
        may_write=token is None or "write" in token.scopes,
        token_id=token.pk if token else None,
        locale=locale,
    )


def visible_documents(reader: Reader) -> QuerySet[Document]:
    """Return the documents a caller may see; those being deleted are gone already."""
    return Document.objects.filter(collection_id__in=reader.collection_ids, deleted_at=None)


def get_document(reader: Reader, document_id: int) -> Document:
    """Return one document with its collection. Raises NotFound for what the caller may not see, too."""
    document = (
        visible_documents(reader).select_related("collection").filter(pk=document_id).first()
        if -(2**63) <= document_id < 2**63
        else None
    )
    if document is None:
        raise NotFound(f"No document has the id {document_id}. Use search to find documents and their ids.")
    return document


def get_collection(reader: Reader, name_or_id: str) -> Collection:
    """Return a collection by name or id. Raises NotFound naming the collections the caller has."""
    mine = Collection.objects.filter(pk__in=reader.collection_ids)
    found = mine.filter(name=name_or_id).first()
    if found is None and name_or_id.isascii() and name_or_id.isdecimal() and len(name_or_id) < 18:
        found = mine.filter(pk=int(name_or_id)).first()
    if found is None:
        names = ", ".join(mine.values_list("name", flat=True)[:20]) or "none yet"
        raise NotFound(f"No collection is called {name_or_id!r}. Yours: {names}.")
    return found


def require_write(reader: Reader) -> None:
    """Raise Refused when the caller's token may only read."""
    if not reader.may_write:
        raise Refused("This token may only read. Use a token with the scope `write`.")
