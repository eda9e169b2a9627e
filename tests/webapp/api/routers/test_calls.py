from __future__ import annotations

import pytest
from django.utils import timezone

from tests.support.ask import Ask
from webapp.accounts.models import User
from webapp.accounts.services import create_token
from webapp.retrieval.models import AgentCall

pytestmark = pytest.mark.django_db


def record(user: User, text: str = "Found nothing.", **facts: object) -> AgentCall:
    values = {"tool": "search", "arguments": {"query": "moon"}, "tokens": 3, "milliseconds": 9, **facts}
    return AgentCall.objects.create(user=user, text=text, created_at=timezone.now(), **values)


def test_calls_come_newest_first_without_their_texts(ask: Ask, user: User, other: User) -> None:
    token = create_token(user, "Claude").token
    calls = [record(user, token=token), record(user), record(user)]
    record(other)
    first = ask("GET", "/calls?limit=2")
    rest = ask("GET", f"/calls?limit=2&cursor={first['next_cursor']}")
    assert [c["id"] for c in [*first["items"], *rest["items"]]] == [c.pk for c in reversed(calls)]
    assert rest["next_cursor"] is None
    assert (rest["items"][0]["token_name"], rest["items"][0]["arguments"]) == ("Claude", {"query": "moon"})
    assert "text" not in rest["items"][0]
    assert [c["id"] for c in ask("GET", f"/calls?after={calls[1].pk}")["items"]] == [calls[2].pk]
    assert [c["id"] for c in ask("GET", f"/calls?token_id={token.pk}")["items"]] == [calls[0].pk]


def test_one_call_shows_what_the_agent_saw(ask: Ask, user: User, other: User) -> None:
    assert ask("GET", f"/calls/{record(user).pk}")["text"] == "Found nothing."
    for pk in (record(other).pk, 999_999, 10**30):
        ask("GET", f"/calls/{pk}", status=404)


@pytest.mark.parametrize("cursor", ["x", "-1", "9" * 30, "１"])
def test_a_made_up_cursor_is_refused(ask: Ask, cursor: str) -> None:
    ask("GET", f"/calls?cursor={cursor}", status=400)
