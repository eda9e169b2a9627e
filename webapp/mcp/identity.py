"""Who calls: a bearer token becomes an access token of the SDK, and that a reader of the library."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken, TokenVerifier

from webapp.accounts.audience import MCP
from webapp.accounts.models import Token
from webapp.accounts.services import verify_token
from webapp.library.access import Reader, reader_for
from webapp.library.errors import Refused
from webapp.retrieval.allowance import spend_call


class BearerTokens(TokenVerifier):
    """Checks our own tokens. Requests of MCP fire no Django signals, so connections are looked after here."""

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return the access of a secret, or None when it is unknown, expired or revoked."""
        return await sync_to_async(_access, thread_sensitive=False)(token)


async def is_permitted(secret: str) -> bool:
    """Return whether a token is still good, without counting that as a use."""
    return await sync_to_async(_access, thread_sensitive=False)(secret, using=False) is not None


def _access(secret: str, *, using: bool = True) -> AccessToken | None:
    close_old_connections()
    try:
        token = verify_token(secret, at=MCP, using=using)
    finally:
        close_old_connections()
    if token is None:
        return None
    return AccessToken(
        token=token.digest,
        client_id=str(token.pk),
        scopes=list(token.scopes),
        expires_at=int(token.expires_at.timestamp()) if token.expires_at else None,
        subject=str(token.user_id),
    )


def calling_reader() -> Reader:
    """Return what the caller of the present tool may see. Raises Refused when its token is gone."""
    access = get_access_token()
    token = None
    if access is not None:
        token = Token.objects.select_related("user").filter(pk=int(access.client_id), revoked_at=None).first()
    if token is None or not token.user.is_active:
        raise Refused("This token was revoked. Make a new one with `mokuji token create NAME`.")
    reader = reader_for(token.user, token=token, locale=token.user.language or "en")
    spend_call(reader)
    return reader


def allowed_tools() -> frozenset[str] | None:
    """Return the names of the tools that the caller's token is limited to; None for all."""
    access = get_access_token()
    tools = (
        Token.objects.filter(pk=int(access.client_id)).values_list("tools", flat=True).first()
        if access
        else None
    )
    return None if tools is None else frozenset(tools)
