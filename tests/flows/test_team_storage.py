"""A team server whose machines share no disk: originals lie in a bucket, each machine has a data folder of its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.containers import zipped
from tests.support.files import pdf
from tests.support.s3_server import FakeS3
from tests.support.server import mokuji, until
from tests.support.team import Team, needs_services, running_team

pytestmark = needs_services


@pytest.fixture(scope="module")
def bucket() -> Iterator[FakeS3]:
    with FakeS3() as bucket:
        yield bucket


@pytest.fixture(scope="module")
def team(bucket: FakeS3, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    storage = {
        "MOKUJI_STORAGE_URL": f"{bucket.url}/{bucket.bucket}/library",
        "MOKUJI_STORAGE_KEY": bucket.key,
        "MOKUJI_STORAGE_SECRET": bucket.secret,
        "MOKUJI_SECRET_KEY": "the-same-for-all-machines-of-a-team-server",
    }
    with running_team(tmp_path_factory.mktemp("web"), webs=1, workers=0, more=storage) as team:
        team.start_worker(tmp_path_factory.mktemp("worker"))
        yield team


def _forget_files_here(team: Team) -> None:
    """As on another machine, or after the cache gave them up."""
    for folder in (team.data / "files").glob("[0-9a-f][0-9a-f]"):
        shutil.rmtree(folder)


def test_what_is_uploaded_at_one_machine_is_read_at_another_and_sent_in_ranges(
    team: Team, bucket: FakeS3
) -> None:
    (web,) = team.webs
    content = pdf("Tides", ("Causes", "The moon pulls the water. " * 60))
    document = web.add("tides.pdf", content)
    assert document["state"] == "complete"
    assert [key.startswith("library/") for key in bucket.objects] == [True]
    _forget_files_here(team)
    part = web.get(f"/documents/{document['id']}/original", headers={"Range": "bytes=2-9"})
    assert (part.status_code, part.content) == (206, content[2:10])
    assert part.headers["content-range"] == f"bytes 2-9/{len(content)}"
    assert web.get(f"/documents/{document['id']}/original").content == content


def test_what_a_worker_unpacks_is_read_and_sent_everywhere(team: Team) -> None:
    (web,) = team.webs
    archive = web.add("trip.zip", zipped({"trip/plan.md": "# Plan\n\nThe pangolin walks."}))
    found = until(
        lambda: web.get("/search", params={"query": "pangolin"}).json()["results"], what="the part's words"
    )
    assert found[0]["document_id"] != archive["id"]
    original = web.get(f"/documents/{found[0]['document_id']}/original")
    assert original.text == "# Plan\n\nThe pangolin walks."


def test_a_bucket_that_is_away_refuses_uploads_in_words_and_loses_nothing(team: Team, bucket: FakeS3) -> None:
    (web,) = team.webs
    bucket.answer = lambda method, key: (
        (503, b"<Error><Code>SlowDown</Code></Error>") if method == "GET" else None
    )
    document = web.upload("waits.md", b"# Waits\n\nThe tapir waits for its bytes.")["document"]["id"]
    bucket.answer = lambda method, key: (403, b"<Error><Code>AccessDenied</Code></Error>")
    refused = web.http.post("/api/v1/documents", params={"filename": "no.md"}, content=b"# Refused")
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert "MOKUJI_STORAGE_KEY" in refused.json()["detail"]
    bucket.answer = lambda method, key: None
    assert web.wait_for(document, seconds=90)["state"] == "complete"
    assert web.upload("no.md", b"# Refused")["outcome"] == "added"


def test_a_deleted_document_leaves_the_bucket_and_the_parts_agree(team: Team, bucket: FakeS3) -> None:
    (web,) = team.webs
    held = len(bucket.objects)
    document = web.add("gone.md", "# Gone\n\nSoon.")["id"]
    assert len(bucket.objects) == held + 1
    web.http.delete(f"/api/v1/documents/{document}").raise_for_status()
    until(lambda: len(bucket.objects) == held, what="the file's end")
    doctor = mokuji(team.data, "doctor", "--json", check=False)
    assert [finding for finding in json.loads(doctor.stdout) if not finding["well"]] == []


def test_a_wrong_key_is_told_at_start(team: Team, tmp_path: Path) -> None:
    wrong = team.env | {"MOKUJI_STORAGE_SECRET": "not-the-secret"}
    told = mokuji(tmp_path, "doctor", check=False, env=wrong)
    assert told.returncode == 2
    assert "refuses the key" in told.stdout + told.stderr
    assert "Traceback" not in told.stderr
