"""Agents' calls in the console: how much, never what."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from webapp.accounts.models import User
from webapp.retrieval.call_log import write
from webapp.retrieval.models import AgentCall, DailyUse

# the log is written on a connection of its own
pytestmark = pytest.mark.django_db(transaction=True)


def called(user: User, tokens: int, at: datetime) -> AgentCall:
    return AgentCall(
        user=user,
        tool="search",
        arguments={"query": "Kelpfathom"},
        text="Secretword",
        tokens=tokens,
        created_at=at,
    )


def test_a_call_is_listed_without_its_question_and_answer(http: Client, user: User) -> None:
    write([called(user, 321, datetime(2026, 3, 1, 23, tzinfo=UTC))])
    page = http.get(reverse("admin:retrieval_agentcall_changelist")).content.decode()
    assert "321" in page
    assert "Kelpfathom" not in page
    assert "Secretword" not in page
    address = reverse("admin:retrieval_agentcall_change", args=(AgentCall.objects.get().pk,))
    assert http.get(address).status_code == 403


def test_tokens_are_added_up_by_user_and_day(http: Client, user: User) -> None:
    first, next_day = datetime(2026, 3, 1, 23, 59, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    write([called(user, 300, first), called(user, 20, first)])
    write([called(user, 1, first), called(user, 7, next_day)])
    rows = DailyUse.objects.order_by("day").values_list("day", "calls", "tokens")
    assert [(str(day), calls, tokens) for day, calls, tokens in rows] == [
        ("2026-03-01", 3, 321),
        ("2026-03-02", 1, 7),
    ]
    assert "321" in http.get(reverse("admin:retrieval_dailyuse_changelist")).content.decode()
