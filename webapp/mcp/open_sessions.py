"""A session of the older SSE transport ends with the token that opened it, though nobody sends it anything."""

from __future__ import annotations

import asyncio
import contextlib

from django.db import DatabaseError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webapp.mcp.identity import is_permitted

CHECK_SECONDS = 5.0
"""How often an open session asks whether its token is still good."""


async def serve_while_permitted(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer by `app`, which hears that its client left as soon as the token of the request is none any more."""
    secret = Headers(scope=scope).get("authorization", "").partition(" ")[2].strip()
    coming: asyncio.Task[Message] | None = None
    over = False

    async def receiving() -> Message:
        nonlocal coming, over
        while True:
            coming = coming or asyncio.ensure_future(receive())
            done, _ = await asyncio.wait({coming}, timeout=CHECK_SECONDS)
            if done:
                message, coming = coming.result(), None
                return message
            with contextlib.suppress(
                DatabaseError
            ):  # one that is away for a moment says nothing about a token
                if not await is_permitted(secret):
                    over = True
                    return {"type": "http.disconnect"}

    try:
        await app(scope, receiving, send)
        if over:  # a stream that its client sees end, not break
            await send({"type": "http.response.body", "body": b""})
    finally:
        if coming is not None:
            coming.cancel()
