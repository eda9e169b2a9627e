"""The older SSE transport with several web processes: a message may arrive at any, its session lives in one.

The process that opened a session notes itself in the shared cache; another one that gets a message for it passes
the message on over the channel layer. Whoever owns the session checks the caller's token as if it had come there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs

from channels.layers import get_channel_layer
from django.core.cache import cache
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

KNOWN_SECONDS = 86_400
LARGEST_MESSAGE = 4_194_304
PAUSE_SECONDS = 1.0
_SESSION = re.compile(rb"session_id=([0-9a-f]{32})")
_PASSED_ON = frozenset({b"authorization", b"content-type", b"content-length", b"host", b"origin"})


class SseRelay:
    """An ASGI application around that of the SSE transport."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._layer: Any = get_channel_layer()
        self._channel = ""
        self._here: set[str] = set()
        self._deliveries: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Take messages that other processes pass on, as long as this runs."""
        self._channel = await self._layer.new_channel("mcp.sse")
        listening = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            listening.cancel()
            await asyncio.gather(listening, *self._deliveries, return_exceptions=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request: open a session, take a message for one of ours, or pass it on."""
        if scope["method"] == "GET":
            await self._open(scope, receive, send)
            return
        session = (parse_qs(scope["query_string"].decode("latin-1")).get("session_id") or [""])[0]
        owner = None if session in self._here else await cache.aget(_key(session))
        if owner is None:
            await self._app(scope, receive, send)
            return
        body = await _read(receive)
        if body is None:
            await _answer(send, 413, b"The message is too large.")
            return
        headers = [[name, value] for name, value in scope["headers"] if name in _PASSED_ON]
        passed_on = {
            "type": "mcp.sse",
            "path": scope["path"],
            "query": scope["query_string"],
            "headers": headers,
        }
        await self._layer.send(owner, passed_on | {"body": body})
        await _answer(send, 202, b"Accepted")

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        session = ""

        async def note(message: Message) -> None:
            nonlocal session
            if not session and (found := _SESSION.search(message.get("body", b""))):
                session = found[1].decode()
                self._here.add(session)
                await cache.aset(_key(session), self._channel, KNOWN_SECONDS)
            await send(message)

        try:
            await self._app(scope, receive, note)
        finally:
            self._here.discard(session)
            if session:
                await asyncio.shield(cache.adelete(_key(session)))

    async def _listen(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
            except OSError as error:
                log.warning("messages of other processes are lost (%s); trying again", error)
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            task = asyncio.create_task(self._deliver(message))
            self._deliveries.add(task)
            task.add_done_callback(self._deliveries.discard)

    async def _deliver(self, passed_on: dict[str, Any]) -> None:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": passed_on["path"],
            "raw_path": passed_on["path"].encode(),
            "root_path": "",
            "query_string": passed_on["query"],
            "headers": [(name, value) for name, value in passed_on["headers"]],
            "client": None,
            "server": None,
        }
        body: list[Message] = [{"type": "http.request", "body": passed_on["body"], "more_body": False}]

        async def receive() -> Message:
            return body.pop() if body else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                log.warning("a message that was passed on was refused with %s", message["status"])

        await self._app(scope, receive, send)


def _key(session: str) -> str:
    return f"mcp-sse-{session}"


async def _read(receive: Receive) -> bytes | None:
    """Return the body, or None when it is too large or its sender left."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += bytes(message.get("body", b""))
        if len(body) > LARGEST_MESSAGE:
            return None
        if not message.get("more_body"):
            return body


async def _answer(send: Send, status: int, text: bytes) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]}
    )
    await send({"type": "http.response.body", "body": text})
