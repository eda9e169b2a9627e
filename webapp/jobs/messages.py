"""Typed live messages: what a browser is told when documents change, published after the commit.

Callers name a document; rows are read once for a whole burst of changes (`BURST_SECONDS`), so that a thousand
pages of progress cost a handful of messages. Only who may see a collection is told about its documents.
Nothing happens while nobody listens: `attach` gives the publisher its event loop and its way out.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Literal

from django.conf import settings
from django.db import close_old_connections, transaction
from django.utils.module_loading import import_string

from webapp.jobs.statuses import Counts, DocumentStatus, counts_of, statuses
from webapp.library.access import audience_of
from webapp.library.models import Document

log = logging.getLogger(__name__)

BURST_SECONDS = 0.15
"""How long changes are gathered before one message tells of all of them."""

KEPT_EVENTS = 200
"""Events kept for each person, so that a browser that was away for a moment can catch up."""

Send = Callable[[str, dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class LiveSnapshot:
    """Everything unfinished, and the number of the last event that it contains."""

    epoch: str
    number: int
    documents: tuple[DocumentStatus, ...]
    counts: Counts
    type: Literal["snapshot"] = "snapshot"


@dataclass(frozen=True, slots=True)
class LiveEvent:
    """What changed since event number - 1 of the same epoch. calls: how many agent calls were recorded."""

    epoch: str
    number: int
    documents: tuple[DocumentStatus, ...]
    removed: tuple[int, ...]
    calls: int
    counts: Counts
    type: Literal["event"] = "event"


def group_of(user_id: int) -> str:
    """Return the name of the group that all browsers of a person at this process are in."""
    return f"live.{publisher.epoch}.user.{user_id}"


@dataclass(slots=True)
class _Pending:
    """Changes that no message has told yet."""

    changed: set[int] = field(default_factory=set)
    removed: dict[int, int] = field(default_factory=dict)
    calls: dict[int, int] = field(default_factory=dict)
    access: set[int] = field(default_factory=set)
    ended: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Journal:
    """The last events of one person."""

    number: int = 0
    events: deque[LiveEvent] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))

    def begin_anew(self) -> None:
        """Forget what was told, so that whoever asks for it gets a snapshot."""
        self.events.clear()
        self.number += 1


class LivePublisher:
    """Gathers changes from any thread and sends them, numbered, from one event loop."""

    def __init__(self) -> None:
        self.epoch = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._pending = _Pending()
        self._journals: dict[int, _Journal] = {}
        self._outlet: tuple[asyncio.AbstractEventLoop, Send] | None = None
        self._scheduled = False
        self._flushes: set[asyncio.Task[None]] = set()

    def attach(self, loop: asyncio.AbstractEventLoop, send: Send) -> None:
        """Send from now on with `send(group, message)` on this loop."""
        with self._lock:
            if self._outlet is None or self._outlet[0] is not loop:
                self._outlet, self._scheduled = (loop, send), False

    def changed(self, document_id: int) -> None:
        """Tell of a document's new state or progress."""
        self._note(lambda pending: pending.changed.add(document_id))

    def removed(self, document_id: int, collection_id: int) -> None:
        """Tell that a document is gone."""
        self._note(lambda pending: pending.removed.__setitem__(document_id, collection_id))

    def called(self, user_id: int) -> None:
        """Tell that an agent of a person made a call."""
        self._note(lambda pending: pending.calls.__setitem__(user_id, pending.calls.get(user_id, 0) + 1))

    def access(self, user_id: int) -> None:
        """Tell that a person may see more or less than before: their browsers begin anew with a snapshot."""
        self._note(lambda pending: pending.access.add(user_id))

    def ended(self, user_id: int) -> None:
        """Tell that a session of a person, or the person, may be gone: their browsers are asked who they are."""
        self._note(lambda pending: pending.ended.add(user_id))

    def since(self, user_id: int, epoch: str, number: int) -> tuple[LiveEvent, ...] | None:
        """Return the events after a number, or None when they are not kept and a snapshot is needed."""
        journal = self._journals.get(user_id)
        if epoch != self.epoch or journal is None or number > journal.number:
            return None
        if number < journal.number - len(journal.events):
            return None
        return tuple(event for event in journal.events if event.number > number)

    def number_of(self, user_id: int) -> int:
        """Return the number of the last event of a person; from here on events are kept for them."""
        return self._journals.setdefault(user_id, _Journal()).number

    def _note(self, change: Callable[[_Pending], object]) -> None:
        with self._lock:
            outlet = self._outlet
            if outlet is None or outlet[0].is_closed():
                self._outlet = None
                return
            change(self._pending)
            if self._scheduled:
                return
            self._scheduled = True
        try:
            outlet[0].call_soon_threadsafe(outlet[0].call_later, BURST_SECONDS, self._start_flush)
        except RuntimeError:  # the loop was closed since: nobody listens
            self._outlet = None

    def _start_flush(self) -> None:
        task = asyncio.get_running_loop().create_task(self._flush())
        self._flushes.add(task)
        task.add_done_callback(self._flushes.discard)

    async def _flush(self) -> None:
        with self._lock:
            pending, self._pending = self._pending, _Pending()
            self._scheduled = False
            outlet = self._outlet
        if outlet is None:
            return
        loop, send = outlet
        for user_id in pending.ended:
            await send(group_of(user_id), {"type": "live.check"})
        for user_id in pending.access & self._journals.keys():
            self._journals[user_id].begin_anew()
            await send(group_of(user_id), {"type": "live.anew"})
        try:
            told = await loop.run_in_executor(None, _read, pending, frozenset(self._journals))
        except Exception:
            log.exception("Live messages could not be read from the database")
            return
        for user_id, news in told.items():
            journal = self._journals.setdefault(user_id, _Journal())
            journal.number += 1
            event = LiveEvent(self.epoch, journal.number, **news)
            journal.events.append(event)
            await send(group_of(user_id), {"type": "live.event", "event": asdict(event)})


def _read(pending: _Pending, listeners: frozenset[int]) -> Mapping[int, dict[str, Any]]:
    """Return the fields of each listener's next event. Runs in a thread, since it reads the database."""
    close_old_connections()
    try:
        changed = statuses(pending.changed)
        removed = _no_longer_seen(pending.removed)
        return {
            user_id: {
                "documents": tuple(changed.get(user_id, ())),
                "removed": tuple(removed.get(user_id, ())),
                "calls": pending.calls.get(user_id, 0),
                "counts": counts_of(user_id),
            }
            for user_id in {*changed, *removed, *pending.calls} & listeners
        }
    finally:
        close_old_connections()


def _no_longer_seen(left: Mapping[int, int]) -> dict[int, list[int]]:
    """Return, by user, the documents that left a collection they may see, deleted or moved out of their sight."""
    now = dict(Document.objects.filter(pk__in=left, deleted_at=None).values_list("id", "collection_id"))
    audience = audience_of({*left.values(), *now.values()})
    removed: dict[int, list[int]] = {}
    for document_id, collection_id in left.items():
        there = now.get(document_id)
        still = audience.get(there, set()) if there not in {None, collection_id} else set()
        for user_id in audience.get(collection_id, set()) - still:
            removed.setdefault(user_id, []).append(document_id)
    return removed


publisher = LivePublisher()
"""The one of this process."""

relay: Any = (
    import_string("webapp.jobs.relay.open_relay")(settings.REDIS_URL, settings.NAMESPACE)
    if settings.SHARED
    else None
)
"""Where several processes work on one library: what tells them all. Each has a publisher, browsers and numbers."""


def take(kind: str, *values: int) -> None:
    """Hand what any process told to the publisher of this one."""
    if kind in _KINDS:
        getattr(publisher, kind)(*values)


def _tell(kind: str, *values: int) -> None:
    (relay.publish if relay is not None else take)(kind, *values)


_KINDS = frozenset({"changed", "removed", "called", "access", "ended"})


def document_changed(document_id: int) -> None:
    """Tell who may see it, after the commit, that a document's state or progress changed."""
    transaction.on_commit(lambda: _tell("changed", document_id))


def document_removed(document_id: int, collection_id: int) -> None:
    """Tell who may see the collection, after the commit, that a document is gone from it."""
    transaction.on_commit(lambda: _tell("removed", document_id, collection_id))


def access_changed(user_ids: Iterable[int]) -> None:
    """Tell people, after the commit, that they may see more or less than before."""
    for user_id in set(user_ids):
        transaction.on_commit(partial(_tell, "access", user_id))


def session_ended(user_id: int) -> None:
    """Tell a person's browsers, after the commit, that the session they came with may be over."""
    transaction.on_commit(lambda: _tell("ended", user_id))


def call_recorded(user_id: int) -> None:
    """Tell a person, after the commit, that the log of their agents' calls has grown."""
    transaction.on_commit(lambda: _tell("called", user_id))
