"""The official client is let in by a person: it finds the way by itself, over both transports."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx
import httpx2
import pytest
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from pydantic import AnyUrl

from tests.support.https_document import Answer, https_document
from tests.support.oauth import REDIRECT, Browser, Program
from tests.support.server import Server, mokuji, running_server, until

PASSWORD = "an-unlikely-password-7"


@dataclass
class Kept:
    """What a client remembers."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


@dataclass
class Stage:
    """A server with a person who has two collections, and a program's description at an address of its own."""

    server: Server
    browser: Browser
    description: Answer
    asked: list[dict[str, str]] = field(default_factory=list)
    answer: dict[str, str] = field(default_factory=dict)

    def provider(
        self, path: str, kept: Kept, *, described: bool = False, **decision: Any
    ) -> OAuthClientProvider:
        async def open_browser(url: str) -> None:
            self.asked.append({name: each[0] for name, each in parse_qs(urlsplit(url).query).items()})
            self.answer = await anyio.to_thread.run_sync(lambda: self.browser.decide(url, **decision))

        async def wait() -> AuthorizationCodeResult:
            return AuthorizationCodeResult(**self.answer)

        return OAuthClientProvider(
            self.server.url + path,
            OAuthClientMetadata(client_name="Reading robot", redirect_uris=[AnyUrl(REDIRECT)]),
            kept,
            open_browser,
            wait,
            client_metadata_url=self.description.url if described else None,
        )

    def search(self, path: str, auth: OAuthClientProvider) -> str:
        """Search with the official client; sign in on the way."""

        async def main() -> str:
            with anyio.fail_after(60):
                if path == "/sse":
                    async with Client(sse_client(self.server.url + path, auth=auth)) as client:
                        return await _search(client)
                async with (
                    httpx2.AsyncClient(auth=auth, trust_env=False) as http,
                    Client(streamable_http_client(self.server.url + path, http_client=http)) as client,
                ):
                    return await _search(client)

        return anyio.run(main)

    def tokens(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = self.browser.http.get("/api/v1/tokens").raise_for_status().json()
        return listed


async def _search(client: Client) -> str:
    found = await client.call_tool("search", {"query": "tide"})
    return str(getattr(found.content[0], "text", ""))


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    data = tmp_path_factory.mktemp("oauth")
    with https_document(tmp_path_factory.mktemp("client")) as description:
        description.say(
            {"client_id": description.url, "client_name": "Described robot", "redirect_uris": [REDIRECT]}
        )
        env = {
            "MOKUJI_EMBEDDING": "off",
            "MOKUJI_OAUTH_PRIVATE_CLIENTS": "on",
            "SSL_CERT_FILE": str(description.certificate),
        }
        with running_server(data, env=env) as server:
            mokuji(data, "user", "create", "person", "--password-stdin", text=f"{PASSWORD}\n")
            with httpx.Client(base_url=server.url, timeout=60, trust_env=False) as http:
                browser = Browser(http)
                browser.sign_in("person", PASSWORD)
                for name in ("Tides", "Stars"):
                    made = http.post("/api/v1/collections", json={"name": name}).raise_for_status().json()
                    text = f"# {name}\n\nThe tide of {name.lower()} rises.\n"
                    added = http.post(
                        "/api/v1/documents",
                        params={"filename": f"{name}.md", "collection": made["id"]},
                        content=text.encode(),
                    ).raise_for_status()
                    document = added.json()["document"]["id"]

                    def searchable(document: int = document) -> bool:
                        state = http.get(f"/api/v1/documents/{document}").json()["state"]
                        return state in {"searchable", "complete"}

                    until(searchable, what="the document can be found")
                yield Stage(server, browser, description)


@pytest.mark.parametrize("path", ["/mcp", "/sse"])
@pytest.mark.parametrize("described", [False, True])
def test_the_official_client_is_let_in_by_a_person(stage: Stage, path: str, described: bool) -> None:
    kept = Kept()
    text = stage.search(path, stage.provider(path, kept, described=described))
    assert text.startswith("Found 2 results")
    assert kept.tokens is not None
    assert kept.client is not None
    assert kept.tokens.scope == "read"
    assert stage.asked[-1]["resource"] == stage.server.url + path
    assert (kept.client.client_id == stage.description.url) == described
    token = stage.tokens()[0]
    assert token["client"] == kept.client.client_id
    assert token["name"] == ("Described robot" if described else "Reading robot")
    page = stage.browser.pages[-1]
    assert "127.0.0.1:53682" in page
    assert ("nobody has checked it" in page) != described


def test_a_person_limits_a_program_and_ends_it_and_its_calls_bear_its_name(stage: Stage) -> None:
    stars = next(
        each for each in stage.browser.http.get("/api/v1/collections").json() if each["name"] == "Stars"
    )
    kept = Kept()
    provider = stage.provider("/mcp", kept, where="chosen", collection=[stars["id"]])
    text = stage.search("/mcp", provider)
    assert text.startswith("Found 1 result")
    assert "Stars" in text
    assert "Tides" not in text
    token = stage.tokens()[0]
    assert [each["name"] for each in token["collections"]] == ["Stars"]

    def named() -> bool:
        calls = stage.browser.http.get("/api/v1/calls").json()
        return "Reading robot" in str(calls)

    until(named, what="the call is in the log under the program's name")
    stage.browser.http.delete(f"/api/v1/tokens/{token['id']}").raise_for_status()
    assert kept.tokens is not None
    assert kept.client is not None
    assert kept.tokens.refresh_token is not None
    bearer = {"Authorization": f"Bearer {kept.tokens.access_token}"}
    refused = httpx.post(f"{stage.server.url}/mcp", json={}, headers=bearer, trust_env=False)
    assert refused.status_code == 401
    with httpx.Client(base_url=stage.server.url, trust_env=False) as http:
        assert Program(http, str(kept.client.client_id)).refresh(kept.tokens.refresh_token).status_code == 400


def test_a_program_goes_on_with_a_refreshed_token(stage: Stage) -> None:
    kept = Kept()
    stage.search("/mcp", stage.provider("/mcp", kept))
    assert kept.tokens is not None
    first = kept.tokens.access_token
    asked = len(stage.asked)
    kept.tokens = kept.tokens.model_copy(update={"access_token": "mok_over"})
    provider = stage.provider("/mcp", kept)
    provider.context.token_expiry_time = 1
    assert stage.search("/mcp", provider).startswith("Found 2 results")
    assert kept.tokens.access_token not in {first, "mok_over"}
    assert len(stage.asked) == asked


def test_no_secret_can_be_read_from_the_database(stage: Stage) -> None:
    kept = Kept()
    stage.search("/mcp", stage.provider("/mcp", kept))
    assert kept.tokens is not None
    secrets = [kept.tokens.access_token, kept.tokens.refresh_token, stage.answer["code"]]
    with sqlite3.connect(stage.server.data / "mokuji.sqlite3") as database:
        dump = "\n".join(database.iterdump())
    assert "Reading robot" in dump
    assert [secret for secret in secrets if secret is None or secret in dump] == []


@pytest.mark.parametrize(("path", "part"), [("/mcp", "/mcp"), ("/sse", "/sse"), ("/messages/", "/sse")])
def test_who_has_no_token_is_told_where_to_ask(stage: Stage, path: str, part: str) -> None:
    send = httpx.get if path == "/sse" else httpx.post
    challenge = send(stage.server.url + path, trust_env=False, timeout=30).headers["www-authenticate"]
    url = f"{stage.server.url}/.well-known/oauth-protected-resource{part}"
    assert challenge.startswith("Bearer ")
    assert f'resource_metadata="{url}"' in challenge
    assert httpx.get(url, trust_env=False).json()["resource"] == stage.server.url + part


def test_behind_a_proxy_the_public_address_is_the_issuer(tmp_path: Path) -> None:
    env = {"MOKUJI_EMBEDDING": "off", "MOKUJI_PUBLIC_URL": "https://papers.example"}
    with running_server(tmp_path / "data", env=env) as server:
        challenge = httpx.post(f"{server.url}/mcp", trust_env=False).headers["www-authenticate"]
        metadata = "https://papers.example/.well-known/oauth-protected-resource/mcp"
        assert f'resource_metadata="{metadata}"' in challenge
        told = httpx.get(f"{server.url}/.well-known/oauth-authorization-server", trust_env=False).json()
        assert told["issuer"] == "https://papers.example"
        assert told["token_endpoint"] == "https://papers.example/oauth/token"
