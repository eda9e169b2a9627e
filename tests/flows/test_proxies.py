"""Whose word about the client's address is believed."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.support.server import mokuji, running_server

PASSWORD = "an-unlikely-password-7"
PUBLIC = {"MOKUJI_PUBLIC_URL": "http://docs.example.org"}


@pytest.mark.parametrize(
    ("more", "address"),
    [
        (PUBLIC, "203.0.113.9"),
        (PUBLIC | {"MOKUJI_TRUSTED_PROXIES": "127.0.0.0/8,198.51.100.0/24"}, "192.0.2.44"),
        (PUBLIC | {"MOKUJI_TRUSTED_PROXIES": "198.51.100.7"}, "127.0.0.1"),
        ({}, "127.0.0.1"),
    ],
)
def test_only_a_proxy_that_is_trusted_tells_where_somebody_comes_from(
    tmp_path: Path, more: dict[str, str], address: str
) -> None:
    # the client itself claims to be 198.51.100.1; each proxy adds whom it was asked by
    chain = "198.51.100.1, 192.0.2.44, 198.51.100.20" if address == "192.0.2.44" else f"10.9.9.9, {address}"
    chain = "203.0.113.9" if address == "127.0.0.1" else chain
    with running_server(tmp_path, env={"MOKUJI_EMBEDDING": "off"} | more) as server:
        mokuji(tmp_path, "user", "create", "ada", "--password-stdin", text=PASSWORD)
        listening = server.url
        headers = {"X-Forwarded-For": chain}
        with httpx.Client(
            base_url=f"{listening}/api/v1", headers=headers, trust_env=False, timeout=60
        ) as http:
            http.headers["X-CSRFToken"] = http.get("/session").json()["csrf_token"]
            http.post("/session", json={"username": "ada", "password": PASSWORD}).raise_for_status()
            assert [each["address"] for each in http.get("/account/sessions").json()] == [address]
