"""Plain ASGI for the routes that must not go through Django's request: authorise first, then read."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qs

from django.contrib.auth import get_user
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import HttpResponse

from webapp.accounts.models import User
from webapp.api.auth import SAFE_METHODS, Caller, caller_of_session, caller_of_token, require_csrf
from webapp.api.problems import MEDIA_TYPE, ProblemError, as_problem, problem, standard_headers
from webapp.api.schemas.text import MAX_ID
from webapp.library.access import require_tool, require_write
from webapp.library.errors import BadRequest

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
T = TypeVar("T")
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

WRITE_BYTES = 4 * 1024 * 1024
"""Bytes that are gathered before a thread writes and hashes them."""

SILENCE_SECONDS = 60.0
"""How long a sender may be silent in the middle of a body."""

LINGER_SECONDS = 2.0
LINGER_BYTES = 32 * 1024 * 1024
"""What a refused sender may still send while it learns that it was refused."""


class Disconnected(Exception):
    """The client is gone; there is nobody to answer."""


@dataclass(frozen=True, slots=True)
class RawRequest:
    """The head of a request: headers by lower-case name, the query's last values by name."""

    scope: Scope
    method: str
    path: str
    headers: dict[str, str]
    query: dict[str, str]

    @property
    def content_length(self) -> int | None:
        """Return the announced length of the body, or None. Raises BadRequest for nonsense."""
        given = self.headers.get("content-length")
        if given is None:
            return None
        if not (given.isascii() and given.isdecimal()) or len(given) > 18:
            raise BadRequest("Content-Length is no number.")
        return int(given)


def read_head(scope: Scope, *, method: str | None = None) -> RawRequest:
    """Return the head of a request. Query values are UTF-8; what is not becomes a replacement character."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        headers[name.decode("latin-1").lower()] = value.decode("latin-1")
    query = parse_qs(
        scope.get("query_string", b"").decode("latin-1"),
        keep_blank_values=True,
        encoding="utf-8",
        errors="replace",
    )
    return RawRequest(
        scope=scope,
        method=(method or scope["method"]).upper(),
        path=scope["path"],
        headers=headers,
        query={name: values[-1] for name, values in query.items()},
    )


def id_in_path(digits: str) -> int:
    """Return an id that stands in a path; of one that no database has, an id that is not found either."""
    significant = digits.lstrip("0")
    return int(significant or "0") if len(significant) < 20 else MAX_ID


async def authorise(request: RawRequest) -> Caller:
    """Return the caller, before any of the body is read.

    Raises ProblemError 401 or 403, Refused when a changing request comes with a token that may only read, or
    when the token is limited to tools, and TooMany when it has spent what it may.
    """
    return await in_thread(lambda: _authorise(request))


def _authorise(request: RawRequest) -> Caller:
    language = request.headers.get("accept-language", "")
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    changing = request.method not in SAFE_METHODS
    if scheme.lower() == "bearer":
        found = caller_of_token(secret, language)
    else:
        found = _caller_of_cookie(request, language, changing=changing)
    require_tool(found.reader, None)
    if changing:
        require_write(found.reader)
    return found


def _caller_of_cookie(request: RawRequest, language: str, *, changing: bool) -> Caller:
    # As PUT, Django looks for the CSRF token in the header only and does not touch the body.
    scope = {**request.scope, "method": "PUT" if changing else "GET", "query_string": b""}
    seen = ASGIRequest(scope, io.BytesIO())
    SessionMiddleware(lambda _: HttpResponse()).process_request(seen)
    user = get_user(seen)
    if not isinstance(user, User) or not user.is_authenticated:
        raise ProblemError(401)
    seen.user = user
    require_csrf(seen)
    return caller_of_session(user, language)


async def in_thread(work: Callable[[], T]) -> T:
    """Run blocking work that may use the database in a thread."""

    def run() -> T:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.to_thread(run)


async def stream_body(
    receive: Receive, take: Callable[[bytes], None], *, silence: float = SILENCE_SECONDS
) -> int:
    """Give the body to `take` in runs of about WRITE_BYTES, each in a thread. Returns the length.

    Raises Disconnected when the client goes away, after giving what has come, and ProblemError 408 when it
    falls silent.
    """
    gathered: list[bytes] = []
    waiting = total = 0
    more = True
    while more:
        message = await _next(receive, silence)
        gone = message["type"] == "http.disconnect"
        if body := message.get("body"):
            gathered.append(body)
            waiting += len(body)
        more = not gone and bool(message.get("more_body"))
        if waiting and (waiting >= WRITE_BYTES or not more):
            run = b"".join(gathered)
            gathered, total, waiting = [], total + waiting, 0
            await asyncio.to_thread(take, run)
        if gone:
            raise Disconnected
    return total


async def _next(receive: Receive, silence: float) -> Message:
    try:
        return await asyncio.wait_for(receive(), silence)
    except TimeoutError:
        raise ProblemError(
            408,
            "The sender was silent for too long in the middle of the body. Send it again.",
            code="timeout",
        ) from None


async def send_json(send: Send, status: int, body: Any, *, headers: Mapping[str, str] | None = None) -> None:
    """Answer with JSON."""
    payload = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    await send_bytes(
        send, status, payload, {"content-type": "application/json; charset=utf-8", **(headers or {})}
    )


async def send_bytes(send: Send, status: int, payload: bytes, headers: Mapping[str, str]) -> None:
    """Answer with bytes."""
    await send(_start(status, payload, headers))
    await send({"type": "http.response.body", "body": payload})


def _start(status: int, payload: bytes, headers: Mapping[str, str]) -> Message:
    told = {"cache-control": "no-store", "x-content-type-options": "nosniff", **headers}
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in told.items()]
    if status != 204:
        raw.append((b"content-length", str(len(payload)).encode()))
    return {"type": "http.response.start", "status": status, "headers": raw}


async def send_problem(
    request: RawRequest,
    receive: Receive,
    send: Send,
    error: Exception,
    *,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Answer with a problem and close. A sender in the middle of a body may go on for a moment, unread:
    cutting it off at once would reset the connection before it has seen the answer."""
    told = as_problem(error)
    payload = json.dumps(problem(told.status, told.code, told.detail), ensure_ascii=False).encode(
        "utf-8", "replace"
    )
    all_headers = {
        **standard_headers(told.status),
        **told.headers,
        **(headers or {}),
        "content-type": MEDIA_TYPE,
        "connection": "close",
    }
    if request.method == "HEAD":
        await send(_start(told.status, payload, all_headers))
        await send({"type": "http.response.body", "body": b""})
        return
    await send(_start(told.status, payload, all_headers))
    await send({"type": "http.response.body", "body": payload, "more_body": True})
    if request.method not in SAFE_METHODS and "expect" not in request.headers:
        await _linger(receive)
    await send({"type": "http.response.body", "body": b""})


async def _linger(receive: Receive) -> None:
    try:
        async with asyncio.timeout(LINGER_SECONDS):
            left = LINGER_BYTES
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body"):
                    return
    except TimeoutError:
        return
