from __future__ import annotations

import pytest
from django.test import Client

from tests.support.ask import Ask
from webapp.accounts.models import Token, User
from webapp.accounts.services import create_token

pytestmark = pytest.mark.django_db


def test_a_token_shows_its_secret_once_and_works(ask: Ask) -> None:
    made = ask("POST", "/tokens", {"name": "Claude Code", "scopes": ["read"]}, status=201)
    assert made["secret"].startswith("mok_")
    assert made["secret"].startswith(made["token"]["start"])
    headers = {"Authorization": f"Bearer {made['secret']}"}
    assert Client().get("/api/v1/documents", headers=headers).status_code == 200
    listed = ask("GET", "/tokens")
    assert [token["name"] for token in listed] == ["Claude Code"]
    assert made["secret"] not in str(listed)
    assert listed[0]["last_used_at"]
    assert not Token.objects.filter(digest=made["secret"]).exists()


def test_a_token_reads_only_unless_more_is_asked(ask: Ask) -> None:
    assert ask("POST", "/tokens", {"name": "a"}, status=201)["token"]["scopes"] == ["read"]


def test_a_revoked_token_stays_in_the_list_and_is_useless(ask: Ask) -> None:
    made = ask("POST", "/tokens", {"name": "a"}, status=201)
    for _ in range(2):
        ask("DELETE", f"/tokens/{made['token']['id']}", status=204)
    assert ask("GET", "/tokens")[0]["revoked_at"]
    headers = {"Authorization": f"Bearer {made['secret']}"}
    assert Client().get("/api/v1/documents", headers=headers).status_code == 401


def test_a_token_of_somebody_else_answers_like_one_that_does_not_exist(ask: Ask, other: User) -> None:
    theirs = create_token(other, "theirs").token
    details = {
        ask("DELETE", f"/tokens/{pk}", status=404)["detail"].replace(f"id {pk}.", "id N.")
        for pk in (theirs.pk, 999_999, 10**30)
    }
    assert len(details) == 1
    assert ask("GET", "/tokens") == []
    theirs.refresh_from_db()
    assert theirs.revoked_at is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": " "}, 400),
        ({"name": "a", "expires_at": "2020-01-01T00:00:00Z"}, 400),
        ({"name": "x" * 101}, 422),
        ({"name": "a", "scopes": []}, 422),
        ({"name": "a", "scopes": ["admin"]}, 422),
        ({"name": "a", "expires_at": "never"}, 422),
        ({}, 422),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(ask: Ask, body: object, status: int) -> None:
    ask("POST", "/tokens", body, status=status)
    assert not Token.objects.exists()
