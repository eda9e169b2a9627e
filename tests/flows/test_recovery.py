"""A server that dies in the middle of work loses nothing and does nothing twice."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.support.files import markdown, pdf
from tests.support.server import Server, mokuji, start_server, until

COUNT = 12


def stages(data: Path) -> dict[str, int]:
    with sqlite3.connect(f"file:{data / 'mokuji.sqlite3'}?mode=ro", uri=True, timeout=20) as database:
        rows = database.execute("SELECT stage, count(*) FROM jobs_indexingjob GROUP BY stage").fetchall()
    return dict(rows)


def hand_in(server: Server, only: str) -> dict[int, str]:
    """Upload documents, each with a word of its own; return the words by document id."""
    words = {}
    for number in range(COUNT):
        word = f"quokka{only}{number:03d}"
        if number % 3 == 0:
            pages = [(f"Part {page}", f"{word} on page {page}. " * 40) for page in range(1, 25)]
            answer = server.upload(f"{word}.pdf", pdf(word, *pages))
        else:
            answer = server.upload(
                f"{word}.md", markdown(word, ("Where", f"The {word} lives here. " * 200)).encode()
            )
        words[answer["document"]["id"]] = word
    return words


def all_complete(server: Server) -> bool:
    states = server.get("/status").raise_for_status().json()["states"]
    return bool(states["complete"] == sum(states.values()))


@pytest.mark.timeout(240)
@pytest.mark.parametrize("stage", ["extract", "index", "embed"])
def test_a_kill_in_a_stage_loses_nothing_and_doubles_nothing(stage: str, data: Path) -> None:
    server = start_server(data)
    try:
        words = hand_in(server, stage)
        until(lambda: stages(data).get(stage, 0) > 0, seconds=60, what=f"a document in stage {stage}")
        server.kill()
        server = start_server(data, token=server.token)
        until(lambda: all_complete(server), seconds=120, what="every document complete")
        documents = server.get("/documents", params={"limit": 100}).raise_for_status().json()
        assert sorted(item["id"] for item in documents["items"]) == sorted(words)
        for document_id, word in words.items():
            found = server.get("/search", params={"query": word}).raise_for_status().json()["results"]
            assert found[0]["document_id"] == document_id
            assert [hit["document_id"] for hit in found].count(document_id) == 1
        examined = mokuji(data, "doctor", check=False)
        assert examined.returncode == 0, examined.stdout
    finally:
        server.stop()


@pytest.mark.timeout(120)
def test_an_upload_that_was_answered_survives_an_immediate_kill(data: Path) -> None:
    server = start_server(data)
    try:
        document = server.upload("kept.md", b"# Kept\n\nThe narwhal is kept.\n")["document"]
        server.kill()
        server = start_server(data, token=server.token)
        assert server.wait_for(document["id"])["state"] == "complete"
    finally:
        server.stop()
