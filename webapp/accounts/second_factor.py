"""A second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for who lost the app."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import pyotp
from django.db import IntegrityError, transaction
from django.db.models import Case, F, Q, When
from django.utils import timezone

from webapp.accounts.models import RecoveryCode, SecondFactor, User
from webapp.accounts.sessions import end_sessions
from webapp.audit.services import record

STEP_SECONDS = 30
DRIFT = (0, -1, 1)
"""Steps by which a clock may be wrong."""

RECOVERY_CODES = 10
MOST_FAILURES = 10
WINDOW = timedelta(minutes=5)
ISSUER = "Mokuji"

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP = 3, 4

Way = Literal["app", "recovery"]


class TooManyCodes(Exception):
    """Too many wrong codes; wait is in seconds."""

    wait = int(WINDOW.total_seconds())


class WrongState(Exception):
    """The second factor is on already, or is not being set up; the message says the mend."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What an authenticator app needs to know: the secret, and an address that holds it."""

    secret: str
    address: str


def is_on(user: User) -> bool:
    """Return whether a user's sign-in asks for a code."""
    return SecondFactor.objects.filter(user=user).exclude(confirmed_at=None).exists()


def recovery_codes_left(user: User) -> int:
    """Return how many recovery codes were not used yet."""
    return RecoveryCode.objects.filter(factor__user=user, used_at=None).count()


def begin(user: User) -> Enrolment:
    """Make a secret that counts once a code of it is shown. Raises WrongState when the factor is on."""
    if is_on(user):
        raise WrongState("The second factor is on already. Turn it off first.")
    secret = pyotp.random_base32()
    SecondFactor.objects.filter(user=user, confirmed_at=None).delete()
    try:
        with transaction.atomic():
            SecondFactor.objects.create(user=user, secret=secret)
    except IntegrityError:
        raise WrongState("The second factor was set up elsewhere just now.") from None
    address = pyotp.TOTP(secret).provisioning_uri(name=user.username, issuer_name=ISSUER)
    return Enrolment(secret, address)


def confirm(user: User, code: str, *, session_key: str | None) -> list[str] | None:
    """Turn the factor on by its first code and return the recovery codes, shown once; None for a wrong code.

    Other sessions end: they were begun without it. Raises WrongState and TooManyCodes.
    """
    factor = SecondFactor.objects.filter(user=user, confirmed_at=None).first()
    if factor is None:
        raise WrongState("Nothing is being set up. Begin anew.")
    _count_attempt(factor)
    if not _spend_step(factor, code):
        return None
    with transaction.atomic():
        SecondFactor.objects.filter(pk=factor.pk).update(confirmed_at=timezone.now(), failures=0)
        codes = _new_recovery_codes(factor)
        end_sessions(user, but=session_key)
    record("second-factor-on", user.username, by=user)
    return codes


def check(user: User, code: str) -> Way | None:
    """Spend a code and return what kind it was; None for a wrong one, or one that was used before.

    Raises TooManyCodes, however many addresses the guesses come from.
    """
    factor = SecondFactor.objects.filter(user=user).exclude(confirmed_at=None).first()
    if factor is None:
        return None
    _count_attempt(factor)
    way: Way | None = None
    if _spend_step(factor, code):
        way = "app"
    elif _spend_recovery(factor, code):
        way = "recovery"
        record("recovery-code-used", user.username, by=user, detail={"left": recovery_codes_left(user)})
    if way is not None:
        SecondFactor.objects.filter(pk=factor.pk).update(failures=0)
    return way


def renew_recovery_codes(user: User) -> list[str]:
    """Return new recovery codes; the old ones are worth nothing any more."""
    with transaction.atomic():
        codes = _new_recovery_codes(SecondFactor.objects.get(user=user))
    record("recovery-codes-renewed", user.username, by=user)
    return codes


def turn_off(user: User) -> bool:
    """Forget a user's second factor, also one that is being set up. Returns whether it was on."""
    was_on = is_on(user)
    SecondFactor.objects.filter(user=user).delete()
    return was_on


def _count_attempt(factor: SecondFactor) -> None:
    """Count an attempt before it is judged, so that many at once do not slip through. Raises TooManyCodes."""
    now = timezone.now()
    long_ago = Q(failed_at=None) | Q(failed_at__lt=now - WINDOW)
    counted = SecondFactor.objects.filter(Q(failures__lt=MOST_FAILURES) | long_ago, pk=factor.pk).update(
        failures=Case(When(long_ago, then=1), default=F("failures") + 1), failed_at=now
    )
    if not counted:
        raise TooManyCodes


def _spend_step(factor: SecondFactor, code: str) -> bool:
    """Return whether a code is one of now, and later than the last one that was used."""
    given = "".join(code.split())
    totp = pyotp.TOTP(factor.secret)
    now = int(time.time()) // STEP_SECONDS
    for step in (now + drift for drift in DRIFT):
        if hmac.compare_digest(totp.generate_otp(step).encode(), given.encode("utf-8", "replace")):
            fresh = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step)
            return bool(fresh.update(last_step=step))
    return False


def _new_recovery_codes(factor: SecondFactor) -> list[str]:
    RecoveryCode.objects.filter(factor=factor).delete()
    codes = [_random_code() for _ in range(RECOVERY_CODES)]
    for code in codes:
        salt = secrets.token_hex(16)
        RecoveryCode.objects.create(factor=factor, salt=salt, digest=_digest(salt, code))
    return codes


def _random_code() -> str:
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))


def _spend_recovery(factor: SecondFactor, code: str) -> bool:
    for kept in RecoveryCode.objects.filter(factor=factor, used_at=None):
        if hmac.compare_digest(kept.digest, _digest(kept.salt, code)):
            unused = RecoveryCode.objects.filter(pk=kept.pk, used_at=None)
            return bool(unused.update(used_at=timezone.now()))
    return False


def _digest(salt: str, code: str) -> str:
    plain = "".join(sign for sign in code.lower() if sign in _ALPHABET)
    return hashlib.sha256(f"{salt}{plain}".encode()).hexdigest()
