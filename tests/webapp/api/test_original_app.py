from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.support.asgi import Answer, call
from tests.support.documents import bearer, make_document, make_user, register
from webapp.accounts.models import User
from webapp.api.original_app import OriginalApp
from webapp.api.problems import MEDIA_TYPE
from webapp.api.shown_page import POLICY
from webapp.library.file_store import path_of
from webapp.library.models import Document, Revision

pytestmark = pytest.mark.django_db(transaction=True)

CONTENT = bytes(range(256)) * 300


@pytest.fixture
def user() -> User:
    return make_user("reader")


@pytest.fixture
def document(user: User) -> Document:
    return register(user, CONTENT, '報告 "1".pdf').document


def get(
    user: User, document_id: object, method: str = "GET", revision: str = "", shown: str = "", **headers: str
) -> Answer:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    query = {name: value for name, value in (("revision", revision), ("shown", shown)) if value}
    path = f"/api/v1/documents/{document_id}/original"
    return call(OriginalApp(), method, path, headers={**bearer(user), **sent}, query=query)


def typed(document: Document, media_type: str) -> None:
    Revision.objects.filter(document=document).update(media_type=media_type)


def test_the_file_comes_as_it_was_given(user: User, document: Document) -> None:
    answer = get(user, document.pk)
    assert (answer.status, answer.body) == (200, CONTENT)
    assert answer.headers["content-length"] == str(len(CONTENT))
    assert "filename*=utf-8''%E5%A0%B1%E5%91%8A%20%221%22.pdf" in answer.headers["content-disposition"]
    assert answer.headers["accept-ranges"] == "bytes"


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [("bytes=0-9", 0, 10), ("bytes=100-", 100, None), ("bytes=-7", -7, None), ("bytes=5-999999", 5, None)],
)
def test_ranges_are_answered(user: User, document: Document, asked: str, start: int, end: int | None) -> None:
    answer = get(user, document.pk, range=asked)
    assert (answer.status, answer.body) == (206, CONTENT[start:end])
    assert answer.headers["content-range"].endswith(f"/{len(CONTENT)}")


def test_several_ranges_come_in_one_answer(user: User, document: Document) -> None:
    answer = get(user, document.pk, range="bytes=0-1,10-11")
    assert answer.status == 206
    assert answer.headers["content-type"].startswith("multipart/byteranges")


@pytest.mark.parametrize("asked", ["bytes=76800-", "bytes=9-1", "bytes=-0", f"bytes={'9' * 40}-"])
def test_a_range_outside_the_file_is_a_problem(user: User, document: Document, asked: str) -> None:
    answer = get(user, document.pk, range=asked)
    assert (answer.status, answer.headers["content-type"]) == (416, MEDIA_TYPE)
    assert answer.headers["content-range"] == f"bytes */{len(CONTENT)}"


@pytest.mark.parametrize(
    "asked",
    [
        "lines=1-2",
        "bytes=",
        "bytes",
        "bytes=abc",
        "bytes=a-b",
        "bytes=-",
        ";",
        "bytes=1-2,x",
        "bytes=0-1,9-3",
        "bytes=0-1,76800-",
        f"bytes=0-1,{'9' * 5_000}-",
    ],
)
def test_what_is_no_range_is_ignored(user: User, document: Document, asked: str) -> None:
    answer = get(user, document.pk, range=asked)
    assert (answer.status, answer.body) == (200, CONTENT)
    assert "content-range" not in answer.headers


@pytest.mark.parametrize("asked", ["Bytes=0-1", "bytes=0-1", "bytes=0-1 , 0-1"])
def test_a_range_may_be_written_in_every_allowed_way(user: User, document: Document, asked: str) -> None:
    answer = get(user, document.pk, range=asked)
    assert (answer.status, answer.body) == (206, CONTENT[:2])


def test_an_unchanged_file_is_not_sent_again(user: User, document: Document) -> None:
    etag = get(user, document.pk).headers["etag"]
    for given in (etag, f"W/{etag}", f'"x", {etag}', "*"):
        answer = get(user, document.pk, if_none_match=given)
        assert (answer.status, answer.body) == (304, b"")
    assert get(user, document.pk, if_none_match='"x"').status == 200
    assert get(user, document.pk, range="bytes=0-1", if_range='"x"').status == 200


def test_head_tells_the_size_only(user: User, document: Document) -> None:
    answer = get(user, document.pk, "HEAD")
    assert (answer.status, answer.body, answer.headers["content-length"]) == (200, b"", str(len(CONTENT)))


@pytest.mark.parametrize(
    ("media_type", "how"),
    [
        ("application/pdf", "inline"),
        ("image/png", "inline"),
        ("video/mp4", "inline"),
        ("audio/mpeg", "inline"),
        ("text/plain", "inline"),
        ("text/html", "attachment"),
        ("image/svg+xml", "attachment"),
        ("application/xhtml+xml", "attachment"),
        ("text/markdown", "attachment"),
        ("application/octet-stream", "attachment"),
    ],
)
def test_nothing_uploaded_can_run_in_our_origin(
    user: User, document: Document, media_type: str, how: str
) -> None:
    typed(document, media_type)
    headers = get(user, document.pk).headers
    assert headers["content-type"] == media_type
    assert headers["content-disposition"].startswith(how)
    assert headers["x-content-type-options"] == "nosniff"
    policy = headers["content-security-policy"]
    assert "sandbox" in policy if media_type != "application/pdf" else "script-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert headers["cache-control"] == "private, no-cache"


def test_a_drawing_keeps_its_styles_and_still_runs_and_asks_for_nothing(user: User) -> None:
    drawing = register(
        user, b"<svg xmlns='http://www.w3.org/2000/svg'><script>run()</script></svg>", "a.svg"
    ).document
    typed(drawing, "image/svg+xml")
    headers = get(user, drawing.pk).headers
    policy = headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "sandbox", "style-src 'unsafe-inline'", "img-src data:"} <= set(policy)
    assert not any(each.startswith("script-src") for each in policy)
    assert (headers["content-type"], headers["x-content-type-options"]) == ("image/svg+xml", "nosniff")
    assert headers["content-disposition"].startswith("attachment")


def test_a_page_is_shown_with_its_styles_in_a_sandbox_of_its_own(user: User) -> None:
    page = register(user, b"<p style='color: navy'>Tides</p><script>run()</script>", "a.html").document
    typed(page, "text/html")
    answer = get(user, page.pk, shown="1")
    assert answer.status == 200
    assert b"color: navy" in answer.body
    assert b"run()" not in answer.body
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "etag" not in answer.headers
    assert get(user, page.pk, "HEAD", shown="1").body == b""
    assert get(user, page.pk).headers["content-disposition"].startswith("attachment")
    assert get(make_user("other"), page.pk, shown="1").status == 404


def test_what_is_no_page_is_not_shown_as_one(user: User, document: Document) -> None:
    typed(document, "application/pdf")
    assert get(user, document.pk, shown="1").status == 400
    assert get(user, document.pk, shown="yes").status == 400


def test_only_its_readers_get_it(user: User, document: Document) -> None:
    stranger = make_user("other")
    answers = [get(stranger, pk) for pk in (document.pk, 999_999, "9" * 40)]
    assert {answer.status for answer in answers} == {404}
    assert answers[0].json["detail"].replace(str(document.pk), "999999") == answers[1].json["detail"]
    path = f"/api/v1/documents/{document.pk}/original"
    assert call(OriginalApp(), "GET", path).status == 401
    browser = Client()
    browser.force_login(user)
    cookie = {"cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())}
    assert call(OriginalApp(), "GET", path, headers=cookie).body == CONTENT


def test_revisions_are_opened_by_number(user: User) -> None:
    document = make_document(user, "# One", name="a.md")
    register(user, b"# Two", "a.md", document=document)
    assert get(user, document.pk).body == b"a.md\n# One"
    assert get(user, document.pk, revision="2").body == b"# Two"
    assert get(user, document.pk, revision="3").status == 404
    assert get(user, document.pk, revision="x").status == 400


def test_a_file_that_was_lost_says_so(user: User, document: Document) -> None:
    path_of(document.sha256).unlink()
    answer: Any = get(user, document.pk)
    assert (answer.status, "Upload it again" in answer.json["detail"]) == (404, True)


def test_an_empty_file_is_sent_and_has_no_ranges(user: User) -> None:
    empty = register(user, b"", "empty.txt").document
    assert (get(user, empty.pk).status, get(user, empty.pk).body) == (200, b"")
    assert get(user, empty.pk, range="bytes=0-").status == 416
