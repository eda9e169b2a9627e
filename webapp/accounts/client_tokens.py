"""Tokens that programs hold because a person let them in by OAuth. Their secrets change; the token stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from webapp.accounts.models import Token, User
from webapp.accounts.services import digest_of
from webapp.audit.services import record


@dataclass(frozen=True, slots=True)
class Access:
    """A secret and what it opens.

    expires_at: the end of the secret. ends_at: the end of the token, when its program does not renew the secret.
    """

    secret: str
    scopes: Sequence[str]
    expires_at: datetime
    ends_at: datetime


def let_in(
    user: User, *, client: str, name: str, access: Access, collections: Sequence[int] | None, audience: str
) -> Token:
    """Make the token of a program. client: its client id; name: how people know it; collections: None for all."""
    token = Token.objects.create(
        user=user,
        client=client,
        name=name,
        digest=digest_of(access.secret),
        start=access.secret[:8],
        scopes=list(access.scopes),
        collections=None if collections is None else list(collections),
        audience=audience,
        secret_expires_at=access.expires_at,
        expires_at=access.ends_at,
    )
    record(
        "token-made",
        f"{token.name} ({token.start}…)",
        by=user,
        detail={"of": user.username, "scopes": list(access.scopes), "client": client},
    )
    return token


def renew(token: Token, access: Access) -> bool:
    """Give a token a new secret; the old one opens nothing any more. Returns False when it was revoked."""
    renewed = Token.objects.filter(pk=token.pk, revoked_at=None).update(
        digest=digest_of(access.secret),
        start=access.secret[:8],
        scopes=list(access.scopes),
        secret_expires_at=access.expires_at,
        expires_at=access.ends_at,
    )
    return bool(renewed)
