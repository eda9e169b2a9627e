from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from tests.support.server import clean_environment, mokuji
from tests.webapp.mcp.conftest import PATIENCE, TIDES, Place, text_of


def walk(data: Path, mode: Any) -> list[str]:
    """Search and read through a `mokuji mcp` process."""
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "webapp.cli", "--data", str(data), "mcp"],
        env=clean_environment({"MOKUJI_EMBEDDING": "off"}),
    )

    async def main() -> list[str]:
        with anyio.fail_after(PATIENCE):
            async with Client(command, mode=mode) as client:
                found = await client.call_tool("search", {"query": "moon ocean"})
                assert found.structured_content is not None
                document_id = found.structured_content["results"][0]["doc_id"]
                lines = await client.call_tool("read", {"doc_id": document_id, "section": "1.1"})
                mistake = await client.call_tool("read", {"doc_id": 999})
                return [text_of(found), text_of(lines), text_of(mistake)]

    return anyio.run(main)


def check(found: str, lines: str, mistake: str) -> None:
    assert found.startswith("Found 1 result (keyword only; semantic search is off).")
    assert lines.endswith("Showing lines 5-8 of 11.")
    assert mistake.startswith("No document has the id 999.")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_it_goes_through_the_server_that_runs(place: Place, mode: str) -> None:
    check(*walk(place.server.data, mode))


def test_it_works_by_itself_when_no_server_runs(tmp_path: Path) -> None:
    file = tmp_path / "tides.md"
    file.write_text(TIDES)
    data = tmp_path / "data"
    mokuji(data, "add", str(file), env={"MOKUJI_EMBEDDING": "off"})
    check(*walk(data, "legacy"))
