"""What stands around every answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.test import override_settings

from tests.support.asgi import call
from webapp.config.observed import Observed, transport_of

App = Callable[..., Awaitable[None]]


def answering(*headers: tuple[bytes, bytes], status: int = 200) -> App:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status, "headers": list(headers)})
        await send({"type": "http.response.body", "body": b"so"})

    return app


async def failing(scope: Any, receive: Any, send: Any) -> None:
    raise RuntimeError("a secret reason")


def test_headers_that_keep_browsers_safe_are_added_where_an_answer_says_nothing_itself() -> None:
    plain = call(Observed(answering()), "GET", "/api/v1/status").headers
    assert plain["content-security-policy"].startswith("default-src 'none'")
    assert plain["x-content-type-options"] == "nosniff"
    own = call(Observed(answering((b"Content-Security-Policy", b"sandbox"))), "GET", "/").headers
    assert own["Content-Security-Policy"] == "sandbox"
    assert "content-security-policy" not in own


def test_a_file_of_the_pages_has_no_policy_since_that_would_bind_a_worker_script() -> None:
    assert "content-security-policy" not in call(Observed(answering()), "GET", "/static/assets/a.js").headers


def test_what_is_no_file_of_the_pages_has_the_policy_of_everything_else() -> None:
    missing = call(Observed(answering(status=404)), "GET", "/static/nope")
    assert missing.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize(
    ("url", "told"), [("https://docs.example.org", True), ("http://localhost", False), ("", False)]
)
def test_browsers_are_told_to_keep_to_tls_only_where_there_is_tls(url: str, told: bool) -> None:
    with override_settings(PUBLIC_URL=url):
        assert ("strict-transport-security" in call(Observed(answering()), "GET", "/").headers) is told


def test_what_nobody_caught_is_a_problem_with_the_id_and_without_the_reason() -> None:
    answer = call(Observed(failing), "GET", "/api/v1/x", headers={"x-request-id": "id-1"})
    assert answer.status == 500
    assert answer.json["request_id"] == answer.headers["x-request-id"] == "id-1"
    assert b"secret" not in answer.body


@pytest.mark.parametrize(
    ("path", "way"),
    [
        ("/mcp", "mcp"),
        ("/messages/", "sse"),
        ("/api/v1/uploads/x", "upload"),
        ("/api/v1/status", "api"),
        ("/", "web"),
    ],
)
def test_the_way_of_a_request_is_known_by_its_path(path: str, way: str) -> None:
    assert transport_of(path) == way
