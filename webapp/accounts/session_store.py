"""Sessions that end when nobody uses them, and after a time however they are used. Django finds the class by name."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as _DatabaseStore
from django.utils import timezone

_BEGUN = "begun"
_NOTED_IN = 10
"""Use is noted each time this part of the idle time has gone by, so that reading does not become writing."""


class SessionStore(_DatabaseStore):
    """A session in the database, whose row says when it ends: a time after its last use, and after its sign-in."""

    def begin(self) -> None:
        """Note that somebody has just signed in: the session's last day is counted from now."""
        self[_BEGUN] = timezone.now().timestamp()

    def load(self) -> dict[str, Any]:
        """Return what the session holds, and note that it is used."""
        row = self.model.objects.filter(pk=self.session_key, expire_date__gt=timezone.now()).first()
        if row is None:
            self._session_key = None  # as Django's own does: nobody chooses the key of a session
            return {}
        held: dict[str, Any] = self.decode(row.session_data)
        if SESSION_KEY in held and _BEGUN not in held:
            return held  # of a version that wrote its last day into the row and did not move it
        ends = _end(held)
        if abs(ends - row.expire_date) > _idle() / _NOTED_IN:
            self.model.objects.filter(pk=row.pk).update(expire_date=ends)
        return held

    def get_expiry_date(self, **_: Any) -> datetime:
        """Return when the session ends unless it is used before."""
        return _end(self)


def _idle() -> timedelta:
    return timedelta(minutes=settings.MOKUJI["session_idle_minutes"])


def _end(held: Any) -> datetime:
    now = timezone.now()
    begun = held.get(_BEGUN)
    since = now if begun is None else datetime.fromtimestamp(float(begun), now.tzinfo)
    return min(now + _idle(), since + timedelta(seconds=settings.SESSION_COOKIE_AGE))
