from __future__ import annotations

import errno

import psycopg
import pytest
from django.db import OperationalError
from django.test import Client

from webapp.api.problems import MEDIA_TYPE, STATUS_OF, ProblemError, as_problem, problem, problem_response
from webapp.library import errors


@pytest.mark.parametrize("kind", list(STATUS_OF))
def test_every_library_error_has_a_status_and_keeps_its_sentence(kind: type[errors.LibraryError]) -> None:
    told = as_problem(kind("Do this instead."))
    assert (told.status, told.code, told.detail) == (STATUS_OF[kind], kind.code, "Do this instead.")


def test_all_library_errors_are_known() -> None:
    assert set(STATUS_OF) == set(errors.LibraryError.__subclasses__())


def test_the_unexpected_tells_nothing_of_the_inside() -> None:
    response = problem_response(RuntimeError("secret /path"))
    assert response.status_code == 500
    assert b"secret" not in response.content


def test_a_busy_database_is_told_as_such() -> None:
    assert as_problem(OperationalError("database is locked")).status == 503
    assert as_problem(OperationalError("no such table")).status == 500


def test_a_database_server_that_is_away_is_told_as_such() -> None:
    lost = OperationalError("server closed the connection unexpectedly")
    lost.__cause__ = psycopg.OperationalError("server closed the connection unexpectedly")
    told = as_problem(lost)
    assert (told.status, told.code) == (503, "unavailable")
    assert "database" in told.detail


def test_a_full_disk_is_told_as_such() -> None:
    assert as_problem(OSError(errno.ENOSPC, "No space left on device")).status == 507
    assert as_problem(OSError(errno.EACCES, "Permission denied")).status == 500


def test_a_problem_has_the_members_of_the_rfc() -> None:
    assert problem(404, "not-found", "No.") == {
        "type": "urn:mokuji:problem:not-found",
        "title": "Not Found",
        "status": 404,
        "code": "not-found",
        "detail": "No.",
    }


def test_headers_that_belong_to_a_status_are_there() -> None:
    assert problem_response(ProblemError(401))["WWW-Authenticate"].startswith("Bearer")
    assert problem_response(ProblemError(503))["Retry-After"] == "5"
    assert problem_response(ProblemError(404))["Cache-Control"] == "no-store"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "body", "content_type", "status"),
    [
        ("get", "/api/v1/nothing", None, None, 404),
        ("get", "/api/v1/documents/1x", None, None, 404),
        ("get", f"/api/v1/documents/{'9' * 5000}", None, None, 404),
        ("delete", "/api/v1/status", None, None, 405),
        ("post", "/api/v1/verbs/search", "{", "application/json", 400),
        ("post", "/api/v1/verbs/search", "[" * 100_000, "application/json", 400),
        ("post", "/api/v1/verbs/search", "query=x", "application/x-www-form-urlencoded", 415),
        ("post", "/api/v1/verbs/search", '{"query": 1}', "application/json", 422),
        ("post", "/api/v1/verbs/search", '{"query": "\\ud800"}', "application/json", 422),
        ("post", "/api/v1/verbs/search", b'{"query": "\xff"}', "application/json", 400),
        ("post", "/api/v1/verbs/search", '{"query": "' + "x" * 3_000_000 + '"}', "application/json", 413),
        ("get", "/api/v1/documents?limit=many", None, None, 422),
        ("get", "/api/v1/documents?q=%00", None, None, 422),
        ("get", "/api/v1/documents?q=%ff%fe", None, None, 200),
    ],
)
def test_every_error_of_the_api_is_a_problem(
    http: Client, method: str, path: str, body: str | bytes | None, content_type: str | None, status: int
) -> None:
    if body is None:
        response = getattr(http, method)(path)
    else:
        response = http.generic(method.upper(), path, body, content_type or "")
    assert response.status_code == status, response.content[:300]
    if status >= 400:
        assert response["Content-Type"] == MEDIA_TYPE
        told = response.json()
        assert told["status"] == status
        assert told["detail"]
        assert "Traceback" not in response.content.decode()


@pytest.mark.django_db
def test_what_cannot_be_used_is_named(http: Client) -> None:
    told = http.get("/api/v1/documents?limit=0&sort=colour").json()
    assert {error["field"] for error in told["errors"]} == {"query.limit", "query.sort"}
    told = http.post("/api/v1/documents/bulk", {"action": "tag"}, content_type="application/json").json()
    assert told["errors"] == [{"field": "body.document_ids", "message": "Field required"}]


@pytest.mark.django_db
def test_the_methods_of_an_address_are_named(http: Client) -> None:
    assert "GET" in http.delete("/api/v1/status")["Allow"]


@pytest.mark.django_db
def test_a_wrong_host_is_a_problem(http: Client) -> None:
    response = http.get("/api/v1/status", headers={"host": "evil.example"})
    assert (response.status_code, response["Content-Type"]) == (400, MEDIA_TYPE)
