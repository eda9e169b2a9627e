"""The queue of several processes, in Redis. The only module that imports dramatiq's broker for it."""

from __future__ import annotations

import logging
from typing import Any

import dramatiq
from dramatiq.brokers.redis import RedisBroker
from dramatiq.errors import ConnectionError as BrokerConnectionError

from webapp.jobs.relay import QUICK, RedisError

log = logging.getLogger(__name__)

DEAD_WORKER_MILLISECONDS = 30_000
"""A worker that is silent for so long is dead: its messages go to another."""

ANSWER_SECONDS = 10


class SharedBroker(RedisBroker):
    """A RedisBroker whose messages may be lost: the database knows what is unfinished, and workers look."""

    def __init__(self, *, url: str, namespace: str, middleware: list[dramatiq.Middleware]) -> None:
        super().__init__(  # type: ignore[no-untyped-call]
            url=url,
            namespace=namespace,
            middleware=middleware,
            heartbeat_timeout=DEAD_WORKER_MILLISECONDS,
            **QUICK | {"socket_timeout": ANSWER_SECONDS},
        )

    def enqueue(self, message: Any, *, delay: int | None = None) -> Any:
        """Queue a message. One that cannot be queued is logged: a worker finds the work in the database."""
        try:
            return super().enqueue(message, delay=delay)
        except (BrokerConnectionError, RedisError, OSError) as error:
            log.warning("a message could not be queued (%s); workers will find the work", error)
            return message

    def waiting(self, queue_name: str) -> int:
        """Return how many messages wait in a queue."""
        return int(self.client.llen(f"{self.namespace}:{queue_name}"))

    def ping(self) -> None:
        """Ask Redis for a sign of life. Raises RedisError when there is none."""
        self.client.ping()
