"""Three web processes behind one address and two workers over one library, on PostgreSQL and Redis."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

import anyio
import httpx2
import psycopg
import pytest
from mcp.client import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from websockets.exceptions import ConnectionClosed

from tests.support.browser import hear, open_live, sign_in, sign_out
from tests.support.server import mokuji, until
from tests.support.team import Team, needs_services, running_team

pytestmark = needs_services
LONG_TEXT = "\n\n".join(f"# Part {number}\n\nThe walrus rests on the shore." for number in range(400))


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    with running_team(tmp_path_factory.mktemp("team"), webs=3, workers=2) as team:
        yield team


def test_one_address_leads_to_every_process(team: Team) -> None:
    with team.client() as client:
        for _ in team.webs:
            client.get("/api/v1/status").raise_for_status()
    assert all(team.balancer.served.get(web.url) for web in team.webs)


def test_every_process_says_that_a_worker_lives(team: Team) -> None:
    for web in team.webs:
        answer = web.http.get("/readyz")
        assert (answer.status_code, answer.json()["parts"]["indexing"]) == (200, "ready")


def test_what_one_process_takes_every_process_finds(team: Team) -> None:
    first, second, third = team.webs
    document = first.upload("walrus.md", b"# Walrus\n\nA walrus on the shore.")["document"]
    second.wait_for(document["id"], "complete", "failed")
    for web in team.webs:
        found = web.get("/search", params={"query": "walrus"}).raise_for_status().json()
        assert [result["document_id"] for result in found["results"]] == [document["id"]]
    third.http.delete(f"/api/v1/documents/{document['id']}").raise_for_status()
    until(
        lambda: not second.get("/search", params={"query": "walrus"}).json()["results"], what="the deletion"
    )


async def _walk(team: Team, mode: str | None) -> str:
    """Search, outline and read as the official client does, each request at the next process."""
    headers = {"Authorization": f"Bearer {team.token}"}
    limits = httpx2.Limits(max_keepalive_connections=0)
    async with httpx2.AsyncClient(headers=headers, limits=limits, timeout=30) as http:
        transport = streamable_http_client(team.url + "/mcp", http_client=http)
        async with Client(transport, mode=mode) if mode else Client(transport) as client:
            return await _call_all(client)


async def _call_all(client: Client) -> str:
    found = await client.call_tool("search", {"query": "narwhals"})
    assert found.structured_content is not None
    document_id = found.structured_content["results"][0]["doc_id"]
    await client.call_tool("outline", {"doc_ids": document_id})
    read = await client.call_tool("read", {"doc_id": document_id})
    return str(getattr(read.content[0], "text", ""))


@pytest.fixture(scope="module")
def narwhals(team: Team) -> int:
    document = team.webs[0].add("narwhals.md", "# Narwhals\n\nNarwhals dive deep.")
    assert document["state"] == "complete"
    return int(document["id"])


@pytest.mark.parametrize("mode", [None, "legacy"])
def test_mcp_needs_no_process_of_its_own(team: Team, narwhals: int, mode: str | None) -> None:
    before = dict(team.balancer.served)
    assert "3 | Narwhals dive deep." in anyio.run(_walk, team, mode)
    met = {url for url, served in team.balancer.served.items() if served > before.get(url, 0)}
    assert len(met) > 1


async def _walk_by_sse(team: Team) -> str:
    headers = {"Authorization": f"Bearer {team.token}"}
    async with Client(sse_client(team.url + "/sse", headers=headers)) as client:
        return await _call_all(client)


def test_an_sse_session_of_the_official_client_takes_its_messages_at_any_process(
    team: Team, narwhals: int
) -> None:
    for _ in team.webs:
        assert "3 | Narwhals dive deep." in anyio.run(_walk_by_sse, team)


def test_an_sse_session_takes_messages_at_every_other_process(team: Team) -> None:
    first, *others = team.webs
    with first.http.stream("GET", "/sse") as events:
        lines = events.iter_lines()
        address = next(line for line in lines if line.startswith("data: ")).removeprefix("data: ")
        for number, other in enumerate(others):
            asked = {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            }
            message = {"jsonrpc": "2.0", "id": number, "method": "initialize", "params": asked}
            assert other.http.post(address, json=message).status_code == 202
            told = next(line for line in lines if line.startswith("data: ")).removeprefix("data: ")
            assert (json.loads(told)["id"], bool(json.loads(told)["result"])) == (number, True)


def test_a_resumable_upload_goes_on_at_another_process(team: Team) -> None:
    content = b"# Resumed\n\n" + b"The capybara swims on. " * 400
    name = base64.b64encode(b"resumed.md").decode()
    with team.client() as client:
        client.headers["Tus-Resumable"] = "1.0.0"
        announced = {"Upload-Length": str(len(content)), "Upload-Metadata": f"filename {name}"}
        begun = client.post("/api/v1/uploads", headers=announced)
        assert begun.status_code == 201
        place, step = begun.headers["location"], 1000
        for offset in range(0, len(content), step):
            told = client.head(place).raise_for_status().headers["upload-offset"]
            assert told == str(offset)
            sent = {"Upload-Offset": told, "Content-Type": "application/offset+octet-stream"}
            done = client.patch(place, headers=sent, content=content[offset : offset + step])
            assert done.status_code == 204, done.text
        document = int(done.headers["mokuji-document"])
        team.webs[1].wait_for(document)
        assert client.get(f"/api/v1/documents/{document}/original").content == content


def test_a_browser_signs_in_at_one_process_and_hears_of_progress_at_any(team: Team) -> None:
    session = sign_in(team)
    document = 0
    for number, web in enumerate(team.webs):
        with open_live(team, session) as socket:
            document = web.upload(f"live-{number}.md", f"# Live\n\nStory {number}.".encode())["document"][
                "id"
            ]
            hear(socket, document, "complete")
    assert document


def test_who_signs_out_at_one_process_is_told_nothing_more_by_any(team: Team) -> None:
    session = sign_in(team)
    with open_live(team, session) as first, open_live(team, session) as second:
        sign_out(team, session)
        for socket in (first, second):
            with pytest.raises(ConnectionClosed):
                socket.recv(30)
            assert socket.close_code == 4401


def test_a_worker_that_is_killed_loses_nothing(team: Team) -> None:
    first, second, _ = team.webs
    ids = [
        first.upload(f"killed-{number}.md", f"{LONG_TEXT}\n\nNumber {number}.".encode())["document"]["id"]
        for number in range(12)
    ]
    until(lambda: any(second.document(each)["state"] == "complete" for each in ids), what="the first one")
    team.kill_worker()
    team.end_leases()  # the other one takes over; nobody new comes
    for each in ids:
        assert second.wait_for(each, seconds=120)["state"] == "complete"
    team.start_worker()


def test_a_web_process_that_is_killed_is_not_missed(team: Team) -> None:
    killed = team.webs.pop()
    killed.kill()
    with team.client() as client:
        for _ in range(4):
            assert client.get("/api/v1/status").status_code == 200
    team.balancer.backends.remove(killed.url)
    team.start_web()


def test_an_engine_that_is_down_for_a_while_loses_nothing(team: Team) -> None:
    first, second, _ = team.webs
    team.words.answer = lambda method, path: (503, {"message": "Out for lunch.", "code": "internal"})
    refused = second.get("/search", params={"query": "lunch"})
    assert refused.status_code == 503
    document = first.upload("lunch.md", b"# Lunch\n\nWhile the engine is away.")["document"]["id"]
    until(lambda: _stage(team, document) == "index", what="the document read")
    team.words.answer = lambda method, path: None
    assert second.wait_for(document, seconds=90)["state"] == "complete"
    assert second.get("/search", params={"query": "lunch"}).json()["results"]


def test_after_all_this_the_parts_agree(team: Team) -> None:
    doctor = mokuji(team.data, "doctor", "--json", check=False)
    assert [finding for finding in json.loads(doctor.stdout) if not finding["well"]] == []


def _stage(team: Team, document_id: int) -> str:
    with psycopg.connect(team.env["MOKUJI_DATABASE_URL"]) as connection:
        asked = (
            "SELECT stage FROM jobs_indexingjob JOIN library_revision ON library_revision.id = revision_id "
            "WHERE document_id = %s"
        )
        row = connection.execute(asked, [document_id]).fetchone()
    return str(row[0]) if row else ""
