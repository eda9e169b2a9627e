"""Around every answer: the request's id, headers that keep browsers safe, a log line, numbers, a last resort."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.conf import settings

from webapp.api.problems import MEDIA_TYPE, ProblemError, as_problem, problem
from webapp.observability import metrics, request, tracing

log = logging.getLogger("mokuji.access")
failures = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Header = tuple[bytes, bytes]

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
HSTS_SECONDS = 365 * 24 * 3600

_TRANSPORTS = (
    ("/api/v1/uploads", "upload"),
    ("/api/", "api"),
    ("/mcp", "mcp"),
    ("/sse", "sse"),
    ("/messages", "sse"),
    ("/static/", "static"),
    ("/healthz", "probe"),
    ("/readyz", "probe"),
    ("/metrics", "probe"),
)

SAFE: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
CLOSED: Header = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
"""For whatever is no page and says nothing itself: it loads nothing and is shown in no frame."""


def transport_of(path: str) -> str:
    """Return the way a request comes, by its path."""
    return next((name for start, name in _TRANSPORTS if path.startswith(start)), "web")


class Observed:
    """An ASGI application around another. Lifespans pass untouched."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == request.HEADER), None)
        socket = scope["type"] == "websocket"
        way = "websocket" if socket else transport_of(scope["path"])
        request_id = request.begin(given, way)
        answer = _Answer(send, request_id, static=way == "static")
        started = time.monotonic()
        facts = {"url.path": scope["path"], "mokuji.transport": way, "mokuji.request_id": request_id}
        with tracing.request_span(_method(scope), way, scope["headers"], facts) as tell_status:
            try:
                with _stream_of(scope, way):
                    await self._app(scope, receive, answer.send)
            except Exception as error:  # the last resort: nobody else would tell the client, or with what id
                failures.exception("an answer failed")
                await answer.fail(error, socket=socket)
            finally:
                tell_status(answer.status)
                _note(scope, way, answer.status, time.monotonic() - started)


def _stream_of(scope: Scope, way: str) -> AbstractContextManager[None]:
    if way == "websocket":
        return metrics.connected("websocket")
    if way == "sse" and scope["method"] == "GET":
        return metrics.connected("sse")
    return nullcontext()


def _method(scope: Scope) -> str:
    method: str = scope.get("method", "GET")
    return method if method in METHODS else "other"


def _note(scope: Scope, way: str, status: int, seconds: float) -> None:
    method = _method(scope)
    stream = way == "websocket" or (way == "sse" and method == "GET")
    metrics.answered(way, method, status, None if stream else seconds)
    level = logging.INFO if settings.MOKUJI["log_format"] == "json" and way != "probe" else logging.DEBUG
    if log.isEnabledFor(level):
        facts = {"method": method, "path": scope["path"], "status": status, "ms": round(seconds * 1000, 1)}
        line = "{method} {path} {status} {ms} ms".format(**facts)
        log.log(level, "%s", line, extra={"facts": facts | {"transport": way}})


class _Answer:
    """What goes to a client, with the headers that every answer has."""

    def __init__(self, send: Send, request_id: str, *, static: bool) -> None:
        self._send, self._id, self._static = send, request_id.encode("ascii"), static
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), *self._missing(message)]}
        elif message["type"] == "websocket.accept":
            self.status = 101
            message = {**message, "headers": [*message.get("headers", ()), (request.HEADER, self._id)]}
        elif message["type"] == "websocket.close" and not self.status:
            self.status = 403
        await self._send(message)

    def _missing(self, message: Message) -> Iterable[Header]:
        """Return the headers that an answer has not said itself."""
        said = {name.lower() for name, _ in message.get("headers", ())}
        wanted = [(request.HEADER, self._id), *SAFE]
        if not self._static or message["status"] >= 400:
            wanted.append(CLOSED)
        if settings.PUBLIC_URL.startswith("https://"):
            wanted.append((b"strict-transport-security", f"max-age={HSTS_SECONDS}".encode()))
        return [header for header in wanted if header[0] not in said]

    async def fail(self, error: Exception, *, socket: bool) -> None:
        """Tell a failure, if the answer has not begun; one that has is cut off."""
        if self.status:
            raise error
        if socket:
            await self.send({"type": "websocket.close", "code": 1011})
            return
        told = as_problem(error) if isinstance(error, ProblemError) else ProblemError(500)
        body = json.dumps(problem(told.status, told.code, told.detail)).encode()
        headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
        await self.send({"type": "http.response.start", "status": told.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})
