"""The cache that processes share, in Redis. It may be away: then nothing is found in it and nothing is kept.

What it holds are counters and addresses that matter for minutes; nobody is turned away for want of them.
"""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache

from webapp.jobs.relay import QUICK, RedisError

log = logging.getLogger(__name__)


class SharedCache(RedisCache):
    """A RedisCache whose every answer may be that of an empty cache."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params | {"OPTIONS": {**QUICK, **params.get("OPTIONS", {})}})

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep a value unless there is one. False, too, when it cannot be kept."""
        try:
            return bool(super().add(key, value, timeout, version))
        except RedisError as error:
            return bool(_away(error, False))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return a value, or the default."""
        try:
            return super().get(key, default, version)
        except RedisError as error:
            return _away(error, default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep a value, if that is possible."""
        try:
            super().set(key, value, timeout, version)
        except RedisError as error:
            _away(error, None)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Count up. Raises ValueError for a key that is not there, as for a cache that is away."""
        try:
            return int(super().incr(key, delta, version))
        except RedisError as error:
            raise ValueError(f"Key {key!r} cannot be counted up.") from _away(error, error)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Forget a value, if that is possible."""
        try:
            return bool(super().delete(key, version))
        except RedisError as error:
            return bool(_away(error, False))


def _away(error: Exception, answer: Any) -> Any:
    log.warning("the shared cache cannot be asked: %s", error)
    return answer
