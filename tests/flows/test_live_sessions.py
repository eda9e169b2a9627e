"""An open browser at a real server is told nothing more once its session or its person has ended, by whatever way."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.support.browser import open_live, sign_in, sign_out
from tests.support.server import Server, mokuji

SIGNED_OUT = 4401


def leave(server: Server, cookies: str, _name: str) -> None:
    sign_out(server, cookies)


def deactivate(server: Server, _cookies: str, name: str) -> None:
    mokuji(server.data, "user", "deactivate", name)


def hear_out(socket: ClientConnection) -> None:
    """Listen until the other side closes; what was sent just before is heard, too."""
    while True:
        socket.recv(30)


@pytest.mark.parametrize("end", [leave, deactivate])
def test_a_browser_hears_nothing_more_once_it_is_signed_out(
    server: Server, end: Callable[[Server, str, str], None]
) -> None:
    mokuji(server.data, "user", "create", end.__name__)
    cookies = sign_in(server, end.__name__)
    with open_live(server, cookies) as ending, open_live(server, sign_in(server)) as staying:
        end(server, cookies, end.__name__)
        with pytest.raises(ConnectionClosed):
            hear_out(ending)
        assert ending.close_code == SIGNED_OUT
        staying.send(json.dumps({"type": "hello", "epoch": "", "number": 0}))
        assert json.loads(staying.recv(30))["type"] == "snapshot"
