from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests.support.documents import make_user
from webapp.accounts.services import TokenLimits, create_token
from webapp.library.access import Reader, reader_for
from webapp.library.errors import TooMany
from webapp.retrieval.allowance import count_tokens_of, spend_call, spend_tokens, spent_today
from webapp.retrieval.models import AgentCall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def limited(*, calls_per_minute: int | None = None, tokens_per_day: int | None = None) -> Reader:
    user = make_user()
    limits = TokenLimits(calls_per_minute=calls_per_minute, tokens_per_day=tokens_per_day)
    return reader_for(user, token=create_token(user, "limited", limits=limits).token)


def spend_calls(reader: Reader, count: int) -> None:
    for _ in range(count):
        spend_call(reader)


def test_calls_over_the_limit_of_a_minute_are_told_how_long_to_wait() -> None:
    reader = limited(calls_per_minute=1)
    with pytest.raises(TooMany, match=r"in a minute: at most 1\. Wait \d+ seconds") as refusal:
        spend_calls(reader, 3)  # three: a minute may end between two of them
    assert 1 <= refusal.value.wait <= 60


def test_a_token_that_has_spent_its_day_is_refused_until_midnight() -> None:
    reader = limited(tokens_per_day=100)
    spend_call(reader)
    spend_tokens(reader, 99)
    spend_call(reader)
    spend_tokens(reader, 1)
    with pytest.raises(TooMany, match="100 tokens of today") as refusal:
        spend_call(reader)
    assert 1 <= refusal.value.wait <= 86_401


def test_what_the_log_of_calls_knows_counts_after_a_restart() -> None:
    reader = limited(tokens_per_day=100)
    AgentCall.objects.create(
        user_id=reader.user_id,
        token_id=reader.token_id,
        tool="read",
        arguments={},
        tokens=60,
        milliseconds=1,
        text="",
        created_at=timezone.now(),
    )
    assert spent_today(reader) == 60
    spend_tokens(reader, 40)
    with pytest.raises(TooMany):
        spend_call(reader)


def test_a_person_and_a_token_without_limits_may_always() -> None:
    user = make_user()
    for reader in (reader_for(user), reader_for(user, token=create_token(user, "free").token)):
        for _ in range(50):
            spend_call(reader)
            spend_tokens(reader, 10**9)


def test_of_calls_that_run_side_by_side_one_goes_over_the_limit_of_a_day() -> None:
    reader = limited(tokens_per_day=200)
    for _ in range(20):
        spend_call(reader)  # all were let in before the first was answered

    def answered(_: int) -> bool:
        try:
            spend_tokens(reader, 24)
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(20) as pool:
        given = sum(pool.map(answered, range(20)))
    assert given == 9
    assert spent_today(reader) == 9 * 24


def test_an_answer_that_has_to_be_given_is_counted_over_the_limit_too() -> None:
    reader = limited(tokens_per_day=100)
    count_tokens_of(reader, 150)
    assert spent_today(reader) == 150


def test_a_cache_that_keeps_nothing_keeps_nobody_out(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    reader = limited(tokens_per_day=100, calls_per_minute=2)
    for _ in range(3):
        spend_call(reader)
        spend_tokens(reader, 60)
