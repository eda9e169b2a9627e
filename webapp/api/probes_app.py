"""/healthz, /readyz and /metrics: for those who watch the server. Answered before the host is checked."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Mapping
from hmac import compare_digest

from django.conf import settings
from django.http.request import validate_host

from webapp.accounts.services import verify_token
from webapp.api.asgi_http import (
    RawRequest,
    Receive,
    Scope,
    Send,
    in_thread,
    read_head,
    send_bytes,
    send_problem,
)
from webapp.api.problems import ProblemError
from webapp.bridge.readiness import READY, can_answer, examine_parts, readings
from webapp.observability import metrics

PATHS = frozenset({"/healthz", "/readyz", "/metrics"})

PATIENCE_SECONDS = 4.0
"""A part that takes longer to answer is not ready."""

KEPT_SECONDS = 1.0
"""How long an answer of /readyz is given again, so that asking often costs nothing."""

_LOOPBACK = frozenset({"127.0.0.1", "::1"})
_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
_LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"]


class ProbesApp:
    """The ASGI application of the three addresses. are_workers_alive: whether this process still indexes."""

    def __init__(self, are_workers_alive: Callable[[], bool]) -> None:
        self._are_workers_alive = are_workers_alive
        self._parts: dict[str, str] = {}
        self._looked = -KEPT_SECONDS
        self._looking: asyncio.Task[dict[str, str]] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = read_head(scope)
        try:
            if request.method not in {"GET", "HEAD"}:
                raise ProblemError(405, headers={"Allow": "GET, HEAD"})
            status, payload, media_type = await self._answer(request)
        except Exception as error:
            await send_problem(request, receive, send, error)
            return
        headers = {"content-type": media_type, "cache-control": "no-store"}
        await send_bytes(send, status, b"" if request.method == "HEAD" else payload, headers)

    async def _answer(self, request: RawRequest) -> tuple[int, bytes, str]:
        if request.path == "/healthz":
            return 200, b"ok\n", "text/plain; charset=utf-8"
        if request.path == "/readyz":
            return await self._readiness()
        await in_thread(lambda: require_watcher(request))
        return 200, await in_thread(lambda: metrics.render(readings())), metrics.MEDIA_TYPE

    async def _readiness(self) -> tuple[int, bytes, str]:
        now = time.monotonic()
        if now - self._looked >= KEPT_SECONDS:
            self._parts, self._looked = await self._look(), time.monotonic()
        ready = can_answer(self._parts)
        body = json.dumps({"status": READY if ready else "unavailable", "parts": self._parts}).encode()
        return 200 if ready else 503, body, "application/json"

    async def _look(self) -> dict[str, str]:
        """Look at the parts, or wait for the look that is being taken: one that hangs is never doubled."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(in_thread(lambda: examine_parts(self._are_workers_alive)))
        try:
            return await asyncio.wait_for(asyncio.shield(self._looking), PATIENCE_SECONDS)
        except TimeoutError:
            return {"answer": "unavailable"}


def require_watcher(request: RawRequest) -> None:
    """Raise ProblemError 401 or 403 for whoever may not see the numbers.

    MOKUJI_METRICS_TOKEN and tokens of administrators open them. Without either, only a caller of this very
    machine sees them, and only where no proxy stands in front, behind which all callers seem to be of this machine.
    """
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        _require_good(secret.strip())
    elif not is_of_this_machine(request.scope.get("client"), request.headers):
        raise ProblemError(
            401,
            "Send MOKUJI_METRICS_TOKEN or a token of an administrator: `Authorization: Bearer …`.",
        )


def _require_good(secret: str) -> None:
    wanted = settings.MOKUJI["metrics_token"]
    if wanted and compare_digest(secret.encode("utf-8", "replace"), wanted.encode()):
        return
    token = verify_token(secret)
    if token is None:
        raise ProblemError(401, "This token is unknown, expired or revoked.")
    if not token.user.is_superuser or token.tools is not None:
        raise ProblemError(403, "Only a token of an administrator that is not limited to verbs opens this.")


def is_of_this_machine(client: object, headers: Mapping[str, str]) -> bool:
    """Whether a request comes from this machine itself, not through a proxy and not from a web page's trick."""
    address = client[0] if isinstance(client, list | tuple) and client else ""
    host = re.sub(r":\d+$", "", headers.get("host", ""))
    return (
        address in _LOOPBACK
        and not settings.PUBLIC_URL
        and not any(name in headers for name in _FORWARDED)
        and validate_host(host, _LOCAL_NAMES)
    )
