from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from webapp.library.errors import NotFound
from webapp.uploads.resumable import KEPT_SECONDS, Busy, Upload, Uploads


@pytest.fixture
def uploads(tmp_path: Path) -> Uploads:
    return Uploads(tmp_path / "uploads")


def begun(uploads: Uploads, length: int = 6) -> Upload:
    return uploads.begin(Upload(id="", user_id=1, length=length, name="報告.md", source="/a"))


def test_an_upload_goes_on_after_a_restart(uploads: Uploads) -> None:
    upload = begun(uploads)
    uploads.append(upload, b"abc")
    restarted = Uploads(uploads.folder)
    kept = restarted.get(upload.id, user_id=1)
    assert kept == upload
    assert restarted.offset(kept) == 3
    restarted.append(kept, b"def")
    file = restarted.whole(kept)
    assert (file.sha256, file.size) == (hashlib.sha256(b"abcdef").hexdigest(), 6)


def test_an_upload_exists_for_its_owner_only(uploads: Uploads) -> None:
    upload = begun(uploads)
    with pytest.raises(NotFound) as theirs:
        uploads.get(upload.id, user_id=2)
    with pytest.raises(NotFound) as nobodys:
        uploads.get("0" * 32, user_id=1)
    assert str(theirs.value) == str(nobodys.value)


@pytest.mark.parametrize("upload_id", ["", "..", "../secret_key", "0" * 31, "x" * 32, "0" * 32 + "\n"])
def test_an_id_never_becomes_another_path(uploads: Uploads, upload_id: str) -> None:
    with pytest.raises(NotFound):
        uploads.get(upload_id, user_id=1)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"id": 1}', "\0"])
def test_facts_that_were_damaged_are_an_unknown_upload(uploads: Uploads, content: str) -> None:
    upload = begun(uploads)
    (uploads.folder / f"{upload.id}.json").write_text(content)
    with pytest.raises(NotFound):
        uploads.get(upload.id, user_id=1)


def test_a_finished_upload_is_remembered_without_its_bytes(uploads: Uploads) -> None:
    upload = begun(uploads)
    uploads.append(upload, b"abcdef")
    done = uploads.finish(upload, document_id=17, outcome="added")
    assert uploads.get(upload.id, user_id=1) == done
    assert uploads.offset(done) == 6
    assert [path.name for path in uploads.folder.iterdir()] == [f"{upload.id}.json"]


def test_two_requests_never_work_on_the_same_upload(uploads: Uploads) -> None:
    upload = begun(uploads)
    with uploads.claim(upload), pytest.raises(Busy), uploads.claim(upload):
        pytest.fail("claimed twice")
    with uploads.claim(upload):
        assert uploads.offset(upload) == 0


def test_two_processes_never_work_on_the_same_upload(uploads: Uploads) -> None:
    upload, elsewhere = begun(uploads), Uploads(uploads.folder)
    with uploads.claim(upload), pytest.raises(Busy), elsewhere.claim(upload):
        pytest.fail("claimed twice")
    with elsewhere.claim(upload):
        assert elsewhere.offset(upload) == 0
    uploads.remove(upload)
    with pytest.raises(NotFound), uploads.claim(upload):
        pytest.fail("claimed what is gone")


def test_a_removed_upload_is_gone(uploads: Uploads) -> None:
    upload = begun(uploads)
    uploads.remove(upload)
    uploads.remove(upload)
    assert list(uploads.folder.iterdir()) == []
    with pytest.raises(NotFound):
        uploads.offset(upload)


def test_stale_uploads_go_when_another_begins(uploads: Uploads) -> None:
    stale, fresh = begun(uploads), begun(uploads)
    for path in uploads.folder.glob(f"{stale.id}*"):
        os.utime(path, (1, 1))
    begun(uploads)
    with pytest.raises(NotFound):
        uploads.get(stale.id, user_id=1)
    assert uploads.get(fresh.id, user_id=1) == fresh
    part = uploads.folder / fresh.id
    assert uploads.expires_at(fresh) == part.stat().st_mtime + KEPT_SECONDS


def test_facts_are_plain_json(uploads: Uploads) -> None:
    upload = begun(uploads)
    assert json.loads((uploads.folder / f"{upload.id}.json").read_text())["name"] == "報告.md"
