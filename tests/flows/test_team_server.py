"""Several web processes and workers over one library, on PostgreSQL and Redis, with Meilisearch played by a stand-in.

`make test-server` starts what this needs.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.sync.client import connect

from tests.support.meilisearch_server import FakeMeilisearch
from tests.support.qdrant_server import FakeQdrant
from tests.support.server import Server, clean_environment, mokuji, start_server, until

DATABASE = os.environ.get("MOKUJI_TEST_DATABASE_URL", "")
REDIS = os.environ.get("MOKUJI_TEST_REDIS_URL", "")

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(not (DATABASE and REDIS), reason="needs PostgreSQL and Redis: run `make test-server`"),
]
LONG_TEXT = "\n\n".join(f"# Part {number}\n\nThe walrus rests on the shore." for number in range(400))


@dataclass
class Team:
    """Web processes, workers and what they share."""

    data: Path
    env: dict[str, str]
    token: str
    engine: FakeMeilisearch
    webs: list[Server] = field(default_factory=list)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start_worker(self) -> subprocess.Popen[bytes]:
        worker = subprocess.Popen(
            [sys.executable, "-m", "webapp.cli", "--data", str(self.data), "worker"],
            env=clean_environment(self.env),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.workers.append(worker)
        return worker

    def stop(self) -> None:
        for worker in self.workers:
            worker.terminate()
        for web in self.webs:
            web.stop()
        for worker in self.workers:
            worker.wait(60)


@contextlib.contextmanager
def own_database(name: str) -> Iterator[str]:
    """A database of this test's own, dropped at the end."""
    with psycopg.connect(DATABASE, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield re.sub(r"/[^/?]+(\?|$)", rf"/{name}\1", DATABASE)
        finally:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@contextlib.contextmanager
def running_team(data: Path, *, processes: int, **more: str) -> Iterator[Team]:
    """So many web processes and so many workers."""
    name = f"team_{hashlib.sha256(str(data).encode()).hexdigest()[:12]}"
    with own_database(name) as database, FakeMeilisearch() as engine:
        env = {
            "MOKUJI_DATABASE_URL": database,
            "MOKUJI_REDIS_URL": REDIS,
            "MOKUJI_MEILISEARCH_URL": engine.url,
            "MOKUJI_EMBEDDING": "off",
            **more,
        }
        token = mokuji(data, "token", "create", "test", env=env).stdout.strip()
        team = Team(data, env, token, engine)
        try:
            team.webs += [start_server(data, token=token, env=env) for _ in range(processes)]
            for _ in range(processes):
                team.start_worker()
            yield team
        finally:
            team.stop()
        assert engine.api.violations == []


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    with running_team(tmp_path_factory.mktemp("team"), processes=2) as team:
        yield team


def test_what_one_process_takes_every_process_finds(team: Team) -> None:
    first, second = team.webs
    document = first.upload("walrus.md", b"# Walrus\n\nA walrus on the shore.")["document"]
    second.wait_for(document["id"], "complete", "failed")
    found = second.get("/search", params={"query": "walrus"}).raise_for_status().json()
    assert [result["document_id"] for result in found["results"]] == [document["id"]]
    first.http.delete(f"/api/v1/documents/{document['id']}").raise_for_status()
    until(
        lambda: not second.get("/search", params={"query": "walrus"}).json()["results"], what="the deletion"
    )


def test_mcp_answers_at_every_process(team: Team) -> None:
    for number, web in enumerate(team.webs):
        asked = {"jsonrpc": "2.0", "id": number, "method": "tools/list", "params": {}}
        accepted = {"Accept": "application/json, text/event-stream"}
        answer = web.http.post("/mcp", json=asked, headers=accepted).raise_for_status().json()
        assert {"search", "outline", "read"} <= {tool["name"] for tool in answer["result"]["tools"]}


def test_an_sse_session_takes_messages_at_any_process(team: Team) -> None:
    first, second = team.webs
    with first.http.stream("GET", "/sse") as events:
        lines = events.iter_lines()
        address = next(line for line in lines if line.startswith("data: ")).removeprefix("data: ")
        asked = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }
        message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": asked}
        assert second.http.post(address, json=message).status_code == 202
        answer = json.loads(next(line for line in lines if line.startswith("data: ")).removeprefix("data: "))
        assert answer["result"]["serverInfo"]["name"]


def test_progress_reaches_a_browser_at_any_process(team: Team) -> None:
    first, second = team.webs
    link = mokuji(team.data, "user", "link", "admin", env=team.env).stdout
    path = re.search(r"/sign-in/(\S+)", link)
    assert path
    browser = httpx.Client(base_url=second.url, trust_env=False, timeout=30)
    session = _sign_in(browser, path[1])
    address = second.url.replace("http://", "ws://") + "/ws/live"
    with connect(address, origin=second.url, additional_headers={"Cookie": session}) as socket:  # type: ignore[arg-type]
        socket.send(json.dumps({"type": "hello", "epoch": "", "number": 0}))
        assert json.loads(socket.recv(30))["type"] == "snapshot"
        document = first.upload("live.md", b"# Live\n\nProgress crosses processes.")["document"]["id"]
        states: list[str] = []
        while "complete" not in states:
            event: dict[str, Any] = json.loads(socket.recv(60))
            states += [each["state"] for each in event["documents"] if each["id"] == document]
    browser.close()


def test_a_worker_that_is_killed_loses_nothing(team: Team) -> None:
    first, second = team.webs
    ids = [
        first.upload(f"killed-{number}.md", f"{LONG_TEXT}\n\nNumber {number}.".encode())["document"]["id"]
        for number in range(12)
    ]
    until(lambda: any(second.document(each)["state"] == "complete" for each in ids), what="the first one")
    killed = team.workers.pop(0)
    killed.kill()
    killed.wait(10)
    with psycopg.connect(team.env["MOKUJI_DATABASE_URL"], autocommit=True) as connection:
        connection.execute(  # the lease of a dead worker ends by itself in minutes: here at once
            "UPDATE jobs_indexingjob SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL"
        )
    team.start_worker()
    for each in ids:
        assert second.wait_for(each, seconds=120)["state"] == "complete"


def test_an_engine_that_is_down_for_a_while_loses_nothing(team: Team) -> None:
    first, second = team.webs
    team.engine.answer = lambda method, path: (503, {"message": "Out for lunch.", "code": "internal"})
    refused = second.get("/search", params={"query": "lunch"})
    assert refused.status_code == 503
    document = first.upload("lunch.md", b"# Lunch\n\nWhile the engine is away.")["document"]["id"]
    until(lambda: _stage(team, document) == "index", what="the document read")
    team.engine.answer = lambda method, path: None
    assert second.wait_for(document, seconds=90)["state"] == "complete"
    assert second.get("/search", params={"query": "lunch"}).json()["results"]


def test_a_database_that_drops_its_connections_is_found_again(team: Team) -> None:
    with psycopg.connect(team.env["MOKUJI_DATABASE_URL"], autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    first, second = team.webs
    document = first.upload("again.md", b"# Again\n\nAfter the connections were cut.")["document"]["id"]
    assert second.wait_for(document, seconds=90)["state"] == "complete"


def test_meaning_lies_in_qdrant_and_both_indexes_can_be_made_again(tmp_path: Path) -> None:
    with (
        FakeQdrant() as vectors,
        running_team(tmp_path, processes=1, MOKUJI_EMBEDDING="on", MOKUJI_QDRANT_URL=vectors.url) as team,
    ):
        (web,) = team.webs
        document = web.upload("car.md", b"# Automobiles\n\nHow to repair the engine of a car.")["document"][
            "id"
        ]
        assert web.wait_for(document, seconds=150)["state"] == "complete"

        def by_meaning() -> bool:
            answer = web.get("/search", params={"query": "vehicle motor maintenance"}).json()
            return [result["document_id"] for result in answer["results"]] == [document]

        until(by_meaning, what="the model of the web process")
        rebuilt = mokuji(tmp_path, "rebuild", env=team.env)
        assert "Both indexes are rebuilt" in rebuilt.stdout
        doctor = mokuji(tmp_path, "doctor", "--json", env=team.env)
        assert all(finding["well"] for finding in json.loads(doctor.stdout))
        assert by_meaning()
        assert vectors.api.violations == []


def _stage(team: Team, document_id: int) -> str:
    with psycopg.connect(team.env["MOKUJI_DATABASE_URL"]) as connection:
        asked = (
            "SELECT stage FROM jobs_indexingjob JOIN library_revision ON library_revision.id = revision_id "
            "WHERE document_id = %s"
        )
        row = connection.execute(asked, [document_id]).fetchone()
    return str(row[0]) if row else ""


def _sign_in(browser: httpx.Client, code: str) -> str:
    """Use a sign-in link as the page does, and return the cookies."""
    browser.get("/api/v1/session")
    token = browser.cookies.get("mokuji_csrf") or ""
    headers = {"X-CSRFToken": token, "Origin": str(browser.base_url).rstrip("/")}
    browser.post("/api/v1/session/link", json={"secret": code}, headers=headers).raise_for_status()
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
