"""MCP over HTTP: Streamable HTTP at /mcp, and the older SSE transport at /sse with /messages/."""

from __future__ import annotations

import contextlib
import json
import logging
import re
from collections.abc import AsyncIterator, Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webapp.accounts.audience import public_address
from webapp.mcp.identity import BearerTokens, allowed_tools, calling_reader
from webapp.mcp.open_sessions import serve_while_permitted
from webapp.mcp.server import build_server
from webapp.mcp.sse_relay import SseRelay
from webapp.mcp.whole_text import whole_body
from webapp.observability.request import request_id

MAX_SSE_SESSIONS = 1_000
"""Open SSE sessions of this process; each is one connection and one task."""

_PORT = re.compile(r":\d+$")

log = logging.getLogger(__name__)


class McpEndpoints:
    """An ASGI application for the paths of MCP. Serves while its lifespan runs, which may happen again."""

    def __init__(self) -> None:
        self._streamable: ASGIApp | None = None
        self._sse: ASGIApp | None = None
        self.open_sse_sessions = 0

    @contextlib.asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Build the server and run its session manager; the SDK allows one run for each."""
        server = build_server(calling_reader, verifier=BearerTokens(), allowed=allowed_tools)
        hosts_are_checked_here = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._streamable = server.streamable_http_app(
            streamable_http_path="/mcp",
            stateless_http=True,
            json_response=True,
            transport_security=hosts_are_checked_here,
        )
        self._sse = server.sse_app(
            sse_path="/sse", message_path="/messages/", transport_security=hosts_are_checked_here
        )
        relay: contextlib.AbstractAsyncContextManager[None] = contextlib.nullcontext()
        if settings.SHARED:
            self._sse = around = SseRelay(self._sse)
            relay = around.lifespan()
        try:
            async with relay, server.session_manager.run():
                yield
        finally:
            self._streamable = self._sse = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if self._streamable is None or self._sse is None:
            await _refuse(send, 503, "The server is starting or stopping. Try again in a moment.")
            return
        headers = Headers(scope=scope)
        if refusal := _wrong_origin(headers):
            await _refuse(send, *refusal)
            return
        receive = whole_body(receive) if scope["method"] == "POST" else receive
        send = _in_words(send, given="authorization" in headers, more=_where_to_ask(scope, headers))
        path = scope["path"].rstrip("/")
        if path == "/mcp":
            await self._answer_streamable(self._streamable, _at(scope, "/mcp"), receive, send)
        elif path == "/sse":
            await self._answer_sse(self._sse, _at(scope, "/sse"), receive, send)
        elif path == "/messages":
            await self._sse(_at(scope, "/messages/"), receive, _with_problems(send))
        else:
            await _refuse(
                send, 404, "There is nothing here. MCP answers at /mcp, and at /sse for older clients."
            )

    async def _answer_streamable(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET" and "mcp-session-id" not in Headers(scope=scope):
            await _refuse(
                send, 405, "POST to /mcp; this server keeps no sessions to listen to.", allow="POST"
            )
            return
        await app(scope, receive, send)

    async def _answer_sse(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await _refuse(send, 405, "GET /sse opens a session. Newer clients POST to /mcp.", allow="GET")
            return
        if self.open_sse_sessions >= MAX_SSE_SESSIONS:
            await _refuse(
                send, 503, "Too many SSE sessions are open. Close some, or use /mcp, which needs none."
            )
            return
        self.open_sse_sessions += 1
        try:
            await serve_while_permitted(app, scope, receive, send)
        finally:
            self.open_sse_sessions -= 1


_NO_TOKEN = (
    "Send a token: `Authorization: Bearer mok_…`. `mokuji token create NAME` or the page Connect makes one."
)
_UNKNOWN_TOKEN = "This token is unknown, expired or revoked. Make a new one with `mokuji token create NAME`."

_MESSAGE_REFUSED = {
    400: "This is no message to an open session. POST JSON to the address that GET /sse told, session_id included.",
    404: "This session is not open any more. Open a new one with GET /sse, or use /mcp, which needs none.",
}

_CODES = {
    400: "bad-request",
    401: "unauthorised",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    421: "misdirected-request",
    503: "unavailable",
}
"""The short names that the HTTP API gives to the same refusals."""


def _wrong_origin(headers: Headers) -> tuple[int, str] | None:
    """Return the refusal for a host or a web page that is not ours (DNS rebinding), or None."""
    host = _PORT.sub("", headers.get("host", ""))
    if not validate_host(host, settings.ALLOWED_HOSTS):
        return 421, "This host name is not allowed. Add it to MOKUJI_ALLOWED_HOSTS."
    origin = headers.get("origin")
    if origin and not validate_host(_origin_host(origin), settings.ALLOWED_HOSTS):
        return 403, "Requests from this web page are not allowed. Add its host to MOKUJI_ALLOWED_HOSTS."
    return None


def _origin_host(origin: str) -> str:
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:
        return ""
    return _PORT.sub("", netloc)


def _at(scope: Scope, path: str) -> Scope:
    """Return the scope under the exact path that the SDK routes."""
    return {**scope, "path": path, "raw_path": path.encode()}


def _where_to_ask(scope: Scope, headers: Headers) -> bytes:
    """Return the parameter that leads a program to the authorization server (RFC 9728); empty without OAuth."""
    if not settings.MOKUJI["oauth"]:
        return b""
    address = public_address(scope.get("scheme", "http"), headers.get("host", ""))
    path = "/mcp" if scope["path"].rstrip("/") == "/mcp" else "/sse"
    return f', resource_metadata="{address}/.well-known/oauth-protected-resource{path}"'.encode("latin-1")


def _in_words(send: Send, *, given: bool, more: bytes) -> Send:
    """Return a `send` that says why a caller is not let in, and the mend, where the SDK only says that.

    more: is added to the challenge.
    """
    refused = False

    async def sending(message: Message) -> None:
        nonlocal refused
        if message["type"] == "http.response.start" and message["status"] == 401:
            refused = True
            kept = [(k, v + more) for k, v in message["headers"] if k.lower() == b"www-authenticate"]
            await _refuse(send, 401, _UNKNOWN_TOKEN if given else _NO_TOKEN, more=kept)
        elif not refused:
            await send(message)

    return sending


def _with_problems(send: Send) -> Send:
    """Return a `send` that makes the SDK's bare refusals of a message problems that say the mend."""
    refused = False

    async def sending(message: Message) -> None:
        nonlocal refused
        if message["type"] == "http.response.start" and message["status"] in _MESSAGE_REFUSED:
            refused = True
            await _refuse(send, message["status"], _MESSAGE_REFUSED[message["status"]])
        elif not refused:
            await send(message)

    return sending


async def _refuse(
    send: Send,
    status: int,
    detail: str,
    *,
    allow: str | None = None,
    more: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    code = _CODES.get(status, "refused")
    title = HTTPStatus(status).phrase
    problem = {"type": f"urn:mokuji:problem:{code}", "title": title, "status": status, "code": code}
    if asked := request_id():
        problem["request_id"] = asked
    body = json.dumps(problem | {"detail": detail}).encode()
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        *more,
    ]
    if allow:
        headers.append((b"allow", allow.encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
