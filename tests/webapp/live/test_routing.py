from __future__ import annotations

import pytest

from webapp.live.routing import same_origin


def headers(origin: str | None, host: str = "docs.example:8000") -> list[tuple[bytes, bytes]]:
    own = [(b"host", host.encode())]
    return own if origin is None else [*own, (b"origin", origin.encode())]


@pytest.mark.parametrize(
    "origin", ["http://docs.example:8000", "https://docs.example:8000", "HTTP://Docs.Example:8000"]
)
def test_our_own_pages_may_connect(origin: str) -> None:
    assert same_origin(headers(origin))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://docs.example",
        "http://docs.example:9000",
        "http://evil.example:8000",
        "docs.example:8000",
    ],
)
def test_other_sites_and_ports_may_not(origin: str | None) -> None:
    assert not same_origin(headers(origin))


def test_a_trusted_origin_may_connect_under_another_name() -> None:
    assert same_origin(headers("https://docs.example", host="10.0.0.5:8000"), ["https://docs.example"])
