"""Programs that registered themselves: what they are called, how many there may be, and when they are forgotten."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from oauth2_provider.models import Application, clear_expired

from ingest.domain.cleaning import on_one_line
from webapp.accounts.models import Token
from webapp.audit.counters import count
from webapp.audit.networks import network_of
from webapp.oauth.models import Approval
from webapp.oauth.redirects import host_of

MOST_CLIENTS = 2_000
"""Programs that may be registered by themselves at a time."""

PER_HOUR = 60
"""Registrations from one address, or one /64 of IPv6, in an hour."""

UNUSED = timedelta(days=1)
"""After this a program that nobody let in is forgotten."""

ENDED = timedelta(days=30)
"""After this a program that nobody lets in any more is forgotten."""

_HOUR = 3_600
_TIDY_EVERY = 600
_LONGEST_NAME = 80


def shown_name(application: Application) -> str:
    """Return the name of a program as people see it: on one line, without invisible characters, never empty."""
    name = clean_name(application.name)[:_LONGEST_NAME].strip()
    redirects = application.redirect_uris.split()
    return name or (host_of(redirects[0]) if redirects else "") or "?"


def clean_name(given: object) -> str:
    """Return the name that a program gives itself, on one line, without control, bidi and other invisible signs."""
    if not isinstance(given, str):
        return ""
    return on_one_line(given)[:255].strip()


def is_described(application: Application) -> bool:
    """Return whether the program's client id is the address of its description, so that its host is known."""
    return str(application.registration_source) == str(Application.RegistrationSource.CIMD)


def may_register(address: str, *, most: int = MOST_CLIENTS) -> bool:
    """Count a registration from an address and make room for it among `most`. Returns False when it must wait."""
    key = f"oauth-register:{hashlib.sha256(network_of(address).encode()).hexdigest()}"
    if count(key, seconds=_HOUR) > PER_HOUR:
        return False
    tidy()
    mine = _of_themselves()
    if mine.count() < most:
        return True
    oldest = _never_let_in().order_by("created").values_list("pk", flat=True).first()
    if oldest is None:
        return False
    Application.objects.filter(pk=oldest).delete()
    return True


def tidy(*, now: bool = False) -> None:
    """Forget codes, refresh tokens and programs that are over; every few minutes at most, unless now."""
    if not cache.add("oauth-tidied", 1, _TIDY_EVERY) and not now:
        return
    moment = timezone.now()
    clear_expired()
    Approval.objects.filter(redeemed_at=None, created_at__lt=moment - timedelta(hours=1)).delete()
    _never_let_in().filter(created__lt=moment - UNUSED).delete()
    lives = Token.objects.filter(
        Q(approval__application=OuterRef("pk"), revoked_at=None) & Q(expires_at__gt=moment)
    )
    recent = Approval.objects.filter(application=OuterRef("pk"), created_at__gt=moment - ENDED)
    _of_themselves().filter(~Exists(lives), ~Exists(recent), created__lt=moment - ENDED).delete()


def _of_themselves() -> QuerySet[Application]:
    source = Application.RegistrationSource
    mine: QuerySet[Application] = Application.objects.filter(
        registration_source__in=[source.DCR, source.CIMD]
    )
    return mine


def _never_let_in() -> QuerySet[Application]:
    return _of_themselves().filter(~Exists(Approval.objects.filter(application=OuterRef("pk"))))
