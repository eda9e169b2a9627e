"""Who may name, place and delete an original, among all threads of all processes.

PostgreSQL keeps the locks where several processes work. SQLite's write transactions come one after the other anyway:
there a lock file is enough.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from webapp.library.errors import Conflict

_FILES = 0x6D6F6B78
"""Number of the database's locks of files, beside the lock of each."""

_KEEPING = 0x6D6F6B79
"""Number of the lock under which no file is deleted."""


def hold(sha256: str) -> None:
    """Keep everybody else from naming or deleting a file until the transaction ends.

    SQLite's write transactions come one after the other anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_FILES, int(sha256[:8], 16) - (1 << 31)])


@contextmanager
def kept() -> Iterator[None]:
    """Have no file deleted by any process. Raises Conflict while another one asks for that."""
    busy = Conflict("Another backup is being made. Wait until it is done, then try again.")
    if connection.vendor == "postgresql":
        own = connection.copy()
        try:
            with own.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [_KEEPING])
                if not cursor.fetchone()[0]:
                    raise busy
            yield
        finally:
            own.close()
        return
    with _keeping_file().open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise busy from None
        yield


def _keeping_file() -> Path:
    path = Path(settings.RUN_FOLDER) / "backup.lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def deleting() -> Iterator[bool]:
    """Whether files may be deleted now, in this transaction; nobody begins to keep them meanwhile."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock_shared(%s)", [_KEEPING])
            yield bool(cursor.fetchone()[0])
        return
    with _keeping_file().open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True
