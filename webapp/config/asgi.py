"""The root of the server: owns the lifespan, checks the host, and routes each path to who answers it.

MCP, uploads and originals are plain ASGI because Django would read bodies before authorising and files into
memory; everything else is Django, and WebSockets are Channels.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.config.settings")
django_application = get_asgi_application()  # before anything that imports models

from channels.routing import ProtocolTypeRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.http.request import split_domain_port, validate_host  # noqa: E402

from webapp.api.original_app import OriginalApp  # noqa: E402
from webapp.api.probes_app import PATHS as PROBES  # noqa: E402
from webapp.api.probes_app import ProbesApp  # noqa: E402
from webapp.api.tus_app import TusApp  # noqa: E402
from webapp.api.upload_app import UploadApp  # noqa: E402
from webapp.bridge.engines import close_engines, open_engines_here  # noqa: E402
from webapp.bridge.ownership import Ownership  # noqa: E402
from webapp.bridge.worker import Workers  # noqa: E402
from webapp.config.observed import Observed  # noqa: E402
from webapp.jobs.messages import relay, take  # noqa: E402
from webapp.live.routing import websocket_application  # noqa: E402
from webapp.mcp.endpoints import McpEndpoints  # noqa: E402
from webapp.observability import tracing  # noqa: E402
from webapp.observability.request import request_id  # noqa: E402
from webapp.observability.version import version as own_version  # noqa: E402

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

UPLOAD = re.compile(r"^/api/v1/documents(?:/\d+/revisions)?/?$")
ORIGINAL = re.compile(r"^/api/v1/documents/\d+/original/?$")


def _is_ours(scope: Scope) -> bool:
    """Whether a connection names one host, and one of ours. Two names are none, as Django will find too."""
    named = b",".join(value for name, value in scope["headers"] if name == b"host").decode("latin-1")
    domain, _ = split_domain_port(named)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


async def refuse_host(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request for a host that is not ours, naming the setting that would allow it."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4400})
        return
    body = json.dumps(
        {
            "type": "about:blank",
            "title": "Bad Request",
            "status": 400,
            "detail": "This host name is not allowed. Add it to MOKUJI_ALLOWED_HOSTS.",
            "code": "host-not-allowed",
            "request_id": request_id(),
        }
    ).encode()
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


class Application:
    """The ASGI application. settings.SERVED_AT is told to commands that use the same data folder."""

    def __init__(self) -> None:
        self._mcp = McpEndpoints()
        self._upload, self._original, self._tus = UploadApp(), OriginalApp(), TusApp()
        self._workers: Workers | None = None
        self._probes = ProbesApp(lambda: self._workers is not None and self._workers.are_alive())
        self._channels = ProtocolTypeRouter(
            {"http": django_application, "websocket": websocket_application()}
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
            return
        if scope["type"] == "http" and scope["path"] in PROBES:
            await self._probes(scope, receive, send)
            return
        if not _is_ours(scope):
            await refuse_host(scope, receive, send)
            return
        app: Any = self._channels if scope["type"] == "websocket" else self._route(scope)
        await app(scope, receive, send)

    def _route(self, scope: Scope) -> Any:
        path, method = scope["path"], scope["method"]
        if path in {"/mcp", "/mcp/", "/sse", "/sse/"} or path.startswith("/messages"):
            return self._mcp
        if method == "POST" and UPLOAD.match(path):
            return self._upload
        if method in {"GET", "HEAD"} and ORIGINAL.match(path):
            return self._original
        if path == "/api/v1/uploads" or path.startswith("/api/v1/uploads/"):
            return self._tus
        return self._channels

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        async with contextlib.AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self._lifespan())
            except Exception as error:
                log.exception("the server could not start")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    @contextlib.asynccontextmanager
    async def _lifespan(self) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(
                asyncio.to_thread, tracing.start(settings.MOKUJI["otlp_url"], "mokuji", own_version())
            )
            ownership = Ownership()
            await asyncio.to_thread(ownership.acquire, url=settings.SERVED_AT)
            stack.callback(ownership.release)
            await asyncio.to_thread(open_engines_here)
            stack.callback(close_engines)
            self._workers = workers = Workers(indexing=not settings.SHARED)
            await asyncio.to_thread(workers.start)
            stack.push_async_callback(asyncio.to_thread, workers.stop)
            await stack.enter_async_context(self._mcp.lifespan())
            if relay is not None:
                listening = asyncio.create_task(relay.listen(take))
                stack.push_async_callback(_end, listening)
            yield


application = Observed(Application())
