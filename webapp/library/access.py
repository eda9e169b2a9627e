"""Who may see and change what. Every verb and service asks here; engines get the answer as a filter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from ingest.domain.cleaning import on_one_line
from webapp.accounts.models import Token, User
from webapp.library.errors import BadRequest, NotFound, Refused
from webapp.library.models import Collection, Document, Membership, Role

_RANK = {role: rank for rank, role in enumerate(Role)}


@dataclass(frozen=True, slots=True)
class Reader:
    """A caller and what it may do.

    roles: the caller's role in each collection, by id. It is complete: what is not in it does not exist for it.
    tools: the verbs that its token is limited to; None for all, and for everything that is no verb.
    limited: whether the token was limited to chosen collections.
    calls_per_minute, tokens_per_day: what the token may spend (`webapp.retrieval.allowance`); None for no limit.
    """

    user_id: int
    roles: Mapping[int, Role]
    may_write: bool = True
    token_id: int | None = None
    locale: str = "en"
    tools: frozenset[str] | None = None
    limited: bool = False
    calls_per_minute: int | None = None
    tokens_per_day: int | None = None

    @property
    def collection_ids(self) -> tuple[int, ...]:
        """The collections that exist for the caller."""
        return tuple(self.roles)

    def has_role(self, collection_id: int, role: Role) -> bool:
        """Return whether the caller has this role, or one that may more, in a collection."""
        mine = self.roles.get(collection_id)
        return mine is not None and _RANK[mine] >= _RANK[role]

    def owning(self, collection: Collection) -> Reader:
        """Return the reader with a collection that was just made for it."""
        return replace(self, roles={**self.roles, collection.pk: Role.MANAGER})


def roles_of(user_id: int) -> dict[int, Role]:
    """Return a user's role in each collection: as its owner a manager, else the highest it was given."""
    given = Membership.objects.filter(Q(user_id=user_id) | Q(group__user=user_id)).order_by("collection_id")
    roles: dict[int, Role] = {}
    for collection_id, name in given.values_list("collection_id", "role"):
        role = Role(name)
        if collection_id not in roles or _RANK[roles[collection_id]] < _RANK[role]:
            roles[collection_id] = role
    own = Collection.objects.filter(owner_id=user_id).order_by("id").values_list("id", flat=True)
    return roles | dict.fromkeys(own, Role.MANAGER)


def reader_for(user: User, *, token: Token | None = None, locale: str = "en") -> Reader:
    """Return what a user may do, narrowed by the token it came with."""
    roles = roles_of(user.pk)
    if token is None:
        return Reader(user.pk, roles, locale=locale)
    return Reader(
        user_id=user.pk,
        roles=roles
        if token.collections is None
        else {pk: roles[pk] for pk in token.collections if pk in roles},
        may_write="write" in token.scopes,
        token_id=token.pk,
        locale=locale,
        tools=frozenset(token.tools) if token.tools is not None else None,
        limited=token.collections is not None,
        calls_per_minute=token.calls_per_minute,
        tokens_per_day=token.tokens_per_day,
    )


def audience_of(collection_ids: Iterable[int]) -> dict[int, set[int]]:
    """Return the ids of the users who may see each collection. Unknown collections are left out."""
    wanted = set(collection_ids)
    audience = {
        pk: {owner} for pk, owner in Collection.objects.filter(pk__in=wanted).values_list("id", "owner_id")
    }
    members = Membership.objects.filter(collection_id__in=audience)
    for path in ("user_id", "group__user"):
        for collection_id, user_id in members.values_list("collection_id", path):
            if user_id is not None:
                audience[collection_id].add(user_id)
    return audience


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


def get_document_to_change(reader: Reader, document_id: int) -> Document:
    """Return one document that the caller may change. Raises NotFound, and Refused where it may only read."""
    require_write(reader)
    document = get_document(reader, document_id)
    require_role(reader, document.collection, Role.EDITOR)
    return document


def get_collection(reader: Reader, name_or_id: str) -> Collection:
    """Return a collection by name or id; of several with one name, the caller's own.

    Raises NotFound naming the collections the caller has, BadRequest where others share several by that name.
    """
    mine = Collection.objects.filter(pk__in=reader.collection_ids)
    named = list(mine.filter(name=name_or_id).order_by("id")[:20])
    own = [collection for collection in named if collection.owner_id == reader.user_id]
    if len(own or named) > 1:
        ids = ", ".join(str(collection.pk) for collection in named)
        raise BadRequest(f"Several collections are called {name_or_id!r}. Name one by its id: {ids}.")
    found = next(iter(own or named), None)
    if found is None and name_or_id.isascii() and name_or_id.isdecimal() and len(name_or_id) < 18:
        found = mine.filter(pk=int(name_or_id)).first()
    if found is None:  # named as agents are told it, if its name holds what nobody sees
        found = next((each for each in mine.order_by("id") if on_one_line(each.name) == name_or_id), None)
    if found is None:
        names = ", ".join(mine.values_list("name", flat=True)[:20]) or "none yet"
        raise NotFound(f"No collection is called {name_or_id!r}. Yours: {names}.")
    return found


def require_write(reader: Reader) -> None:
    """Raise Refused when the caller's token may only read."""
    if not reader.may_write:
        raise Refused("This token may only read. Use a token with the scope `write`.")


def require_role(reader: Reader, collection: Collection, role: Role) -> None:
    """Raise Refused when the caller may do less in a collection, NotFound when it does not exist for it."""
    require_write(reader)
    if collection.pk not in reader.roles:
        raise NotFound(f"No collection has the id {collection.pk}.")
    if not reader.has_role(collection.pk, role):
        raise Refused(
            f"In {collection.name!r} you are a {reader.roles[collection.pk].value}; this needs the role"
            f" {role.value}. Ask its owner, {collection.owner.username}, for it."
        )


def require_tool(reader: Reader, tool: str | None) -> None:
    """Raise Refused when the caller's token is limited to other tools; tool is None for what belongs to none."""
    if reader.tools is not None and tool not in reader.tools:
        allowed = ", ".join(sorted(reader.tools)) or "none"
        raise Refused(f"This token may only use its tools: {allowed}. Use another token for this.")
