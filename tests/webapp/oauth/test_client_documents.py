from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from oauth2_provider.cimd import CIMDError

from tests.support.https_document import Answer, https_document
from tests.support.oauth import REDIRECT
from webapp.oauth.client_documents import MOST_BYTES, ClientDocuments, is_public


@pytest.fixture
def document(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Answer]:
    """A program's description on this machine, where addresses of private networks are allowed."""
    settings.MOKUJI = settings.MOKUJI | {"oauth_private_clients": True}
    with https_document(tmp_path) as answer:
        monkeypatch.setenv("SSL_CERT_FILE", str(answer.certificate))
        answer.say({"client_id": answer.url, "redirect_uris": [REDIRECT], "client_name": "Robot"})
        yield answer


def test_a_description_is_fetched(document: Answer) -> None:
    told, seconds = ClientDocuments().fetch(document.url)
    assert told["client_name"] == "Robot"
    assert seconds > 0


def test_redirects_and_grants_that_are_impossible_here_are_left_out(document: Answer) -> None:
    document.say(
        {
            "client_id": document.url,
            "redirect_uris": [REDIRECT, "robot://x", 7],
            "grant_types": ["authorization_code", "refresh_token", "device"],
        }
    )
    told, _ = ClientDocuments().fetch(document.url)
    assert told["redirect_uris"] == [REDIRECT]
    assert told["grant_types"] == ["authorization_code"]


def test_a_private_address_is_not_asked(document: Answer, settings: Any) -> None:
    settings.MOKUJI = settings.MOKUJI | {"oauth_private_clients": False}
    for url in (document.url, "https://localhost/client.json", "https://127.0.0.1/c", "https://[::1]/c"):
        with pytest.raises(CIMDError):
            ClientDocuments().fetch(url)
    assert document.asked == 0


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (404, {"Content-Type": "application/json"}, None),
        (302, {"Content-Type": "application/json", "Location": "https://localhost/other"}, None),
        (200, {"Content-Type": "text/html"}, None),
        (200, {"Content-Type": "application/json", "Content-Encoding": "gzip"}, None),
        (200, {"Content-Type": "application/json"}, b" " * (MOST_BYTES + 1)),
        (200, {"Content-Type": "application/json"}, b"[]"),
        (200, {"Content-Type": "application/json"}, b"{"),
        (200, {"Content-Type": "application/json"}, b'{"redirect_uris": ["robot://x"]}'),
    ],
)
def test_an_answer_that_is_no_description_is_refused(
    document: Answer, status: int, headers: dict[str, str], body: bytes | None
) -> None:
    document.status, document.headers = status, headers
    document.body = document.body if body is None else body
    with pytest.raises(CIMDError):
        ClientDocuments().fetch(document.url)
    assert document.asked == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://robot.example/client.json",
        "https://robot.example",
        "https://robot.example/",
        "https://person@robot.example/c",
        "https://robot.example/c#part",
        "https://robot.example/a/../c",
        "https://robot.example:99999/c",
        "https:///c",
        "https://robot.example/" + "c" * 300,
        "https://robot.example/\n",
    ],
)
def test_only_a_plain_https_address_is_asked(document: Answer, url: str) -> None:
    with pytest.raises(CIMDError):
        ClientDocuments().fetch(url)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.1.1", "::1",
        "fe80::1", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "2001:0:1::1", "ff0e::1", "::",
        "x",
    ],
)  # fmt: skip
def test_an_address_of_a_private_network_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)
