from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.support.server import mokuji
from tests.webapp.mcp.conftest import Place


@contextmanager
def open_session(place: Place, secret: str) -> Iterator[Iterator[str]]:
    headers = {"Authorization": f"Bearer {secret}"}
    with httpx.stream(
        "GET", f"{place.server.url}/sse", headers=headers, timeout=60, trust_env=False
    ) as events:
        lines = events.iter_lines()
        assert next(lines) == "event: endpoint"
        yield lines


def revoke(place: Place) -> None:
    mokuji(place.server.data, "token", "revoke", "listening")


def deactivate(place: Place) -> None:
    mokuji(place.server.data, "user", "deactivate", "listener")


@pytest.mark.parametrize("end", [revoke, deactivate])
def test_an_open_session_ends_with_its_token(place: Place, end: Callable[[Place], None]) -> None:
    data = place.server.data
    if end is deactivate:
        mokuji(data, "user", "create", "listener")
    secret = mokuji(
        data,
        "token",
        "create",
        "listening",
        *(("--user", "listener") if end is deactivate else ()),
    ).stdout.strip()
    with open_session(place, secret) as lines, open_session(place, place.server.token) as others:
        end(place)
        assert list(lines)[-1:] in ([], [""])
        assert next(others).startswith("data: ")
