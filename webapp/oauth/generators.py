"""What secrets look like. Their beginning lets scanners of source code find them."""

from __future__ import annotations

import secrets

from webapp.accounts.services import TOKEN_PREFIX


def access_secret(request: object) -> str:
    """Return a new access token."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def refresh_secret(request: object) -> str:
    """Return a new refresh token."""
    return f"{TOKEN_PREFIX}refresh_{secrets.token_urlsafe(32)}"
