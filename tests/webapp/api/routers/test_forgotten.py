"""Asking for a new password. That it comes by mail is tested with a mail server in tests/flows/test_mail.py."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from webapp.api.sign_in_limit import PER_NAME

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def ask(who: str) -> Any:
    return Client().post("/api/v1/session/forgotten", {"who": who}, content_type="application/json")


def test_a_server_that_sends_no_mail_says_who_can_help() -> None:
    answer = ask("somebody")
    assert (answer.status_code, answer.json()["code"]) == (409, "no-mail")
    assert "Ask your administrator" in answer.json()["detail"]
    assert Client().get("/api/v1/session").json()["mail"] is False


def test_asking_is_limited() -> None:
    assert [ask("somebody").status_code for _ in range(PER_NAME + 1)] == [409] * PER_NAME + [429]


def test_it_needs_the_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/api/v1/session/forgotten", {"who": "x"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
