"""Who is calling: a bearer token first, then the session cookie, which needs CSRF for every change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from webapp.accounts.models import Token, User
from webapp.accounts.services import verify_token
from webapp.api.problems import ProblemError
from webapp.api.schemas.account import Locale
from webapp.library.access import Reader, reader_for, require_tool, require_write
from webapp.library.errors import Refused
from webapp.retrieval.allowance import spend_call

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
LOCALES: tuple[Locale, ...] = ("en", "ja", "zh-Hans")


@dataclass(frozen=True, slots=True)
class Caller:
    """A user, the token it came with (None for a session), and what it may see."""

    user: User
    token: Token | None
    reader: Reader


def locale_of(accept_language: str, user: User | None = None) -> Locale:
    """Return the supported interface language: the user's choice, else the first one the header accepts."""
    chosen = user.language if user is not None else ""
    accepted = (code for code, _ in parse_accept_lang_header(accept_language.lower()))
    for code in (chosen.lower(), *accepted):
        for locale in LOCALES:
            if code.split("-")[0] == locale.split("-")[0]:
                return locale
    return "en"


def caller_of_token(secret: str, accept_language: str = "") -> Caller:
    """Return the caller behind a bearer secret, its call counted.

    Raises ProblemError 401 for one that is not good, and TooMany for one that has spent what it may.
    """
    token = verify_token(secret.strip())
    if token is None:
        raise ProblemError(
            401,
            "This token is unknown, expired or revoked. Make a new one under Connect.",
        )
    reader = reader_for(token.user, token=token, locale=locale_of(accept_language, token.user))
    spend_call(reader)
    return Caller(token.user, token, reader)


def caller_of_session(user: User, accept_language: str = "") -> Caller:
    """Return the caller of a signed-in session."""
    return Caller(user, None, reader_for(user, locale=locale_of(accept_language, user)))


def require_csrf(request: HttpRequest) -> None:
    """Raise ProblemError 403 when a changing request does not carry the session's CSRF token in its header."""
    if request.method not in SAFE_METHODS and not _has_csrf_header(request):
        raise ProblemError(
            403,
            "The CSRF token is missing or wrong. Send that of GET /api/v1/session as header X-CSRFToken.",
            code="csrf",
        )


def _has_csrf_header(request: HttpRequest) -> bool:
    # Of a POST Django would read a form for the token, which fails over a broken one and uses up the body.
    method, request.method = request.method, "PUT"
    try:
        return check_csrf(request) is None
    finally:
        request.method = method


class Bearer(HttpBearer):
    """`Authorization: Bearer mok_…`. A bad token is refused, never passed on to the session."""

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """Return the caller of a token."""
        return caller_of_token(token, request.headers.get("Accept-Language", ""))


class Session(APIKeyCookie):
    """The browser's session, with CSRF on every changing request."""

    param_name = settings.SESSION_COOKIE_NAME

    def __init__(self) -> None:
        super().__init__(csrf=False)

    def authenticate(self, request: HttpRequest, key: str | None) -> Caller | None:
        """Return the caller of a session, or None when nobody is signed in."""
        if not request.user.is_authenticated:
            return None
        require_csrf(request)
        return caller_of_session(request.user, request.headers.get("Accept-Language", ""))


AUTH = (Bearer(), Session())


def caller(request: HttpRequest, tool: str | None = None) -> Caller:
    """Return the caller of a request that has passed AUTH; tool is the verb that the route belongs to.

    Raises Refused when the token is limited to other tools.
    """
    found = cast(Caller, request.auth)  # type: ignore[attr-defined]
    require_tool(found.reader, tool)
    return found


def writer(request: HttpRequest) -> Caller:
    """Return the caller of a changing request. Raises Refused when its token may only read."""
    found = caller(request)
    require_write(found.reader)
    return found


def person(request: HttpRequest) -> Caller:
    """Return the caller when it is a person in a session. Raises Refused for a token."""
    found = caller(request)
    if found.token is not None:
        raise Refused("A token cannot do this. Sign in with the browser.")
    return found
