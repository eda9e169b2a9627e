"""`mokuji mcp`: MCP over standard input and output, for a client that starts programs."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
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
    with open_library(user_name) as library, _input_that_ends(transport.with_whole_text):
        if isinstance(library, ServerLibrary):
            transport.relay(library.mcp_address, library.secret)
        elif isinstance(library, LocalLibrary):
            warm_embedder()
            user = library.user
            run = cast(Callable[[Callable[[], Reader]], None], transport.run)
            run(lambda: reader_for(user, locale=user.language or "en"))


@contextmanager
def _input_that_ends(mend: Callable[[bytes], bytes]) -> Iterator[None]:
    """Have standard input end when the process is asked to end, so that all that is held is given back.

    A thread that waits in a read of the real one cannot be woken, and the transport would wait for it.
    mend: what each line goes through.
    """
    ours, theirs = socket.socketpair()
    real = os.dup(0)
    os.dup2(theirs.fileno(), 0)
    theirs.close()
    asked: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        ours.shutdown(socket.SHUT_RDWR)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    threading.Thread(target=_pass_on, args=(real, ours, mend), daemon=True).start()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if asked:
        sys.exit(128 + asked[0])


def _pass_on(source: int, target: socket.socket, mend: Callable[[bytes], bytes]) -> None:
    try:
        with os.fdopen(source, "rb") as lines:
            for line in lines:
                target.sendall(mend(line))
        target.shutdown(socket.SHUT_WR)
    except OSError:
        return  # the process ends
