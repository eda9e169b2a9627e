from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from tests.support.asgi import Answer, call
from tests.support.documents import arrive, bearer, make_collection, make_document, make_user, register
from webapp.accounts.models import User
from webapp.api.problems import MEDIA_TYPE
from webapp.api.upload_app import UploadApp
from webapp.library.file_store import INCOMING, path_of
from webapp.library.models import Collection, Document

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/api/v1/documents"
FORM = {"content-type": "multipart/form-data; boundary=frame"}


@pytest.fixture
def user() -> User:
    return make_user("reader")


@pytest.fixture
def token(user: User) -> dict[str, str]:
    return {k.lower(): v for k, v in bearer(user).items()}


def arriving() -> set[Path]:
    return set((Path(django_settings.FILE_STORE) / INCOMING).glob("*"))


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    before = arriving()
    yield
    assert arriving() <= before


def upload(
    *body: bytes, headers: Mapping[str, str], path: str = PATH, lost: bool = False, **query: str
) -> Answer:
    return call(UploadApp(), "POST", path, headers=headers, body=body or (b"# One",), query=query, lost=lost)


def part(name: str, content: bytes, file_name: str | None = None) -> bytes:
    disposition = f'form-data; name="{name}"' + (f'; filename="{file_name}"' if file_name is not None else "")
    return b"--frame\r\nContent-Disposition: " + disposition.encode() + b"\r\n\r\n" + content + b"\r\n"


END = b"--frame--\r\n"


def test_nobody_is_refused_before_a_byte_of_the_body_is_read() -> None:
    for headers in ({}, {"authorization": "Bearer mok_wrong"}, {"cookie": "mokuji_session=made-up"}):
        answer = upload(b"x" * 100, b"y", headers=headers, filename="a.md")
        assert (answer.status, answer.taken_before) == (401, 0)
        assert answer.headers["content-type"] == MEDIA_TYPE
        assert answer.headers["connection"] == "close"
        assert answer.complete
    assert not Document.objects.exists()


def test_what_can_be_known_before_the_body_is_told_before_it(user: User, token: dict[str, str]) -> None:
    readonly = {k.lower(): v for k, v in bearer(user, "read").items()}
    theirs = make_document(make_user("other")).pk
    too_long = str(201 * 1024 * 1024)
    asked: list[tuple[int, Answer]] = [
        (403, upload(headers=readonly, filename="a.md")),
        (404, upload(headers=token, filename="a.md", collection="No such")),
        (400, upload(headers=token, filename="a.md", modified="yesterday")),
        (400, upload(headers=token)),
        (400, upload(headers=token, filename="")),
        (413, upload(headers={**token, "content-length": too_long}, filename="a.md")),
        (413, upload(headers={**token, **FORM, "content-length": too_long + "0"})),
        (400, upload(headers={**token, "content-length": "many"}, filename="a.md")),
        (415, upload(headers={**token, "content-type": "multipart/form-data"}, filename="a.md")),
        (404, upload(headers=token, path=f"{PATH}/{theirs}/revisions", filename="a.md")),
        (404, upload(headers=token, path=f"{PATH}/999999/revisions", filename="a.md")),
        (404, upload(headers=token, path=f"{PATH}/{'9' * 30}/revisions", filename="a.md")),
    ]
    assert [(status, 0) for status, _ in asked] == [
        (answer.status, answer.taken_before) for _, answer in asked
    ]
    assert all(answer.json["detail"].endswith((".", "`.")) for _, answer in asked)


def test_a_form_for_an_unknown_collection_leaves_none_behind(token: dict[str, str]) -> None:
    headers = {**token, "content-type": "multipart/form-data; boundary=frame"}
    body = (part("collection", b"No such"), part("file", b"# One", "a.md"), END)
    assert upload(*body, headers=headers).status == 404
    assert not Collection.objects.exists()


def test_who_sends_too_much_is_told_the_setting_and_when_to_go_on(
    token: dict[str, str], settings: Settings
) -> None:
    cache.clear()
    settings.MOKUJI = settings.MOKUJI | {"uploads_per_minute": 2, "upload_mb_per_day": 1}
    refused = upload(
        b"x" * (1024 * 1024 + 1), headers={**token, "content-length": "1048577"}, filename="a.md"
    )
    assert (refused.status, refused.json["code"], refused.taken_before) == (429, "too-many-requests", 0)
    assert "MOKUJI_UPLOAD_MB_PER_DAY" in refused.json["detail"]
    answers = [upload(b"# %d" % n, headers=token, filename="a.md") for n in range(6)]
    refused = next(answer for answer in answers if answer.status != 201)
    assert (refused.status, refused.taken_before) == (429, 0)
    assert "MOKUJI_UPLOADS_PER_MINUTE" in refused.json["detail"]
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    many = (*(part("file", b"# %d" % n, f"{n}.md") for n in range(5)), END)
    headers = {**token, "content-type": "multipart/form-data; boundary=frame"}
    assert upload(*many, headers=headers).status == 429


def test_a_session_needs_its_csrf_token(user: User) -> None:
    browser = Client()
    browser.force_login(user)
    csrf = browser.get("/api/v1/session").json()["csrf_token"]
    cookies = {"cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())}
    refused = upload(headers=cookies, filename="a.md")
    assert (refused.status, refused.json["code"], refused.taken_before) == (403, "csrf", 0)
    evil = {**cookies, "x-csrftoken": csrf, "origin": "https://evil.example"}
    assert upload(headers=evil, filename="a.md").status == 403
    assert upload(headers={**cookies, "x-csrftoken": csrf}, filename="a.md").status == 201


def test_a_raw_body_becomes_a_document(token: dict[str, str]) -> None:
    answer = upload(b"# Tides\n", b"\nText.", headers=token, filename="tides.md", modified="2020-01-01")
    assert answer.status == 201
    assert answer.json["outcome"] == "added"
    told = answer.json["document"]
    assert (told["file_name"], told["file_type"], told["size"]) == ("tides.md", "md", 14)
    assert told["modified_at"].startswith("2020-01-01")
    assert told["state"] in {"received", "extracting"}
    assert path_of(told["sha256"]).read_bytes() == b"# Tides\n\nText."


@pytest.mark.parametrize(
    ("headers", "name"),
    [
        ({"x-filename": quote("報告 (最終).md")}, "報告 (最終).md"),
        ({"x-filename": "%ff%fe.md"}, "��.md"),
        ({"content-disposition": 'attachment; filename="plain.md"'}, "plain.md"),
        ({"content-disposition": f"attachment; filename*=UTF-8''{quote('報告.md')}"}, "報告.md"),
        (
            {"content-disposition": 'attachment; filename="' + "報告.md".encode().decode("latin-1") + '"'},
            "報告.md",
        ),
        ({"x-filename": "..%2F..%2Fetc%2Fpasswd"}, "passwd"),
        ({"x-filename": "a%00b.md"}, "ab.md"),
    ],
)
def test_the_name_may_stand_in_a_header(token: dict[str, str], headers: dict[str, str], name: str) -> None:
    assert upload(headers={**token, **headers}).json["document"]["file_name"] == name


def test_the_same_bytes_are_skipped_and_a_source_makes_revisions(token: dict[str, str]) -> None:
    first = upload(headers=token, filename="a.md", source="/notes/a.md")
    again = upload(headers=token, filename="b.md", source="/notes/a.md")
    changed = upload(b"# Two", headers=token, filename="a.md", source="/notes/a.md")
    assert [(a.status, a.json["outcome"]) for a in (first, again, changed)] == [
        (201, "added"),
        (200, "skipped"),
        (201, "revised"),
    ]
    assert {a.json["document"]["id"] for a in (first, again, changed)} == {first.json["document"]["id"]}


def test_a_form_with_one_file_is_answered_with_an_object(user: User, token: dict[str, str]) -> None:
    make_collection(user, "Law")
    body = part("collection", b"Law"), part("file", b"# One", "one.md"), part("modified", b"1577836800"), END
    answer = upload(*body, headers={**token, **FORM})
    assert (answer.status, answer.json["outcome"]) == (201, "added")
    assert answer.json["document"]["collection"]["name"] == "Law"
    assert answer.json["document"]["modified_at"].startswith("2020-01-01")


def test_a_form_with_several_files_is_answered_with_a_list(user: User, token: dict[str, str]) -> None:
    register(user, b"# One", "one.md")
    body = part("file", b"# One", "one.md") + part("file", b"\0\1\2" * 99, "x.dwg") + END
    answer = upload(*(bytes([byte]) for byte in body), headers={**token, **FORM})
    assert answer.status == 201
    assert [item["outcome"] for item in answer.json] == ["skipped", "added"]
    assert answer.json[1]["document"]["failure"]["code"] == "unsupported"


def test_a_form_is_taken_whole_or_not_at_all(user: User, token: dict[str, str]) -> None:
    two = part("file", b"# One", "one.md") + part("file", b"# Two", "two.md")
    refused = [
        (400, upload(two, headers={**token, **FORM})),
        (400, upload(END, headers={**token, **FORM})),
        (400, upload(two + part("source", b"/a") + END, headers={**token, **FORM})),
        (404, upload(two + part("collection", b"No") + END, headers={**token, **FORM})),
        (400, upload(b"rubbish", headers={**token, **FORM})),
    ]
    assert [status for status, _ in refused] == [answer.status for _, answer in refused]
    assert not Document.objects.exists()


def test_a_body_over_the_limit_is_refused_on_the_way(token: dict[str, str], settings: Settings) -> None:
    settings.MOKUJI = {**settings.MOKUJI, "max_upload_mb": 1}
    pieces = [b"x" * 65_536] * 200
    raw = upload(*pieces, headers=token, filename="big.md")
    form = upload(part("file", b"", "a.md")[:-2], *pieces, headers={**token, **FORM})
    for answer in (raw, form):
        assert (answer.status, answer.json["code"]) == (413, "too-large")
        assert answer.taken_before < 80
        assert "limit 1 MB" in answer.json["detail"]


def test_a_lost_connection_leaves_nothing(token: dict[str, str]) -> None:
    answer = upload(b"half", headers=token, filename="a.md", lost=True)
    assert answer.status == 0
    assert upload(part("file", b"half", "a.md"), headers={**token, **FORM}, lost=True).status == 0
    assert not Document.objects.exists()


def test_a_file_that_cannot_be_read_is_shown_as_failed(token: dict[str, str]) -> None:
    answer = call(UploadApp(), "POST", PATH, headers=token, body=[b""], query={"filename": "empty.md"})
    assert answer.status == 201
    assert answer.json["document"]["failure"]["code"] == "empty"


def test_a_new_revision_is_given_to_a_document(user: User, token: dict[str, str]) -> None:
    document = make_document(user)
    path = f"{PATH}/{document.pk}/revisions"
    answer = upload(b"# New", headers=token, path=path, filename="new name.md")
    assert (answer.status, answer.json["outcome"]) == (201, "revised")
    told = answer.json["document"]
    assert (told["id"], told["revision"], told["revision_count"]) == (document.pk, 1, 2)
    assert (told["file_name"], told["title"]) == ("new name.md", "Tides")
    assert upload(b"# New", headers=token, path=path, filename="new name.md").json["outcome"] == "skipped"
    two = part("file", b"# 1", "1.md") + part("file", b"# 2", "2.md") + END
    assert upload(two, headers={**token, **FORM}, path=path).status == 400


def test_what_a_crash_left_half_is_removed_at_the_first_upload(token: dict[str, str]) -> None:
    left = arrive(b"half of a file").path
    os.utime(left, (1, 1))
    upload(headers=token, filename="a.md")
    assert not left.exists()
