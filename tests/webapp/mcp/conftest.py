"""A real server with documents, and the official client over each of its transports."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio
import httpx2
import pytest
from mcp.client import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

from tests.support.server import Server, running_server

TIDES = """# Tides of the northern sea

The tide rises twice a day.

## Causes

The moon pulls the water of the ocean towards it.

## Harbours

Every harbour keeps a table of its own."""

T = TypeVar("T")

PATIENCE = 120
"""Seconds a client waits on a busy machine."""

TRANSPORTS = ("streamable", "streamable-legacy", "sse", "sse-legacy")


TLS = ssl.create_default_context()


@dataclass
class Place:
    """Where MCP is served, and what is there: a document about tides and a long one without an outline."""

    server: Server
    tides: int
    long: int

    @asynccontextmanager
    async def client(self, transport: str = "streamable", token: str | None = None) -> AsyncIterator[Client]:
        """Yield a connected client of the official SDK."""
        headers = {"Authorization": f"Bearer {self.server.token if token is None else token}"}
        mode: Any = "legacy" if transport.endswith("legacy") else "auto"
        if transport.startswith("sse"):
            async with Client(
                sse_client(f"{self.server.url}/sse", headers=headers, httpx_client_factory=light_client),
                mode=mode,
            ) as client:
                yield client
        else:
            async with (
                light_client(headers) as http,
                Client(
                    streamable_http_client(f"{self.server.url}/mcp", http_client=http), mode=mode
                ) as client,
            ):
                yield client

    def call(self, tool: str, arguments: dict[str, Any], transport: str = "streamable") -> CallToolResult:
        """Call one tool with a client of its own."""

        async def once(client: Client) -> CallToolResult:
            return await client.call_tool(tool, arguments)

        return self.run(once, transport)

    def run(self, use: Callable[[Client], Awaitable[T]], transport: str = "streamable") -> T:
        """Run a coroutine function with a connected client."""

        async def main() -> T:
            with anyio.fail_after(PATIENCE):
                async with self.client(transport) as client:
                    return await use(client)

        return anyio.run(main)


def light_client(
    headers: dict[str, str] | None = None,
    timeout: httpx2.Timeout | None = None,
    auth: httpx2.Auth | None = None,
) -> httpx2.AsyncClient:
    """Return an HTTP client that shares its TLS context with all others: making one is what costs most."""
    return httpx2.AsyncClient(
        headers=headers, timeout=httpx2.Timeout(PATIENCE), auth=auth, verify=TLS, trust_env=False
    )


def text_of(result: CallToolResult) -> str:
    """Return the text of a result, which has one."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.fixture(scope="package")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    data = tmp_path_factory.mktemp("mcp")
    with running_server(data, env={"MOKUJI_EMBEDDING": "off"}) as server:
        tides = server.add("tides.md", TIDES)
        long = server.add("long.txt", "\n".join(f"line {n} of many" for n in range(1, 451)))
        yield Place(server, tides["id"], long["id"])
