"""Clients that people use reach the same tools: the protocol's inspector, and programs that start Mokuji."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.support.files import markdown
from tests.support.server import Server, environment_of, running_server

INSPECTOR = Path(__file__).resolve().parents[1] / "support" / "inspector"
LIGHTHOUSE = markdown("Lighthouses", ("Lamps", "A lamp turns in oil."), ("Keepers", "Keepers trim the wick."))


@pytest.fixture(scope="module")
def lighthouse(server: Server) -> int:
    document = server.add("lighthouses.md", LIGHTHOUSE)
    assert document["state"] == "complete"
    return int(document["id"])


def inspect(server: Server, transport: str, *arguments: str) -> dict[str, Any]:
    """Call the inspector's command line, as its users do."""
    node = shutil.which("node")
    if node is None or not (INSPECTOR / "node_modules").exists():
        if os.environ.get("CI"):
            pytest.fail("the inspector is not installed: run `make test`")
        pytest.skip("the inspector is not installed: run `make test`")
    path = "/mcp" if transport == "http" else "/sse"
    done = subprocess.run(
        [
            node,
            str(INSPECTOR / "node_modules/.bin/mcp-inspector"),
            "--cli",
            server.url + path,
            "--transport",
            transport,
            "--header",
            f"Authorization: Bearer {server.token}",
            *arguments,
        ],
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("transport", ["http", "sse"])
def test_the_inspector_lists_and_calls_the_tools(server: Server, lighthouse: int, transport: str) -> None:
    tools = inspect(server, transport, "--method", "tools/list")["tools"]
    assert [tool["name"] for tool in tools][:3] == ["search", "outline", "read"]
    assert all(tool["annotations"]["readOnlyHint"] for tool in tools)
    assert all("outputSchema" in tool for tool in tools)
    found = inspect(
        server, transport, "--method", "tools/call", "--tool-name", "search", "--tool-arg", "query=wick"
    )
    assert found["content"][0]["text"].startswith("Found 1 result (keyword")
    assert found["structuredContent"]["results"][0]["doc_id"] == lighthouse


async def walk(data: Path, mode: str | None) -> list[str]:
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "webapp.cli", "--data", str(data), "mcp"],
        env=environment_of(data),
    )
    client = Client(stdio_client(parameters), mode=mode) if mode else Client(stdio_client(parameters))
    async with client:
        found = await client.call_tool("search", {"query": "wick"})
        assert found.structured_content is not None
        document_id = found.structured_content["results"][0]["doc_id"]
        outlined = await client.call_tool("outline", {"doc_ids": document_id})
        read = await client.call_tool("read", {"doc_id": document_id, "section": "1.2"})
        return [str(getattr(answer.content[0], "text", "")) for answer in (found, outlined, read)]


@pytest.mark.parametrize("mode", [None, "legacy"])
def test_a_program_that_starts_mokuji_walks_through_the_running_server(
    server: Server, lighthouse: int, mode: str | None
) -> None:
    found, outlined, read = anyio.run(walk, server.data, mode)
    assert found.startswith("Found 1 result")
    assert "[1.2] Keepers [L9-11, 3 lines]" in outlined
    assert read.splitlines()[:3] == ["9 | ## Keepers", "10 |", "11 | Keepers trim the wick."]


def test_a_program_that_starts_mokuji_walks_without_a_server(data: Path) -> None:
    with running_server(data) as server:
        server.add("lighthouses.md", LIGHTHOUSE)
    found, outlined, read = anyio.run(walk, data, None)
    assert found.startswith("Found 1 result (keyword + semantic).")
    assert "Keepers" in outlined
    assert "Keepers trim the wick." in read
