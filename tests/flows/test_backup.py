"""A library is copied while it is used, and stands up again elsewhere, on another database too."""

from __future__ import annotations

import json
import tarfile
import threading
from pathlib import Path

import pytest

from tests.support.containers import zipped
from tests.support.files import markdown, pdf
from tests.support.server import Server, mokuji, running_server, until
from tests.support.team import needs_services, running_team

MOST_BUSY = 40


def _fill(server: Server) -> dict[int, str]:
    """Add a few documents, one of them revised, one a container; return words by document."""
    first = server.add("tides.md", markdown("Tides", ("Causes", "The quokkatide pulls.")), source="/tides")
    server.add("tides.md", markdown("Tides", ("Causes", "The quokkamoon pulls.")), source="/tides")
    second = server.add("winds.pdf", pdf("Winds", ("Trade", "The quokkawind blows. " * 40)))
    server.http.post("/api/v1/verbs/search", json={"query": "quokkamoon"}).raise_for_status()
    server.add("trip.zip", zipped({"plan.md": "# Plan\n\nThe quokkaplan."}))
    server.http.patch(f"/api/v1/documents/{second['id']}", json={"tags": ["sea", "日本"]}).raise_for_status()
    return {first["id"]: "quokkamoon", second["id"]: "quokkawind"}


def _is_whole(server: Server, words: dict[int, str]) -> None:
    for document_id, word in words.items():
        found = server.get("/search", params={"query": word}).raise_for_status().json()["results"]
        assert found[0]["document_id"] == document_id
        assert word in str(server.get(f"/documents/{document_id}/lines").raise_for_status().json())
    assert server.get("/search", params={"query": "quokkaplan"}).json()["results"]
    tagged = server.get("/documents", params={"tag": "日本"}).raise_for_status().json()["items"]
    assert [each["id"] for each in tagged] == [next(d for d, word in words.items() if word == "quokkawind")]


def _agree(data: Path) -> None:
    doctor = mokuji(data, "doctor", "--json", check=False)
    assert [finding for finding in json.loads(doctor.stdout) if not finding["well"]] == []


@pytest.mark.timeout(240)
def test_a_backup_while_documents_come_and_go_stands_up_elsewhere(data: Path, tmp_path: Path) -> None:
    archive, there, ended = tmp_path / "library.tar", tmp_path / "elsewhere", threading.Event()
    with running_server(data) as server:
        words = _fill(server)

        def busy() -> None:
            for number in range(MOST_BUSY):
                if ended.is_set():
                    return
                made = server.upload(f"{number}.md", f"# Busy {number}\n\nComes and goes.".encode())[
                    "document"
                ]
                if number % 2:
                    server.http.delete(f"/api/v1/documents/{made['id']}")

        writing = threading.Thread(target=busy)
        writing.start()
        try:
            until(lambda: len(server.get("/documents").json()["items"]) > 6, what="a busy library")
            told = mokuji(data, "backup", str(archive))
        finally:
            ended.set()
            writing.join(60)
        assert "is whole" in told.stdout
        until(lambda: not server.get("/status").json()["queue"], what="the rest indexed")
    _agree(data)
    assert archive.stat().st_mode & 0o077 == 0
    restored = mokuji(there, "restore", str(archive))
    assert "Restored" in restored.stdout
    mokuji(there, "rebuild")
    with running_server(there, token=server.token) as again:
        until(lambda: not again.get("/status").json()["queue"], seconds=120, what="the rest indexed")
        _is_whole(again, words)
        later = again.add("later.md", "# Later\n\nA new one after the restore.")
        assert later["state"] == "complete"
    _agree(there)


@pytest.mark.service
@needs_services[1]
@pytest.mark.timeout(480)
def test_a_library_moves_to_a_team_server_and_back(data: Path, tmp_path: Path) -> None:
    to_team, back = tmp_path / "to-team.tar", tmp_path / "back.tar"
    with running_server(data) as server:
        words = _fill(server)
    mokuji(data, "backup", str(to_team))
    with running_team(tmp_path / "team", webs=1, workers=1, restored=to_team) as team:
        (web,) = team.webs
        _is_whole(web, words)
        words[web.add("later.md", "# Later\n\nThe quokkalate came at the team.")["id"]] = "quokkalate"
        _agree(team.data)
        assert "is whole" in mokuji(team.data, "backup", str(back)).stdout
    home = tmp_path / "home"
    mokuji(home, "restore", str(back))
    mokuji(home, "rebuild")
    with running_server(home, token=server.token) as again:
        until(lambda: not again.get("/status").json()["queue"], seconds=120, what="the rest indexed")
        _is_whole(again, words)
    _agree(home)


def test_a_damaged_or_wrong_archive_and_a_full_library_are_refused_and_nothing_is_written(
    data: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "library.tar"
    mokuji(data, "token", "create", "one")
    mokuji(data, "backup", str(archive))
    full = mokuji(data, "restore", str(archive), check=False)
    assert (full.returncode, "not empty" in full.stderr) == (2, True)
    content = archive.read_bytes()
    with tarfile.open(archive) as opened:
        place = opened.getmember("rows/accounts.User.jsonl.gz").offset_data
    wrong = tmp_path / "wrong.tar"
    for changed, told in (
        (content[:place] + b"\xff" + content[place + 1 :], "damaged"),
        (content[: len(content) // 2], "no whole backup"),
        (b"no archive at all", "no whole backup"),
        (b"", "no whole backup"),
    ):
        wrong.write_bytes(changed)
        refused = mokuji(tmp_path / "new", "restore", str(wrong), check=False)
        assert (refused.returncode, told in refused.stderr) == (2, True), refused.stderr
        assert "Traceback" not in refused.stderr
    assert "Restored" in mokuji(tmp_path / "new", "restore", str(archive)).stdout


def test_a_backup_without_an_original_is_refused_by_its_name(data: Path, tmp_path: Path) -> None:
    with running_server(data) as server:
        document = server.add("lost.md", "# Lost")
    for path in (data / "files").glob("??/??/*"):
        path.unlink()
    told = mokuji(data, "backup", str(tmp_path / "library.tar"), check=False)
    assert (told.returncode, document["sha256"] in told.stderr) == (2, True)
    assert not list(tmp_path.glob("library.tar*"))
