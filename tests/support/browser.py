"""What a browser does at a server, of a team server each request at the next process."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.support.server import mokuji


class Place(Protocol):
    """A server or a team server: where it answers, and the folder that commands are given."""

    @property
    def url(self) -> str:
        """Its address."""

    @property
    def data(self) -> Path:
        """Its folder."""


def sign_in(place: Place, name: str = "admin") -> str:
    """Use a sign-in link as the page does and return the cookies."""
    link = re.search(r"/sign-in/(\S+)", mokuji(place.data, "user", "link", name).stdout)
    assert link
    with httpx.Client(base_url=place.url, limits=httpx.Limits(max_keepalive_connections=0)) as browser:
        browser.get("/api/v1/session")
        headers = {"X-CSRFToken": browser.cookies.get("mokuji_csrf") or "", "Origin": place.url}
        browser.post("/api/v1/session/link", json={"secret": link[1]}, headers=headers).raise_for_status()
        assert browser.get("/api/v1/session").json()["user"]
        return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def sign_out(place: Place, session: str) -> None:
    """End a session by its cookies, as the page does."""
    token = re.search(r"mokuji_csrf=([^;]+)", session)
    assert token
    headers = {"X-CSRFToken": token[1], "Origin": place.url, "Cookie": session}
    httpx.delete(f"{place.url}/api/v1/session", headers=headers, trust_env=False).raise_for_status()


@contextmanager
def open_live(place: Place, session: str) -> Iterator[ClientConnection]:
    """Listen to live messages at the next process, as an open tab does."""
    address = place.url.replace("http://", "ws://") + "/ws/live"
    with connect(address, origin=Origin(place.url), additional_headers={"Cookie": session}) as socket:
        socket.send(json.dumps({"type": "hello", "epoch": "", "number": 0}))
        assert json.loads(socket.recv(30))["type"] == "snapshot"
        yield socket


def hear(socket: ClientConnection, document: int, state: str, *, seconds: float = 60) -> None:
    states: list[str] = []
    while state not in states:
        event: dict[str, Any] = json.loads(socket.recv(seconds))
        states += [each["state"] for each in event["documents"] if each["id"] == document]
