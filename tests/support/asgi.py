"""Calling a plain ASGI application, with every event in the test's hands."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode


@dataclass
class Answer:
    """What an application sent, and how many pieces of the body it had taken when it began to answer."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    taken_before: int = 0
    complete: bool = False

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def call(
    app: Any,
    method: str,
    path: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: Iterable[bytes] = (),
    query: Mapping[str, str] | None = None,
    lost: bool = False,
) -> Answer:
    """Send a request and return the answer. lost: the connection breaks after the last piece of the body."""
    answer = Answer()
    pieces = list(body)
    left = list(pieces)
    raw_headers = {"host": "testserver", **(headers or {})}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": urlencode(query or {}).encode(),
        "root_path": "",
        "headers": [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in raw_headers.items()],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8000),
    }

    async def receive() -> dict[str, Any]:
        if left:
            piece = left.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(left) or lost}
        if lost or pieces:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in message["headers"]}
            answer.taken_before = len(pieces) - len(left)
        else:
            answer.body += message.get("body", b"")
            answer.complete = not message.get("more_body", False)

    asyncio.run(app(scope, receive, send))
    return answer
