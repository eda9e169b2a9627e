"""MCP over standard input and output, for a client that starts Mokuji itself (`mokuji mcp`)."""

from __future__ import annotations

from webapp.mcp.server import build_server
from webapp.mcp.tools import ReaderOf


def run(reader_of: ReaderOf) -> None:
    """Serve until standard input ends. The engines must be open; logs go to standard error."""
    build_server(reader_of).run("stdio")
