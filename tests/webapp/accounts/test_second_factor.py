"""Codes of an app and recovery codes: each once, in its time, and not by guessing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from tests.support.authenticator import code_of
from tests.support.documents import make_user
from webapp.accounts import second_factor
from webapp.accounts.models import RecoveryCode, SecondFactor, User
from webapp.audit.models import AuditEntry


@pytest.fixture
def user(db: None) -> User:
    return make_user("somebody")


def turned_on(user: User) -> tuple[str, list[str]]:
    """Set the factor up; return its secret and the recovery codes."""
    made = second_factor.begin(user)
    codes = second_factor.confirm(user, code_of(made.secret), session_key=None)
    assert codes is not None
    return made.secret, codes


def test_it_is_off_until_a_code_of_the_app_confirms_it(user: User) -> None:
    made = second_factor.begin(user)
    assert made.address.startswith("otpauth://totp/Mokuji:somebody?secret=")
    assert (
        second_factor.confirm(user, "000000" if code_of(made.secret) != "000000" else "1", session_key=None)
        is None
    )
    assert not second_factor.is_on(user)
    assert second_factor.check(user, code_of(made.secret)) is None
    assert second_factor.confirm(user, code_of(made.secret), session_key=None)
    assert second_factor.is_on(user)
    assert AuditEntry.objects.get().action == "second-factor-on"


def test_a_secret_that_is_asked_for_again_replaces_one_that_was_not_confirmed(user: User) -> None:
    first, second = second_factor.begin(user), second_factor.begin(user)
    assert first.secret != second.secret
    assert second_factor.confirm(user, code_of(second.secret), session_key=None)
    with pytest.raises(second_factor.WrongState, match="on already"):
        second_factor.begin(user)
    with pytest.raises(second_factor.WrongState, match="Begin anew"):
        second_factor.confirm(user, code_of(second.secret), session_key=None)


def test_a_code_works_once_also_the_one_that_turned_it_on(user: User) -> None:
    secret, _ = turned_on(user)
    confirmed_by, later = code_of(secret), code_of(secret, ahead=1)
    assert second_factor.check(user, confirmed_by) is None
    assert second_factor.check(user, f"{later[:3]} {later[3:]}") == "app"
    assert second_factor.check(user, later) is None
    assert second_factor.check(user, confirmed_by) is None, "older than the last one"


@pytest.mark.parametrize("ahead", [-30, -3, 3, 30])
def test_a_code_of_another_time_is_worth_nothing(user: User, ahead: int) -> None:
    secret, _ = turned_on(user)
    SecondFactor.objects.update(last_step=0)
    assert second_factor.check(user, code_of(secret, ahead=ahead)) is None


@pytest.mark.parametrize("code", ["", " ", "12345", "1234567", "١٢٣٤٥٦", "\ud800", "------", "a" * 64])
def test_what_is_no_code_is_wrong(user: User, code: str) -> None:
    turned_on(user)
    assert second_factor.check(user, code) is None


def test_recovery_codes_work_once_each_however_they_are_typed(user: User) -> None:
    _, codes = turned_on(user)
    assert len(set(codes)) == second_factor.RECOVERY_CODES
    assert second_factor.check(user, f" {codes[0].upper().replace('-', ' ')} ") == "recovery"
    assert second_factor.check(user, codes[0]) is None
    assert second_factor.recovery_codes_left(user) == second_factor.RECOVERY_CODES - 1
    used = AuditEntry.objects.get(action="recovery-code-used")
    assert (used.user_name, used.detail) == ("somebody", {"left": 9})


def test_new_recovery_codes_end_the_old_ones(user: User) -> None:
    _, codes = turned_on(user)
    fresh = second_factor.renew_recovery_codes(user)
    assert second_factor.check(user, codes[0]) is None
    assert second_factor.check(user, fresh[0]) == "recovery"


def test_no_recovery_code_is_kept_readable(user: User) -> None:
    _, codes = turned_on(user)
    kept = "".join(f"{each.salt}{each.digest}" for each in RecoveryCode.objects.all())
    assert not any(code.replace("-", "") in kept for code in codes)


def test_guessing_ends_after_some_wrong_codes_and_goes_on_after_a_while(user: User) -> None:
    secret, codes = turned_on(user)
    for _ in range(second_factor.MOST_FAILURES):
        assert second_factor.check(user, "no code") is None
    with pytest.raises(second_factor.TooManyCodes):
        second_factor.check(user, codes[0])
    SecondFactor.objects.update(failed_at=timezone.now() - second_factor.WINDOW - timedelta(seconds=1))
    assert second_factor.check(user, code_of(secret, ahead=1)) == "app"
    assert second_factor.check(user, "no code") is None, "a right one forgives the wrong ones"


@pytest.mark.django_db(transaction=True)
def test_one_code_opens_one_of_many_doors_that_are_tried_at_once() -> None:
    user = make_user("somebody")
    _, codes = turned_on(user)

    def attempt(_: int) -> str | None:
        try:
            return second_factor.check(user, codes[0])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as tries:
        ways = list(tries.map(attempt, range(8)))
    assert ways.count("recovery") == 1
    assert ways.count(None) == 7


def test_turning_it_off_forgets_all(user: User) -> None:
    turned_on(user)
    assert second_factor.turn_off(user)
    assert not second_factor.turn_off(user)
    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()
