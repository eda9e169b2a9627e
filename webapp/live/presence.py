"""Whether the session that opened a socket is still one: nobody tells a socket of a change in another program."""

from __future__ import annotations

import time

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import close_old_connections
from django.http import HttpRequest

FRESH_SECONDS = 1.0
"""How long a check holds for news; what is asked for is always checked anew."""


class Presence:
    """A person's session, asked again and again."""

    def __init__(self, session_key: str, user_id: int) -> None:
        self._session_key, self._user_id = session_key, user_id
        self._checked = time.monotonic()

    async def holds(self, *, at_most: float = 0.0) -> bool:
        """Return whether the session is alive, of this person, of their present password, and they are active.

        at_most: seconds that the last good answer may be old.
        """
        if at_most and time.monotonic() - self._checked < at_most:
            return True
        alive = await sync_to_async(self._ask, thread_sensitive=False)()
        self._checked = time.monotonic()
        return alive

    def _ask(self) -> bool:
        close_old_connections()
        try:
            request = HttpRequest()
            request.session = SessionStore(self._session_key)
            return get_user(request).pk == self._user_id
        finally:
            close_old_connections()
