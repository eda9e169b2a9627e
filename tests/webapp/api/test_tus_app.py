from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.support.asgi import Answer, call
from tests.support.documents import bearer, make_collection, make_user
from webapp.accounts.models import User
from webapp.api.problems import MEDIA_TYPE
from webapp.api.tus_app import PATH, TusApp, parse_metadata
from webapp.library.errors import BadRequest
from webapp.library.file_store import path_of
from webapp.library.models import Document
from webapp.uploads.resumable import Busy, Upload, Uploads

pytestmark = pytest.mark.django_db(transaction=True)

CONTENT = b"# Tides\n\nThe tide rises."


@pytest.fixture
def user() -> User:
    return make_user("reader")


class Sender:
    """A tus client that says what it does."""

    def __init__(self, folder: Path, headers: dict[str, str]) -> None:
        self.uploads = Uploads(folder)
        self.headers = {"tus-resumable": "1.0.0", **headers}

    def ask(
        self, method: str, path: str = PATH, body: tuple[bytes, ...] = (), lost: bool = False, **headers: str
    ) -> Answer:
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        return call(
            TusApp(self.uploads, let_go_seconds=0.1), method, path, headers=sent, body=body, lost=lost
        )

    def begin(self, length: int = len(CONTENT), **metadata: str) -> Answer:
        given = {"filename": "潮.md", **metadata}
        pairs = ",".join(f"{k} {base64.b64encode(v.encode()).decode()}" for k, v in given.items() if v)
        return self.ask("POST", upload_length=str(length), upload_metadata=pairs)

    def go_on(self, path: str, offset: int, *body: bytes, lost: bool = False) -> Answer:
        kind = "application/offset+octet-stream"
        return self.ask("PATCH", path, body, lost, content_type=kind, upload_offset=str(offset))


@pytest.fixture
def sender(tmp_path: Path, user: User) -> Sender:
    return Sender(tmp_path / "uploads", bearer(user))


def test_a_day_that_is_spent_takes_no_further_upload(sender: Sender, settings: Any) -> None:
    cache.clear()
    settings.MOKUJI = settings.MOKUJI | {"upload_mb_per_day": 1}
    assert sender.begin(length=1024 * 1024).status == 201
    refused = sender.begin()
    assert (refused.status, refused.json["code"]) == (429, "too-many-requests")
    assert "MOKUJI_UPLOAD_MB_PER_DAY" in refused.json["detail"]
    assert int(refused.headers["retry-after"]) >= 1


def test_the_server_says_what_it_can_without_a_caller(tmp_path: Path) -> None:
    answer = call(TusApp(Uploads(tmp_path)), "OPTIONS", PATH)
    assert answer.status == 204
    assert answer.headers["tus-version"] == "1.0.0"
    assert answer.headers["tus-extension"] == "creation,expiration,termination"
    assert answer.headers["tus-max-size"] == str(200 * 1024 * 1024)


def test_a_whole_upload_becomes_a_document(sender: Sender, user: User) -> None:
    make_collection(user, "Sea")
    begun = sender.begin(collection="Sea", source="/潮.md", modified="2020-01-01")
    assert begun.status == 201
    path = begun.headers["location"]
    assert begun.headers["upload-expires"].endswith("GMT")
    done = sender.go_on(path, 0, CONTENT[:5], CONTENT[5:])
    assert (done.status, done.headers["upload-offset"]) == (204, str(len(CONTENT)))
    document = Document.objects.get(pk=int(done.headers["mokuji-document"]))
    assert done.headers["mokuji-outcome"] == "added"
    assert (document.file_name, document.collection.name, document.source) == ("潮.md", "Sea", "/潮.md")
    assert document.modified_at.year == 2020
    assert path_of(document.sha256).read_bytes() == CONTENT


def test_an_upload_goes_on_where_the_connection_was_lost(sender: Sender) -> None:
    path = sender.begin().headers["location"]
    assert sender.go_on(path, 0, CONTENT[:7], lost=True).status == 0
    told = sender.ask("HEAD", path)
    assert (told.status, told.headers["upload-offset"], told.headers["upload-length"]) == (
        200,
        "7",
        str(len(CONTENT)),
    )
    assert told.headers["upload-metadata"].startswith("filename ")
    assert told.headers["cache-control"] == "no-store"
    restarted = Sender(sender.uploads.folder, sender.headers)
    assert restarted.go_on(path, 7, CONTENT[7:]).headers["mokuji-outcome"] == "added"


def test_an_answer_that_was_lost_is_told_again(sender: Sender) -> None:
    path = sender.begin().headers["location"]
    document = sender.go_on(path, 0, CONTENT).headers["mokuji-document"]
    told = sender.ask("HEAD", path)
    assert (told.headers["upload-offset"], told.headers["mokuji-document"]) == (str(len(CONTENT)), document)
    assert sender.go_on(path, len(CONTENT)).headers["mokuji-document"] == document
    assert Document.objects.count() == 1


def test_an_upload_that_was_whole_when_the_server_died_is_finished_when_asked(
    sender: Sender, user: User
) -> None:
    path = sender.begin().headers["location"]
    upload = sender.uploads.get(path.rpartition("/")[2], user_id=user.pk)
    sender.uploads.append(upload, CONTENT)
    assert sender.ask("HEAD", path).headers["mokuji-outcome"] == "added"


def test_the_same_bytes_are_skipped_and_an_empty_file_fails_visibly(sender: Sender) -> None:
    first = sender.go_on(sender.begin().headers["location"], 0, CONTENT)
    again = sender.go_on(sender.begin().headers["location"], 0, CONTENT)
    assert again.headers["mokuji-outcome"] == "skipped"
    assert again.headers["mokuji-document"] == first.headers["mokuji-document"]
    empty = sender.begin(length=0)
    document = Document.objects.get(pk=int(empty.headers["mokuji-document"]))
    assert document.failure_code == "empty"


def test_wrong_steps_are_told(sender: Sender) -> None:
    path = sender.begin().headers["location"]
    kind = "application/offset+octet-stream"
    refused = [
        (409, sender.go_on(path, 3, CONTENT)),
        (409, sender.ask("PATCH", path, (b"x",), content_type=kind)),
        (413, sender.go_on(path, 0, CONTENT + b"!")),
        (413, sender.ask("PATCH", path, (b"x",), content_type=kind, upload_offset="0", content_length="99")),
        (415, sender.ask("PATCH", path, (b"x",), content_type="text/plain", upload_offset="0")),
        (412, sender.ask("HEAD", path, tus_resumable="0.2.2")),
        (405, sender.ask("GET", path)),
        (405, sender.ask("PATCH")),
        (400, sender.ask("POST", upload_metadata="filename YQ==")),
        (400, sender.ask("POST", upload_length="-1", upload_metadata="filename YQ==")),
        (400, sender.ask("POST", upload_length="5", upload_metadata="filename %%%")),
        (400, sender.ask("POST", upload_length="5")),
        (413, sender.ask("POST", upload_length=str(201 << 20), upload_metadata="filename YQ==")),
        (404, sender.begin(collection="No such")),
        (400, sender.begin(modified="yesterday")),
        (404, sender.ask("HEAD", f"{PATH}/{'0' * 32}")),
        (404, sender.ask("HEAD", f"{PATH}/../secret_key")),
    ]
    assert [status for status, _ in refused] == [answer.status for _, answer in refused]
    assert {answer.headers["content-type"] for _, answer in refused} == {MEDIA_TYPE}
    assert {answer.headers["tus-resumable"] for _, answer in refused} == {"1.0.0"}
    assert sender.ask("HEAD", path).headers["upload-offset"] == "0"


def test_a_second_request_on_the_same_upload_is_told_to_wait(sender: Sender, user: User) -> None:
    path = sender.begin().headers["location"]
    upload = sender.uploads.get(path.rpartition("/")[2], user_id=user.pk)
    with sender.uploads.claim(upload):
        assert sender.go_on(path, 0, CONTENT).status == 423
        assert sender.ask("DELETE", path).status == 423
    assert sender.go_on(path, 0, CONTENT).status == 204


def test_an_upload_can_be_ended(sender: Sender) -> None:
    path = sender.begin().headers["location"]
    assert sender.ask("DELETE", path).status == 204
    assert sender.ask("HEAD", path).status == 404
    assert list(sender.uploads.folder.iterdir()) == []


class LateRelease(Uploads):
    """Uploads at which the request before lets go only when the next has asked twice."""

    asked = 0

    @contextmanager
    def claim(self, upload: Upload) -> Iterator[None]:
        self.asked += 1
        if self.asked < 3:
            raise Busy
        with super().claim(upload):
            yield


def test_an_end_waits_for_the_request_that_its_sender_broke_off(sender: Sender) -> None:
    path = sender.begin().headers["location"]
    sender.uploads = LateRelease(sender.uploads.folder)
    assert sender.ask("DELETE", path).status == 204
    assert sender.ask("HEAD", path).status == 404


def test_an_upload_belongs_to_its_owner(sender: Sender, tmp_path: Path) -> None:
    path = sender.begin().headers["location"]
    stranger = Sender(sender.uploads.folder, bearer(make_user("other")))
    for answer in (
        stranger.ask("HEAD", path),
        stranger.go_on(path, 0, CONTENT),
        stranger.ask("DELETE", path),
    ):
        assert answer.status == 404
    assert sender.ask("HEAD", path).status == 200


def test_nobody_and_readers_upload_nothing(sender: Sender, user: User) -> None:
    for headers, status in (({}, 401), (bearer(user, "read"), 403)):
        refused = Sender(sender.uploads.folder, headers)
        assert refused.begin().status == status
        assert refused.ask("PATCH", f"{PATH}/{'0' * 32}", (b"x", b"y")).taken_before == 0
    assert not sender.uploads.folder.exists()


def test_a_session_needs_its_csrf_token_also_behind_a_method_override(sender: Sender, user: User) -> None:
    browser = Client()
    browser.force_login(user)
    csrf = browser.get("/api/v1/session").json()["csrf_token"]
    cookies = {"cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())}
    without, proper = (
        Sender(sender.uploads.folder, cookies),
        Sender(sender.uploads.folder, {**cookies, "x-csrftoken": csrf}),
    )
    assert without.begin().status == 403
    path = proper.begin().headers["location"]
    assert without.ask("POST", path, x_http_method_override="DELETE").status == 403
    assert without.ask("HEAD", path).status == 200
    assert proper.ask("POST", path, x_http_method_override="DELETE").status == 204


def test_metadata_is_read_as_the_protocol_has_it() -> None:
    assert parse_metadata("") == {}
    assert parse_metadata("filename 5r2uLm1k, flag,,x YQ==") == {"filename": "潮.md", "flag": "", "x": "a"}
    assert parse_metadata("name /w==") == {"name": "\ufffd"}
    for bad in ("name !", "name a", "x " + "a" * 20_000):
        with pytest.raises(BadRequest):
            parse_metadata(bad)
