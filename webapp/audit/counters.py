"""Counts that end by themselves, in the cache of all processes: attempts, calls, mails, uploads."""

from __future__ import annotations

from django.core.cache import cache


def count(key: str, number: int = 1, *, seconds: int) -> int:
    """Add to a count that is forgotten so many seconds after it began, and return what it is now.

    A cache that is away keeps nobody out: then the number itself is returned.
    """
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key, number))
    except ValueError:  # its time ended in between, or the shared cache is away
        return number
