from __future__ import annotations

import json
import socket
from urllib.parse import urlsplit

import anyio
import httpx
import pytest
from mcp.client import Client

from tests.support.server import mokuji, until
from tests.webapp.mcp.conftest import TRANSPORTS, Place, text_of

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


def post(place: Place, path: str = "/mcp", **headers: str) -> httpx.Response:
    bearer = {"Authorization": f"Bearer {place.server.token}"}
    return httpx.post(
        f"{place.server.url}{path}",
        json=INITIALIZE,
        headers={**ACCEPT, **bearer, **headers},
        trust_env=False,
        timeout=30,
    )


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_official_client_walks_search_outline_read(place: Place, transport: str) -> None:
    async def walk(client: Client) -> list[str]:
        found = await client.call_tool("search", {"query": "moon ocean"})
        assert found.structured_content is not None
        document = found.structured_content["results"][0]
        tree = await client.call_tool("outline", {"doc_ids": [document["doc_id"]]})
        lines = await client.call_tool(
            "read", {"doc_id": document["doc_id"], "section": document["best"]["section"]}
        )
        return [text_of(found), text_of(tree), text_of(lines)]

    found, tree, lines = place.run(walk, transport)
    assert found.startswith("Found 1 result (keyword only; semantic search is off).")
    assert "best: [1.1] Causes L5-7" in found
    assert "  [1.1] Causes [L5-8, 4 lines]" in tree
    assert lines.splitlines()[0] == "5 | ## Causes"
    assert lines.splitlines()[-1] == "Showing lines 5-8 of 11."


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_streamable_http_answers_with_and_without_a_slash(place: Place, path: str) -> None:
    response = post(place, path)
    assert response.status_code == 200
    assert response.json()["result"]["serverInfo"]["name"] == "mokuji"


@pytest.mark.parametrize("token", ["mok_", "mok_wrong", "wrong", "mok_" + "x" * 500])
@pytest.mark.parametrize("path", ["/mcp", "/sse", "/messages/"])
def test_a_bad_token_is_told_so_with_the_way_to_authenticate(place: Place, path: str, token: str) -> None:
    send = httpx.get if path == "/sse" else httpx.post
    headers = {**ACCEPT, "Authorization": f"Bearer {token}"}
    response = send(f"{place.server.url}{path}", headers=headers, trust_env=False, timeout=30)
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith('Bearer error="invalid_token"')


def test_a_revoked_token_ends_at_once(place: Place) -> None:
    secret = mokuji(place.server.data, "token", "create", "short-lived").stdout.strip()
    assert post(place, Authorization=f"Bearer {secret}").status_code == 200
    mokuji(place.server.data, "token", "revoke", "short-lived")
    refused = post(place, Authorization=f"Bearer {secret}")
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorised")
    assert refused.json()["detail"].startswith("This token is unknown, expired or revoked. Make a new one")
    assert "www-authenticate" in refused.headers


def test_a_get_without_a_session_is_not_allowed(place: Place) -> None:
    response = httpx.get(f"{place.server.url}/mcp", headers=ACCEPT, trust_env=False, timeout=30)
    assert (response.status_code, response.headers["allow"]) == (405, "POST")
    assert response.json() == {
        "type": "urn:mokuji:problem:method-not-allowed",
        "title": "Method Not Allowed",
        "status": 405,
        "code": "method-not-allowed",
        "detail": "POST to /mcp; this server keeps no sessions to listen to.",
        "request_id": response.headers["x-request-id"],
    }


def test_a_post_to_sse_is_not_allowed(place: Place) -> None:
    response = post(place, "/sse")
    assert (response.status_code, response.headers["allow"]) == (405, "GET")


@pytest.mark.parametrize("path", ["/mcp", "/messages/?session_id=" + "0" * 32])
def test_a_wrong_host_is_refused_and_the_setting_named(place: Place, path: str) -> None:
    response = post(place, path, Host="evil.example")
    assert 400 <= response.status_code < 500
    assert "MOKUJI_ALLOWED_HOSTS" in response.text


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[", "http://localhost.evil.example"]
)
def test_a_foreign_web_page_is_refused(place: Place, origin: str) -> None:
    assert post(place, Origin=origin).status_code == 403


def test_a_web_page_of_this_machine_is_let_in(place: Place) -> None:
    assert post(place, Origin="http://localhost:6274").status_code == 200


def test_a_message_to_an_unknown_session_is_not_found(place: Place) -> None:
    for address, status in (("/messages/?session_id=" + "0" * 32, 404), ("/messages/", 400)):
        answer = post(place, address)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
        assert "GET /sse" in answer.json()["detail"]


def test_a_body_that_is_no_message_is_a_clear_error(place: Place) -> None:
    for body in (b"", b"{", b"[]", b'{"jsonrpc": "2.0"}', b"\xff\xfe"):
        response = httpx.post(
            f"{place.server.url}/mcp",
            content=body,
            headers={
                **ACCEPT,
                "Authorization": f"Bearer {place.server.token}",
                "Content-Type": "application/json",
            },
            trust_env=False,
            timeout=30,
        )
        assert 400 <= response.status_code < 500, body


def test_two_hundred_sessions_at_once_all_get_their_answer(place: Place) -> None:
    async def main() -> list[str]:
        answers: list[str] = []

        async def session(number: int) -> None:
            transport = "sse" if number % 2 else "streamable"
            async with place.client(transport) as client:
                answers.append(
                    text_of(await client.call_tool("read", {"doc_id": place.long, "offset": number}))
                )

        with anyio.fail_after(150):
            async with anyio.create_task_group() as group:
                for number in range(1, 201):
                    group.start_soon(session, number)
        return answers

    answers = anyio.run(main)
    assert len(answers) == 200
    assert {answer.splitlines()[0] for answer in answers} == {
        f"{n} | line {n} of many" for n in range(1, 201)
    }


def open_connections(place: Place) -> int:
    """Return how many connections the server process holds open to clients."""
    psutil = pytest.importorskip("psutil")
    process = psutil.Process(place.server.process.pid)
    return sum(
        1 for c in process.net_connections("tcp") if c.status in {"ESTABLISHED", "CLOSE_WAIT"} and c.raddr
    )


def test_a_client_that_vanishes_leaves_nothing_behind(place: Place) -> None:
    address = urlsplit(place.server.url)
    before = open_connections(place)
    request = (
        f"GET /sse HTTP/1.1\r\nHost: {address.netloc}\r\nAuthorization: Bearer {place.server.token}\r\n\r\n"
    ).encode()
    sockets = []
    for _ in range(20):
        connection = socket.create_connection((address.hostname, address.port), timeout=30)
        connection.sendall(request)
        assert b"200 OK" in connection.recv(4096)
        sockets.append(connection)
    assert open_connections(place) >= 20
    for connection in sockets:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        connection.close()
    until(lambda: open_connections(place) <= before, seconds=30, what="the end of the vanished sessions")
    assert text_of(place.call("read", {"doc_id": place.tides})).startswith("1 | # Tides")


def test_half_a_surrogate_pair_in_a_query_is_answered(place: Place) -> None:
    asked = {"name": "search", "arguments": {"query": "\ud800 moon"}}
    call = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": asked})
    headers = {**ACCEPT, "Authorization": f"Bearer {place.server.token}", "Content-Type": "application/json"}
    response = httpx.post(
        f"{place.server.url}/mcp", content=call, headers=headers, trust_env=False, timeout=30
    )
    answer = response.json()
    assert (response.status_code, answer["id"], answer["result"]["isError"]) == (200, 2, False)
