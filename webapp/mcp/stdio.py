"""MCP over standard input and output, for a client that starts Mokuji itself (`mokuji mcp`)."""

from __future__ import annotations

from typing import Any

import anyio
import httpx2
from mcp.client.streamable_http import streamable_http_client
from mcp.server.stdio import stdio_server

from webapp.mcp.server import build_server
from webapp.mcp.tools import ReaderOf
from webapp.mcp.whole_text import with_whole_text

__all__ = ["relay", "run", "with_whole_text"]

TIMEOUT = httpx2.Timeout(30, read=300)


def run(reader_of: ReaderOf) -> None:
    """Serve until standard input ends. The engines must be open; logs go to standard error."""
    build_server(reader_of).run("stdio")


def relay(url: str, secret: str) -> None:
    """Pass every message on to a running server at url, and its answers back, until standard input ends."""
    anyio.run(_relay, url, secret)


async def _relay(url: str, secret: str) -> None:
    headers = {"Authorization": f"Bearer {secret}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=TIMEOUT, trust_env=False) as http,
        streamable_http_client(url, http_client=http) as (from_server, to_server),
        stdio_server() as (from_client, to_client),
        to_client,  # closed first: the writer to standard output waits for that
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(_pass_on, from_server, to_client)
        await _pass_on(from_client, to_server)
        tasks.cancel_scope.cancel()


async def _pass_on(source: Any, target: Any) -> None:
    async for message in source:
        if not isinstance(message, Exception):
            await target.send(message)
