"""One process tells all others what changed, over Redis. The only module that imports its client.

Messages may be lost: a browser that misses one sees the next, and asks for a snapshot when it comes back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable
from typing import Any

import redis
import redis.asyncio
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

__all__ = ["QUICK", "RedisError", "Relay", "open_relay"]

log = logging.getLogger(__name__)

ANSWER_SECONDS = 5
PAUSE_SECONDS = 1.0

QUICK: dict[str, Any] = {
    "socket_timeout": ANSWER_SECONDS,
    "socket_connect_timeout": ANSWER_SECONDS,
    "health_check_interval": 30,
    "retry": Retry(NoBackoff(), 1),
}
"""How connections behave: a kept one that is gone is replaced at once, and nobody waits for a server that is away."""


class Relay:
    """Publishes from any thread, listens on an event loop."""

    def __init__(self, url: str, namespace: str) -> None:
        self._url, self._channel = url, f"{namespace}:changes"
        self._redis = redis.Redis.from_url(url, **QUICK)
        self.listening = threading.Event()

    def publish(self, kind: str, *values: int) -> None:
        """Tell every process, this one too. What cannot be told is logged, never raised: the work is done."""
        try:
            self._redis.publish(self._channel, json.dumps([kind, *values]))
        except redis.RedisError as error:
            log.warning("a live message was lost: %s", error)

    async def listen(self, take: Callable[..., None]) -> None:
        """Call take(kind, *values) for every message until cancelled; connect again after a loss."""
        while True:
            try:
                await self._listen(take)
            except (redis.RedisError, OSError) as error:
                log.warning("live messages stopped (%s); trying again", error)
            self.listening.clear()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _listen(self, take: Callable[..., None]) -> None:
        client = redis.asyncio.Redis.from_url(self._url, health_check_interval=30)
        async with client, client.pubsub() as subscription:
            await subscription.subscribe(self._channel)
            async for message in subscription.listen():
                if message["type"] == "subscribe":
                    self.listening.set()
                elif message["type"] == "message":
                    kind, *values = json.loads(message["data"])
                    take(kind, *values)

    def close(self) -> None:
        """Give connections back."""
        self._redis.close()


def open_relay(url: str, namespace: str) -> Relay:
    """Return a relay over the Redis at an address."""
    return Relay(url, namespace)
