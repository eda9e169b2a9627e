"""`mokuji mcp`: MCP over standard input and output, for a client that starts programs."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

import click

from webapp.bridge.engines import warm_embedder
from webapp.cli.local_library import LocalLibrary
from webapp.cli.opening import open_library
from webapp.cli.server_library import ServerLibrary
from webapp.library.access import Reader, reader_for

TRANSPORT = "webapp.mcp.stdio"
"""Named, not imported: transports are strangers to each other (ARCHITECTURE, rule 4), and this command starts one."""


@click.command()
@click.option("--user", "user_name", metavar="NAME", help="Act as this user (the first administrator).")
def mcp(user_name: str | None) -> None:
    """Speak MCP over standard input and output, through the running server or by itself."""
    transport = import_module(TRANSPORT)
    with open_library(user_name) as library:
        if isinstance(library, ServerLibrary):
            transport.relay(library.mcp_address, library.secret)
        elif isinstance(library, LocalLibrary):
            warm_embedder()
            user = library.user
            run = cast(Callable[[Callable[[], Reader]], None], transport.run)
            run(lambda: reader_for(user))
