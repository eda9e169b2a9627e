"""The real PostgreSQL and the real Redis under a team server are restarted: web processes and workers go on."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pymupdf
import pytest

from tests.support import services
from tests.support.browser import hear, open_live, sign_in
from tests.support.server import until
from tests.support.team import Team, needs_services, running_team

pytestmark = [*needs_services, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def ground() -> Iterator[tuple[services.PostgreSQL, services.Redis]]:
    """Servers of this file's own, in a folder that the user of PostgreSQL may enter."""
    with (
        tempfile.TemporaryDirectory(prefix="mokuji-restarts-") as folder,
        services.running(Path(folder)) as both,
    ):
        yield both


@pytest.fixture(scope="module")
def team(
    ground: tuple[services.PostgreSQL, services.Redis], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Team]:
    database, queue = ground
    data = tmp_path_factory.mktemp("team")
    with running_team(data, webs=2, workers=1, database=database.url, redis=queue.url) as team:
        team.webs[0].add("before.md", "# Before\n\nThe okapi was here before.")
        yield team


@pytest.fixture(autouse=True)
def both_run(ground: tuple[services.PostgreSQL, services.Redis]) -> Iterator[None]:
    """A story that fails half-way leaves nothing switched off."""
    yield
    for service in ground:
        if not service.answers():
            service.start()


def many_pages(count: int) -> bytes:
    """A PDF that takes some seconds to read."""
    document = pymupdf.open()
    line = "The colugo glides from tree to tree, and comes down to the ground only by mistake."
    for number in range(1, count + 1):
        page = document.new_page()
        page.insert_text((72, 72), f"{number} Glides", fontsize=16)
        for row in range(40):
            page.insert_text((72, 100 + 16 * row), f"{line} {number * 40 + row}", fontsize=8)
    return bytes(document.tobytes())


def _restart(service: services.Service) -> None:
    service.stop()
    service.start()


def test_a_database_that_is_restarted_is_found_again(
    team: Team, ground: tuple[services.PostgreSQL, services.Redis]
) -> None:
    first, second = team.webs
    _restart(ground[0])
    for web in team.webs:  # the very next request of each
        assert web.get("/search", params={"query": "okapi"}).raise_for_status().json()["results"]
        tools = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        asked = tools | {"params": {"name": "search", "arguments": {"query": "okapi"}}}
        accepted = {"Accept": "application/json, text/event-stream"}
        answer = web.http.post("/mcp", json=asked, headers=accepted).raise_for_status().json()
        assert answer["result"]["structuredContent"]["results"]
    document = first.upload("again.md", b"# Again\n\nAfter the restart.")["document"]["id"]
    assert second.wait_for(document, seconds=90)["state"] == "complete"


def test_while_the_database_is_away_people_hear_so_and_then_all_goes_on(
    team: Team, ground: tuple[services.PostgreSQL, services.Redis]
) -> None:
    web, database = team.webs[0], ground[0]
    document = web.upload("during.md", b"# During\n\nWork goes on below.")["document"]["id"]
    database.stop()
    away = web.get("/search", params={"query": "okapi"})
    assert away.status_code == 503
    assert away.headers["content-type"].startswith("application/problem+json")
    assert "database" in away.json()["detail"].casefold()
    database.start()
    assert web.wait_for(document, seconds=90)["state"] == "complete"


def test_a_file_that_is_being_read_when_the_database_goes_is_read_as_soon_as_it_is_back(
    team: Team, ground: tuple[services.PostgreSQL, services.Redis]
) -> None:
    """A lease lasts two minutes: it is given back, not waited for."""
    web = team.webs[0]
    document = web.upload("long.pdf", many_pages(600))["document"]["id"]
    web.wait_for(document, "extracting", seconds=60)
    _restart(ground[0])
    found = web.wait_for(document, seconds=90)
    assert (found["state"], found["page_count"]) == ("complete", 600)


def test_documents_on_their_way_through_the_stages_when_the_database_goes_do_not_fail(
    team: Team, ground: tuple[services.PostgreSQL, services.Redis]
) -> None:
    """A batch has a lease of ten minutes."""
    web = team.webs[0]
    text = "The numbat sleeps in a hollow log, and hunts by day. " * 60
    made = [
        web.upload(f"batch{number}.md", f"# Batch {number}\n\n{text}".encode())["document"]["id"]
        for number in range(40)
    ]
    _restart(ground[0])
    assert {web.wait_for(document, seconds=120)["state"] for document in made} == {"complete"}


def test_without_redis_uploads_are_taken_and_found_later_and_people_sign_in(
    team: Team, ground: tuple[services.PostgreSQL, services.Redis]
) -> None:
    first, second = team.webs
    queue = ground[1]
    queue.stop()
    document = first.upload("queued.md", b"# Queued\n\nThe tamarin waits for its turn.")["document"]["id"]
    assert second.get("/search", params={"query": "okapi"}).raise_for_status().json()["results"]
    assert sign_in(team)
    queue.start()
    assert second.wait_for(document, seconds=90)["state"] == "complete"


def test_live_progress_and_sse_come_back_with_redis(
    team: Team, ground: tuple[services.PostgreSQL, services.Redis]
) -> None:
    session = sign_in(team)
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(open_live(team, session)) for _ in team.webs]
        _restart(ground[1])

        def heard() -> bool:
            """Messages of the very moment may be lost: the browser asks again when it hears the next."""
            document = team.webs[0].add("live.md", f"# Live\n\nTake {next(numbers)}.")["id"]
            for socket in sockets:
                with contextlib.suppress(TimeoutError):
                    hear(socket, document, "complete", seconds=3)
                    continue
                return False
            return True

        numbers = iter(range(100))
        until(heard, seconds=60, what="live messages at every process")

    def relayed() -> bool:
        first, second = team.webs
        with first.http.stream("GET", "/sse", timeout=5) as events:
            lines = events.iter_lines()
            address = next(line for line in lines if line.startswith("data: ")).removeprefix("data: ")
            ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            if second.http.post(address, json=ping).status_code != 202:
                return False
            with contextlib.suppress(httpx.ReadTimeout):
                return any(line.startswith("data: ") for line in lines)
        return False

    until(relayed, seconds=60, what="a message that another process took")
