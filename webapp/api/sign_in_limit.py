"""Slows down guessing of passwords and links: attempts are counted in the cache, by name and by address."""

from __future__ import annotations

import hashlib

from django.core.cache import cache
from django.http import HttpRequest

from webapp.api.problems import ProblemError

WINDOW_SECONDS = 300
PER_NAME = 10
PER_ADDRESS = 50


def check(request: HttpRequest, name: str, *, most: int = PER_NAME) -> None:
    """Count an attempt. Raises ProblemError 429 when there were too many in the last minutes.

    most: attempts on this name from one address; more than PER_NAME where there is nothing to guess.
    """
    address = request.META.get("REMOTE_ADDR") or "unknown"
    for key, limit in ((_key(address, name), most), (_key(address), PER_ADDRESS)):
        if _count(key) > limit:
            raise ProblemError(
                429,
                f"Too many attempts to sign in. Wait {WINDOW_SECONDS // 60} minutes, then try again.",
                headers={"Retry-After": str(WINDOW_SECONDS)},
            )


def _count(key: str) -> int:
    cache.add(key, 0, WINDOW_SECONDS)
    try:
        return cache.incr(key)
    except ValueError:  # its time ended in between, or the shared cache is away: nobody is kept out for that
        return 1


def forgive(request: HttpRequest, name: str) -> None:
    """Forget the attempts on a name after one that succeeded."""
    cache.delete(_key(request.META.get("REMOTE_ADDR") or "unknown", name))


def _key(*parts: str) -> str:
    digest = hashlib.sha256("\n".join(part.casefold() for part in parts).encode("utf-8", "replace"))
    return f"sign-in:{digest.hexdigest()}"
