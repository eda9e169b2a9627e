"""Search goes on while the indexes are built anew, also when the server dies over it."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import httpx

from tests.support.server import Server, mokuji, running_server, start_server, until

COUNT = 14


def fill(server: Server) -> None:
    for number in range(COUNT):
        server.upload(
            f"walrus{number}.md", f"# Walrus {number}\n\nAll about the walrus number{number}.\n".encode()
        )
    until(
        lambda: server.get("/status").json()["states"]["complete"] == COUNT, seconds=120, what="all complete"
    )


def rebuilt(server: Server) -> bool:
    return not server.get("/rebuild").raise_for_status().json()["running"]


def test_no_search_fails_or_comes_back_short_and_late_changes_are_right(data: Path, tmp_path: Path) -> None:
    with running_server(data) as server:
        fill(server)
        done = threading.Event()
        wrong: list[object] = []
        looks = threading.Semaphore(0)

        def look() -> None:
            with httpx.Client(base_url=server.url, headers=dict(server.http.headers), timeout=60) as http:
                while not done.wait(0.005):
                    answer = http.get("/api/v1/search", params={"query": "walrus", "limit": 12})
                    if answer.status_code != 200 or len(answer.json()["results"]) != 12:
                        wrong.append(answer.text[:500])
                    looks.release()

        reader = threading.Thread(target=look)
        reader.start()
        server.http.post("/api/v1/rebuild").raise_for_status()
        late = server.upload("late.md", b"# Late\n\nAn ocelot came late.\n")["document"]["id"]
        gone = server.get("/search", params={"query": "number7"}).json()["results"][0]["document_id"]
        server.http.delete(f"/api/v1/documents/{gone}").raise_for_status()
        until(lambda: rebuilt(server), seconds=120, what="the rebuild")
        assert looks.acquire(timeout=30)
        done.set()
        reader.join(30)
        assert wrong == []
        server.wait_for(late, "complete")
        found = server.get("/search", params={"query": "ocelot"}).json()["results"]
        assert found[0]["document_id"] == late
        left = server.get("/search", params={"query": "number7"}).json()["results"]
        assert gone not in {result["document_id"] for result in left}
        standing = server.get("/rebuild").json()
        assert (standing["error"], standing["running"]) == ("", False)
        questions = tmp_path / "questions.jsonl"
        questions.write_text(json.dumps({"question": "ocelot", "document": "late.md"}))
        scores = json.loads(mokuji(data, "evaluate", str(questions), "--json").stdout)
        assert (scores["hit_1"], scores["mrr"]) == (1.0, 1.0)
        told = mokuji(data, "rebuild", "--questions", str(questions)).stdout
        assert "MRR 1.000 -> 1.000" in told
        examined = mokuji(data, "doctor", check=False)
        assert examined.returncode == 0, examined.stdout


def test_a_kill_during_a_build_leaves_the_old_index_and_nothing_lying_about(data: Path) -> None:
    server = start_server(data)
    fill(server)
    server.http.post("/api/v1/rebuild").raise_for_status()
    server.kill()
    with running_server(data, token=server.token) as again:
        found = again.get("/search", params={"query": "walrus", "limit": 12}).json()["results"]
        assert len(found) == 12
        until(lambda: again.get("/status").json()["semantic"] == "ready", seconds=90, what="the model")
        repaired = mokuji(data, "doctor", "--repair", check=False)
        assert repaired.returncode == 0, repaired.stdout
    folders = [path.name for path in (data / "index").iterdir() if path.is_dir()]
    assert len([name for name in folders if name.startswith("lexical")]) == 1
