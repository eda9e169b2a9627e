"""Tokens for agents and programs. Only a signed-in person makes and revokes them."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Status

from webapp.accounts import services
from webapp.accounts.models import Token
from webapp.api.auth import person
from webapp.api.schemas.account import IssuedToken, NewToken, TokenItem
from webapp.api.schemas.documents import CollectionRef
from webapp.api.schemas.text import MAX_ID
from webapp.library.access import Reader, get_collection
from webapp.library.errors import BadRequest, NotFound
from webapp.library.selectors import collections_of

router = Router()


@router.get("/tokens", response=list[TokenItem], operation_id="list_tokens", summary="Your tokens")
def list_tokens(request: HttpRequest) -> list[TokenItem]:
    """Return your tokens, newest first, revoked ones included. Secrets are never shown again."""
    found = person(request)
    names = {collection.pk: collection.name for collection, _ in collections_of(found.reader)}
    return [_item(token, names) for token in Token.objects.filter(user=found.user)]


@router.post("/tokens", response={201: IssuedToken}, operation_id="create_token", summary="Make a token")
def create(request: HttpRequest, payload: NewToken) -> Status[IssuedToken]:
    """Make a token. Its secret is in this answer and nowhere else."""
    if payload.expires_at is not None and payload.expires_at <= timezone.now():
        raise BadRequest("`expires_at` lies in the past. Choose a later time, or none.")
    found = person(request)
    chosen = (
        None
        if payload.collections is None
        else {pk: name for pk, name in (_named(found.reader, each) for each in payload.collections)}
    )
    limits = services.TokenLimits(
        collections=None if chosen is None else list(chosen),
        tools=None if payload.tools is None else list(dict.fromkeys(payload.tools)),
        calls_per_minute=payload.calls_per_minute,
        tokens_per_day=payload.tokens_per_day,
    )
    try:
        issued = services.create_token(
            found.user,
            payload.name,
            scopes=list(dict.fromkeys(payload.scopes)),
            expires_at=payload.expires_at,
            limits=limits,
        )
    except ValueError as error:
        raise BadRequest(str(error)) from None
    return Status(201, IssuedToken(token=_item(issued.token, chosen or {}), secret=issued.secret))


@router.delete(
    "/tokens/{int:token_id}", response={204: None}, operation_id="revoke_token", summary="Revoke a token"
)
def revoke(request: HttpRequest, token_id: int) -> Status[None]:
    """Make a token useless from now on. Revoking it again changes nothing."""
    mine = Token.objects.filter(user=person(request).user)
    token = mine.filter(pk=token_id).first() if token_id <= MAX_ID else None
    if token is None:
        raise NotFound(f"No token has the id {token_id}. GET /api/v1/tokens lists yours.")
    services.revoke_token(token)
    return Status(204, None)


def _named(reader: Reader, name_or_id: str) -> tuple[int, str]:
    collection = get_collection(reader, name_or_id)
    return collection.pk, collection.name


def _item(token: Token, names: Mapping[int, str]) -> TokenItem:
    """Return a token as the API shows it; collections that its user sees no more are left out."""
    kept = None if token.collections is None else [pk for pk in token.collections if pk in names]
    return TokenItem(
        id=token.pk,
        name=token.name,
        start=token.start,
        scopes=token.scopes,
        collections=None if kept is None else [CollectionRef(id=pk, name=names[pk]) for pk in kept],
        tools=token.tools,
        calls_per_minute=token.calls_per_minute,
        tokens_per_day=token.tokens_per_day,
        client=token.client or None,
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
        revoked_at=token.revoked_at,
    )
