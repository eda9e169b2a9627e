"""Whether a worker lives: each one says so in the shared cache, and what it said is forgotten soon."""

from __future__ import annotations

from django.core.cache import cache

KEPT_SECONDS = 60
"""How long a sign of life counts. Workers give one far more often."""

_KEY = "a-worker-lives"


def show_life() -> None:
    """Say that a worker of this library lives."""
    cache.set(_KEY, True, KEPT_SECONDS)


def is_one_alive() -> bool:
    """Return whether a worker of this library gave a sign of life lately. False, too, where the cache is away."""
    return bool(cache.get(_KEY))
