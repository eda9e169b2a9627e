from __future__ import annotations

from typing import Any

import httpx
import pytest


@pytest.mark.parametrize("path", ["", "/mcp", "/sse", "/api/v1"])
def test_each_part_of_the_server_says_who_lets_in(web: httpx.Client, path: str) -> None:
    answer = web.get(f"/.well-known/oauth-protected-resource{path}")
    assert answer.json()["resource"] == f"http://localhost{path}"
    assert answer.json()["authorization_servers"] == ["http://localhost"]
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-authorization-server/mcp",
        "/.well-known/openid-configuration",
        "/.well-known/openid-configuration/sse",
        "/mcp/.well-known/openid-configuration",
    ],
)
def test_programs_find_the_authorization_server_where_they_look(web: httpx.Client, path: str) -> None:
    told = web.get(path).json()
    assert told["issuer"] == "http://localhost"
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["registration_endpoint"] == "http://localhost/oauth/register"
    assert told["client_id_metadata_document_supported"] is True
    assert told["grant_types_supported"] == ["authorization_code", "refresh_token"]


@pytest.mark.parametrize(
    "path",
    [
        "oauth-protected-resource/elsewhere",
        "oauth-authorization-server/elsewhere",
        "openid-configuration/x/y",
    ],
)
def test_what_is_no_part_of_the_server_is_not_described(web: httpx.Client, path: str) -> None:
    assert web.get(f"/.well-known/{path}").status_code == 404


def test_the_public_address_is_the_issuer(web: httpx.Client, settings: Any) -> None:
    settings.PUBLIC_URL = "https://papers.example"
    told = web.get("/.well-known/oauth-authorization-server").json()
    assert told["issuer"] == "https://papers.example"
    assert told["authorization_endpoint"] == "https://papers.example/oauth/authorize"
