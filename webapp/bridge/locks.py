"""Locks that hold for all processes of a library: in the database where there are several, else in this process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

WRITING, REBUILDING, MIGRATING = 0x6D6F6B75, 0x6D6F6B76, 0x6D6F6B77
"""Numbers of the locks in the database."""


Lock = AbstractContextManager[Any]
"""A lock that its holder may take again."""


class SharedLock:
    """One holder among all threads of all processes. The database takes it back when its holder dies."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._here = threading.RLock()
        self._depth = 0
        self._held: AbstractContextManager[None] | None = None

    def __enter__(self) -> None:
        """Take it; waits until it is free."""
        self._here.acquire()
        try:
            if self._depth == 0:
                held = _advisory_lock(self._number)
                held.__enter__()
                self._held = held
            self._depth += 1
        except BaseException:
            self._here.release()
            raise

    def __exit__(self, *error: object) -> None:
        """Give it back."""
        try:
            self._depth -= 1
            if self._depth == 0 and self._held is not None:
                held, self._held = self._held, None
                held.__exit__(None, None, None)
        finally:
            self._here.release()


@contextmanager
def _advisory_lock(number: int) -> Iterator[None]:
    """Hold a lock of the database on a connection of its own, which no transaction of the caller touches."""
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [number])
        yield
    finally:
        with suppress(DatabaseError, InterfaceError):
            own.close()


def make_lock(number: int) -> Lock:
    """Return a lock for as many processes as there are."""
    return SharedLock(number) if settings.SHARED else threading.RLock()
