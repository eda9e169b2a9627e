"""Where the present work comes from: a request of a person or a token, or a command.

Services record what they do without knowing of requests; the middleware tells here whose it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

COMMAND = "command line"
BROWSER = "browser"


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asked, by what way (browser, a token by its first characters, or a command) and from which address."""

    user_id: int | None = None
    user_name: str = ""
    via: str = COMMAND
    address: str = ""


_request: ContextVar[HttpRequest | None] = ContextVar("the request that is answered", default=None)
_given: ContextVar[Origin | None] = ContextVar("whom later work is done for", default=None)


def present_origin() -> Origin:
    """Return the origin of what is done now."""
    request = _request.get()
    if (given := _given.get()) is not None:
        return given
    if request is None:
        return Origin()
    address = request.META.get("REMOTE_ADDR") or ""
    caller: Any = getattr(request, "auth", None)  # set by the API when it knows the caller
    token = getattr(caller, "token", None)
    user = getattr(caller, "user", None) or getattr(request, "user", None)
    via = f"token {token.start}…" if token is not None else BROWSER
    if user is None or not user.is_authenticated:
        return Origin(via=via, address=address)
    return Origin(user.pk, user.username, via, address)


@contextmanager
def acting_as(origin: Origin) -> Iterator[None]:
    """Do something later, or elsewhere, that a request has asked for."""
    held = _given.set(origin)
    try:
        yield
    finally:
        _given.reset(held)


def origin_middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Any:
    """Return the middleware that remembers the request while it is answered."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        held = _request.set(request)
        try:
            return get_response(request)
        finally:
            _request.reset(held)

    return answer
