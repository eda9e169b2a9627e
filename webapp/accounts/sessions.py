"""The sessions of people: noted at sign-in, listed, ended."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from ingest.domain.cleaning import on_one_line
from webapp.accounts.models import SignedIn, User
from webapp.accounts.session_store import SessionStore

CLEAR_EVERY_SECONDS = 3600
"""How often sessions that are over are looked for."""


def note_session(user: User, session: SessionBase, *, address: str, agent: str) -> None:
    """Remember a session that has just begun, and forget those of the user that are over."""
    clear_ended()
    if isinstance(session, SessionStore):
        session.begin()
    if session.session_key is None:
        session.save()
    SignedIn.objects.filter(user=user).exclude(session_key__in=_alive()).delete()
    SignedIn.objects.update_or_create(
        session_key=str(session.session_key),
        defaults={"user": user, "address": address[:64], "agent": on_one_line(agent)[:300]},
    )


def sessions_of(user: User) -> QuerySet[SignedIn]:
    """Return a user's sessions that are not over, newest first."""
    return SignedIn.objects.filter(user=user, session_key__in=_alive()).order_by("-id")


def end_sessions(user: User, *, but: str | None = None) -> int:
    """End a user's sessions, but the one with this key. Returns how many."""
    mine = SignedIn.objects.filter(user=user).exclude(session_key=but or "")
    keys = list(mine.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    SignedIn.objects.filter(session_key__in=keys).delete()
    return len(keys)


def end_session(signed_in: SignedIn) -> None:
    """End one session at once."""
    Session.objects.filter(session_key=signed_in.session_key).delete()
    signed_in.delete()


def clear_ended() -> int:
    """Forget sessions that are over, also those in which nobody ever signed in. Returns how many.

    Called often; does its work once an hour for all processes.
    """
    if not cache.add("sessions-cleared", 1, CLEAR_EVERY_SECONDS):
        return 0
    gone, _ = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    SignedIn.objects.exclude(session_key__in=_alive()).delete()
    return gone


def _alive() -> QuerySet[Session, str]:
    return Session.objects.filter(expire_date__gt=timezone.now()).values_list("session_key", flat=True)
