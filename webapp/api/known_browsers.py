"""A browser that somebody signed in with before is remembered, so that strangers' guesses do not keep it out.

The cookie lets nobody in. It only has attempts on that name counted apart from those of everybody else.
"""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

COOKIE = "mokuji_known"
LIFETIME_SECONDS = 180 * 24 * 3600
_SALT = "mokuji.known-browser"
_PATH = "/api/v1/session"


def remember(response: HttpResponseBase, username: str) -> None:
    """Have a browser remember that a name has just signed in with it."""
    value = signing.dumps([_short(username), secrets.token_hex(8)], salt=_SALT)
    response.set_cookie(
        COOKIE,
        value,
        max_age=LIFETIME_SECONDS,
        path=_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def mark_of(request: HttpRequest, username: str) -> str:
    """Return what tells the browser apart that this name has signed in with before; empty for a strange one."""
    try:
        name, mark = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=LIFETIME_SECONDS)
    except (signing.BadSignature, TypeError, ValueError):
        return ""
    return str(mark) if name == _short(username) else ""


def _short(username: str) -> str:
    return hashlib.sha256(username.casefold().encode("utf-8", "replace")).hexdigest()[:16]
