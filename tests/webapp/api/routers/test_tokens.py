from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from tests.support.ask import Ask
from tests.support.documents import make_collection, make_document
from webapp.accounts.models import Token, User
from webapp.accounts.services import TokenLimits, create_token
from webapp.library.access import reader_for
from webapp.library.errors import BadRequest
from webapp.uploads.receive import Wishes, plan

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


def test_a_name_is_given_to_one_token_at_a_time(ask: Ask) -> None:
    first = ask("POST", "/tokens", {"name": "Claude", "scopes": ["read"]}, status=201)
    told = ask("POST", "/tokens", {"name": " Claude ", "scopes": ["read"]}, status=400)
    assert told["detail"].startswith("You have a token named 'Claude' already. Revoke that one first")
    ask("DELETE", f"/tokens/{first['token']['id']}", status=204)
    ask("POST", "/tokens", {"name": "Claude", "scopes": ["read"]}, status=201)


def bearing(ask: Ask, **limits: object) -> dict[str, str]:
    made = ask("POST", "/tokens", {"name": "limited", "scopes": ["read", "write"], **limits}, status=201)
    return {"Authorization": f"Bearer {made['secret']}"}


def test_a_token_limited_to_collections_sees_and_fills_only_those(ask: Ask, user: User) -> None:
    make_document(user, "# Elsewhere")
    law = make_collection(user, "Law")
    make_document(user, "# Statutes", name="law.md", collection=law)
    headers = bearing(ask, collections=["Law"])
    shown = ask("GET", "/tokens")[0]["collections"]
    assert shown == [{"id": law.pk, "name": "Law"}]
    listed = Client().get("/api/v1/documents", headers=headers).json()
    assert [item["title"] for item in listed["items"]] == ["Statutes"]
    refused = Client().post(
        "/api/v1/collections", {"name": "More"}, content_type="application/json", headers=headers
    )
    assert refused.status_code == 403


def test_a_token_cannot_be_limited_to_what_its_maker_does_not_see(ask: Ask, other: User) -> None:
    make_collection(other, "Theirs")
    ask("POST", "/tokens", {"name": "a", "collections": ["Theirs"]}, status=404)
    ask("POST", "/tokens", {"name": "a", "collections": []}, status=422)
    ask("POST", "/tokens", {"name": "a", "tools": ["delete"]}, status=422)
    ask("POST", "/tokens", {"name": "a", "calls_per_minute": 0}, status=422)


def test_calls_over_the_limit_are_refused_with_the_time_to_wait(ask: Ask) -> None:
    cache.clear()
    headers = bearing(ask, calls_per_minute=1)
    answers = [Client().get("/api/v1/documents", headers=headers) for _ in range(3)]
    refused = next(
        answer for answer in answers[1:] if answer.status_code != 200
    )  # a minute may end between two
    assert answers[0].status_code == 200
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-requests")
    assert 1 <= int(refused["Retry-After"]) <= 60


def test_text_that_is_answered_counts_towards_the_day(ask: Ask, user: User) -> None:
    cache.clear()
    document = make_document(user, "# Long\n\n" + "word " * 200)
    headers = bearing(ask, tokens_per_day=100)
    lines = f"/api/v1/documents/{document.pk}/lines"
    assert Client().get(lines, headers=headers).status_code == 200
    refused = Client().get(lines, headers=headers)
    assert (refused.status_code, "of today" in refused.json()["detail"]) == (429, True)


def test_an_upload_without_a_collection_goes_to_the_only_one_of_a_limited_token(user: User) -> None:
    law = make_collection(user, "Law")
    make_collection(user, "Art")
    one = create_token(user, "one", limits=TokenLimits(collections=[law.pk])).token
    assert plan(user, reader_for(user, token=one), Wishes()).collection == law
    both = create_token(user, "both", limits=TokenLimits(collections=list(reader_for(user).roles))).token
    with pytest.raises(BadRequest, match="'Art', 'Law'"):
        plan(user, reader_for(user, token=both), Wishes())
