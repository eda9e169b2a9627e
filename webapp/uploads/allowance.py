"""How much a person may send: files in a minute, megabytes in a day (UTC). Counted in the cache of all processes."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from django.conf import settings

from webapp.audit.counters import count
from webapp.library.errors import TooMany

MINUTE = 60
DAY = 24 * 3600
MEGABYTE = 1024 * 1024


def admit(user_id: int, *, size: int | None, files: int = 1) -> None:
    """Count what somebody is about to send, and its bytes where they are announced.

    Raises TooMany with the setting and the time to wait, before anything is read: what was not let in counts for the
    minute, not for the day.
    """
    per_minute, now = int(settings.MOKUJI["uploads_per_minute"]), time.time()
    if count(f"uploads:{user_id}:{int(now // MINUTE)}", files, seconds=2 * MINUTE) > per_minute:
        wait = MINUTE - int(now % MINUTE)
        raise TooMany(
            f"Files of one person in a minute: at most {per_minute:,} (MOKUJI_UPLOADS_PER_MINUTE). "
            f"Wait {wait} seconds.",
            wait=wait,
        )
    spend(user_id, size or 0)


def spend(user_id: int, size: int) -> None:
    """Count bytes of a person's day. Raises TooMany, and counts nothing, when they are more than are left."""
    per_day, key = (
        int(settings.MOKUJI["upload_mb_per_day"]),
        f"upload-bytes:{user_id}:{datetime.now(UTC):%Y-%m-%d}",
    )
    total = count(key, size, seconds=DAY + MINUTE)
    if total > per_day * MEGABYTE:
        count(key, -size, seconds=DAY + MINUTE)
        raise TooMany(
            f"One person may send {per_day:,} MB in a day (MOKUJI_UPLOAD_MB_PER_DAY), and this would be more. "
            "Go on after midnight UTC.",
            wait=DAY - int(time.time() % DAY),
        )
