from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory

from webapp.api import known_browsers, sign_in_limit
from webapp.api.problems import ProblemError


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


def test_too_many_attempts_on_a_name_are_refused_until_one_succeeds(rf: RequestFactory) -> None:
    asked = rf.post("/api/v1/session")
    for _ in range(sign_in_limit.PER_NAME):
        sign_in_limit.check(asked, "reader")
    with pytest.raises(ProblemError) as refused:
        sign_in_limit.check(asked, "Reader")
    assert refused.value.status == 429
    sign_in_limit.forgive(asked, "reader")
    sign_in_limit.check(asked, "reader")


def test_a_cache_that_keeps_nothing_keeps_nobody_out(rf: RequestFactory, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    for _ in range(sign_in_limit.PER_NAME + 1):
        sign_in_limit.check(rf.post("/api/v1/session"), "reader")


def refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except ProblemError as error:
        return error.status == 429
    return False


def guess_from_everywhere(rf: RequestFactory, name: str) -> list[bool]:
    """Guess once from each of many addresses; return which guesses were refused."""
    asked = (rf.post("/api/v1/session", REMOTE_ADDR=f"192.0.2.{n}") for n in range(1, 100))
    return [refused(partial(sign_in_limit.check_account, each, name)) for each in asked]


def test_guesses_at_an_account_are_counted_over_all_addresses(rf: RequestFactory) -> None:
    told = guess_from_everywhere(rf, "ada")
    assert told.index(True) == told.count(False) == sign_in_limit.PER_ACCOUNT
    other = rf.post("/api/v1/session", REMOTE_ADDR="198.51.100.1")
    assert refused(lambda: sign_in_limit.check_account(other, "ADA"))
    assert not refused(lambda: sign_in_limit.check_account(other, "eve"))


def test_who_is_right_forgives_only_the_own_attempt(rf: RequestFactory) -> None:
    own = rf.post("/api/v1/session", REMOTE_ADDR="198.51.100.1")
    for n in range(1, sign_in_limit.PER_ACCOUNT):
        sign_in_limit.check_account(rf.post("/api/v1/session", REMOTE_ADDR=f"192.0.2.{n}"), "ada")
    for _ in range(5):
        sign_in_limit.check_account(own, "ada")
        sign_in_limit.forgive(own, "ada")
    sign_in_limit.check_account(own, "ada")
    assert refused(lambda: sign_in_limit.check_account(own, "ada"))


def test_a_browser_that_was_let_in_before_is_not_kept_out_by_strangers(rf: RequestFactory) -> None:
    let_in = HttpResponse()
    known_browsers.remember(let_in, "ada")
    rf.cookies[known_browsers.COOKIE] = let_in.cookies[known_browsers.COOKIE].value
    known = rf.post("/api/v1/session", REMOTE_ADDR="198.51.100.1")
    del rf.cookies[known_browsers.COOKIE]
    assert guess_from_everywhere(rf, "ada")[-1]
    assert not refused(lambda: sign_in_limit.check_account(known, "ada"))
    assert guess_from_everywhere(rf, "eve")[-1]
    assert refused(lambda: sign_in_limit.check_account(known, "eve"))


def test_an_ipv6_network_counts_as_one_address(rf: RequestFactory) -> None:
    asked = [
        rf.post("/api/v1/session", REMOTE_ADDR=f"2001:db8:1:2::{n:x}")
        for n in range(sign_in_limit.PER_ADDRESS + 1)
    ]
    told = [refused(partial(sign_in_limit.check, each, f"name {n}")) for n, each in enumerate(asked)]
    assert told == [False] * sign_in_limit.PER_ADDRESS + [True]
    assert not refused(
        lambda: sign_in_limit.check(rf.post("/api/v1/session", REMOTE_ADDR="2001:db8:1:3::1"), "name 1")
    )
