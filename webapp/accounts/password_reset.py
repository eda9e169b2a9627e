"""A new password for who forgot the old one, by mail. Nobody learns from it who has an account here.

Looking somebody up, making the link and mailing it take time that depends on who was asked for, so they happen in a
thread of their own, after the answer.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import BoundedSemaphore

from django.conf import settings
from django.db import connections

from webapp.accounts import mail
from webapp.accounts.models import User
from webapp.accounts.services import create_sign_in_link
from webapp.audit.counters import count
from webapp.audit.origin import Origin, acting_as
from webapp.audit.services import record

log = logging.getLogger(__name__)

LIFETIME = timedelta(hours=1)
MAILS_PER_USER = 3
"""In an hour, whoever asks: else anybody could fill somebody's mailbox."""

_WAITING = 100
_HOUR = 3600
_room = BoundedSemaphore(_WAITING)
_sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def ask(who: str, *, locale: str, origin: Origin) -> None:
    """Have a link mailed, soon, to the active users with this name or address, if there are any."""
    if not _room.acquire(blocking=False):
        log.warning("%d mails wait already; one that was asked for is not sent", _WAITING)
        return
    _sender.submit(_answer, who, locale, origin)


def _answer(who: str, locale: str, origin: Origin) -> None:
    try:
        mail_links(who, locale=locale, origin=origin)
    except Exception:
        log.exception("a new password could not be mailed")
    finally:
        connections.close_all()
        _room.release()


def mail_links(who: str, *, locale: str, origin: Origin) -> int:
    """Mail a link to each active user who has this name or this address. Returns how many were sent."""
    sent = 0
    field = "email__iexact" if "@" in who else "username"
    found = User.objects.filter(**{field: who}, is_active=True).exclude(email="")
    if not found and "@" in who:  # a name may have an @, too
        found = User.objects.filter(username=who, is_active=True).exclude(email="")
    with acting_as(origin):
        for user in found.order_by("id")[:MAILS_PER_USER]:
            sent += _mail(user, locale)
    return sent


def _mail(user: User, locale: str) -> bool:
    if count(f"password-reset:{user.pk}", seconds=_HOUR) > MAILS_PER_USER:
        record("password-reset-refused", user.username, detail={"reason": "too many"})
        return False
    secret = create_sign_in_link(user, new_password=True, lifetime=LIFETIME, alone=False)
    try:
        mail.send_link(user, f"{settings.SERVED_AT}/sign-in/{secret}", kind="reset", locale=locale)
    except mail.NotSent as error:
        log.error("a link for a new password could not be mailed: %s", error)
        record("password-reset-failed", user.username, detail={"reason": str(error)})
        return False
    record("password-reset-mailed", user.username)
    return True
