from __future__ import annotations

import pytest

from webapp.accounts.audience import audience_of

HOME = "https://papers.example/library"


@pytest.mark.parametrize(
    ("resources", "part"),
    [
        ([], "mcp"),
        ([HOME], ""),
        ([f"{HOME}/"], ""),
        ([f"{HOME}/mcp"], "mcp"),
        ([f"{HOME}/mcp/", f"{HOME}/sse"], "mcp"),
        (["https://PAPERS.example:443/library/api/v1"], "api"),
        ([f"{HOME}/mcp", f"{HOME}/api/v1"], ""),
        ([f"{HOME}/mcp/x"], None),
        (["https://papers.example/mcp"], None),
        (["http://papers.example/library/mcp"], None),
        (["https://papers.example:444/library/mcp"], None),
        ([f"{HOME}/mcp", "https://other.example/mcp"], None),
        ([f"{HOME}/mcp#x"], None),
        ([f"{HOME}/mcp?x"], None),
        (["https://x@papers.example/library/mcp"], None),
        (["https://papers.example.evil.example/library/mcp"], None),
        (["https://[/"], None),
        ([""], None),
    ],
)
def test_a_resource_names_a_part_of_this_server_or_nothing(resources: list[str], part: str | None) -> None:
    assert audience_of(resources, HOME) == part
