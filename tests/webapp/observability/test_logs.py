"""Log lines in both forms."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import copy_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.observability.logs import HIDDEN, JsonFormatter, LineFormatter, RefusalsOnOneLine
from webapp.observability.request import begin

SECRET = "the-engines-key"


def record(message: str, *args: object, **more: object) -> logging.LogRecord:
    made = logging.LogRecord("webapp.some", logging.WARNING, "some.py", 1, message, args, None)
    for name, value in more.items():
        setattr(made, name, value)
    return made


@given(st.text())
def test_a_message_never_makes_a_second_line(message: str) -> None:
    for form in (LineFormatter(), JsonFormatter()):
        assert len(form.format(record("%s", message)).splitlines()) == 1


@given(st.text(), st.text())
def test_a_secret_is_hidden_wherever_it_stands(before: str, after: str) -> None:
    for form in (LineFormatter([SECRET]), JsonFormatter([SECRET])):
        line = form.format(record("%s", before + SECRET + after, facts={"path": before + SECRET}))
        assert SECRET not in line


@pytest.mark.parametrize(
    ("told", "secret"),
    [
        ("refused mok_abc-DEF_123 today", "mok_abc-DEF_123"),
        ("GET /sign-in/s3cr3t-link?x=1", "s3cr3t-link"),
        ("authorization: Bearer some.key", "some.key"),
        ("cannot reach redis://user:hunter22@cache:6379/0", "hunter22"),
        ("cookie: mokuji_session=abcdef123; mokuji_csrf=zzz", "abcdef123"),
    ],
)
def test_what_looks_like_a_secret_is_hidden_and_the_rest_is_told(told: str, secret: str) -> None:
    line = LineFormatter().format(record(told))
    assert secret not in line
    assert HIDDEN in line
    assert told.partition(secret)[0].split()[0] in line


def test_a_traceback_is_told_without_its_secrets() -> None:
    try:
        raise ValueError(f"cannot use {SECRET}")
    except ValueError:
        failed = record("it failed", exc_info=sys.exc_info())
    assert "ValueError: cannot use [hidden]" in LineFormatter([SECRET]).format(failed)
    assert "ValueError: cannot use [hidden]" in json.loads(JsonFormatter([SECRET]).format(failed))["error"]


def test_lines_of_a_request_carry_its_id_and_others_none() -> None:
    def within() -> tuple[str, str]:
        begin(b"abc.1", "api")
        return LineFormatter().format(record("so")), JsonFormatter().format(record("so", facts={"ms": 3}))

    line, told = copy_context().run(within)
    assert "webapp.some [abc.1]: so" in line
    assert json.loads(told) | {"time": ""} == {
        "time": "",
        "level": "warning",
        "logger": "webapp.some",
        "message": "so",
        "request_id": "abc.1",
        "ms": 3,
    }
    assert "request_id" not in json.loads(JsonFormatter().format(record("so")))


@pytest.mark.parametrize(("status", "one"), [(403, True), (404, True), (500, False)])
def test_a_refusal_is_one_line_and_a_failure_has_its_traceback(status: int, one: bool) -> None:
    told = record("Forbidden: /admin/", status_code=status)
    try:
        raise PermissionError
    except PermissionError:
        told.exc_info = sys.exc_info()
    assert RefusalsOnOneLine().filter(told)
    assert (len(LineFormatter().format(told).splitlines()) == 1) == one
