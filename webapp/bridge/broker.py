"""The queue of this process. Messages carry ids only and may be lost: the database knows what is unfinished."""

from __future__ import annotations

from typing import Any

import dramatiq
from django.conf import settings
from django.db import close_old_connections, connections
from django.utils.module_loading import import_string
from dramatiq.brokers.stub import StubBroker
from dramatiq.middleware import (
    Callbacks,
    CurrentMessage,
    Middleware,
    Retries,
    ShutdownNotifications,
    TimeLimit,
)


class DatabaseConnections(Middleware):
    """Gives each message a live connection, and closes those of threads that end."""

    def _close_old(self, *_: Any, **__: Any) -> None:
        close_old_connections()

    before_process_message = _close_old
    after_process_message = _close_old

    def _close_all(self, *_: Any, **__: Any) -> None:
        connections.close_all()

    before_consumer_thread_shutdown = _close_all
    before_worker_thread_shutdown = _close_all


class _Sink(list[Any]):
    """Dead letters, dropped: the failure is in the database."""

    def append(self, message: Any) -> None:
        message._exception = None


class MemoryBroker(StubBroker):
    """A StubBroker for real work: it does not keep dead letters for tests to look at."""

    def consume(self, queue_name: str, prefetch: int = 1, timeout: int = 100) -> Any:
        """Return a consumer whose dead letters are dropped."""
        consumer: Any = super().consume(queue_name, prefetch, timeout)
        consumer.dead_letters = _Sink()
        return consumer


def make_broker() -> dramatiq.Broker:
    """Return the broker: in this process, or in Redis where there are several."""
    middleware: list[Middleware] = [
        TimeLimit(time_limit=3_600_000),
        ShutdownNotifications(notify_shutdown=False),
        Callbacks(),
        Retries(max_retries=3, min_backoff=500, max_backoff=5_000),
        CurrentMessage(),
        DatabaseConnections(),
    ]
    if not settings.SHARED:
        return MemoryBroker(middleware=middleware)
    opened: dramatiq.Broker = import_string("webapp.bridge.redis_broker.SharedBroker")(
        url=settings.REDIS_URL, namespace=settings.NAMESPACE, middleware=middleware
    )
    return opened


broker = make_broker()
dramatiq.set_broker(broker)


def messages_waiting(queue_name: str) -> int:
    """Return how many messages wait in a queue that processes share; 0 for one of this process alone."""
    count = getattr(broker, "waiting", None)
    return int(count(queue_name)) if count is not None else 0


def ask_broker() -> None:
    """Raise what its client raises when a queue that processes share cannot be reached."""
    ping = getattr(broker, "ping", None)
    if ping is not None:
        ping()
