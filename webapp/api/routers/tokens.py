"""Tokens for agents and programs. Only a signed-in person makes and revokes them."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Status

from webapp.accounts import services
from webapp.accounts.models import Token
from webapp.api.auth import person
from webapp.api.schemas.account import IssuedToken, NewToken, TokenItem
from webapp.api.schemas.text import MAX_ID
from webapp.library.errors import BadRequest, NotFound

router = Router()


@router.get("/tokens", response=list[TokenItem], operation_id="list_tokens", summary="Your tokens")
def list_tokens(request: HttpRequest) -> list[TokenItem]:
    """Return your tokens, newest first, revoked ones included. Secrets are never shown again."""
    return [_item(token) for token in Token.objects.filter(user=person(request).user)]


@router.post("/tokens", response={201: IssuedToken}, operation_id="create_token", summary="Make a token")
def create(request: HttpRequest, payload: NewToken) -> Status[IssuedToken]:
    """Make a token. Its secret is in this answer and nowhere else."""
    if payload.expires_at is not None and payload.expires_at <= timezone.now():
        raise BadRequest("`expires_at` lies in the past. Choose a later time, or none.")
    try:
        issued = services.create_token(
            person(request).user,
            payload.name,
            scopes=list(dict.fromkeys(payload.scopes)),
            expires_at=payload.expires_at,
        )
    except ValueError as error:
        raise BadRequest(str(error)) from None
    return Status(201, IssuedToken(token=_item(issued.token), secret=issued.secret))


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


def _item(token: Token) -> TokenItem:
    return TokenItem(
        id=token.pk,
        name=token.name,
        start=token.start,
        scopes=token.scopes,
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
        revoked_at=token.revoked_at,
    )
