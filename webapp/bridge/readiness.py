"""Whether this process can answer now, part by part, for a load balancer; and what the database counts, for metrics."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator, Mapping

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.models import Count

from ingest.domain.errors import EngineError
from webapp.bridge.broker import ask_broker
from webapp.bridge.engines import are_open, engines
from webapp.bridge.status import index_status
from webapp.jobs.claims import UNFINISHED
from webapp.jobs.models import IndexingJob
from webapp.jobs.worker_life import is_one_alive
from webapp.library.errors import Unavailable
from webapp.library.file_store import store
from webapp.observability.metrics import Reading

log = logging.getLogger(__name__)

LEAST_FREE_BYTES = 100_000_000
"""With less room than this, uploads and the database would soon fail."""

READY = "ready"

NO_WORKER = "no worker"
"""No process indexes now. Searching and reading go on, so a load balancer is not sent away for it."""


class NotReady(Exception):
    """A part cannot be used now; the message says why, for the log."""


def examine_parts(are_workers_alive: Callable[[], bool]) -> dict[str, str]:
    """Return `ready` or `unavailable` for each part. Why a part is unavailable is in the log only.

    On a team server `indexing` is `no worker` while none gives a sign of life.
    """

    def worker() -> None:
        if settings.SHARED:
            ask_broker()
        elif not are_workers_alive():
            raise NotReady("the threads that index have ended")

    parts: dict[str, Callable[[], None]] = {
        "database": _database,
        "engines": _engines,
        "worker": worker,
        "disk": _disk,
        "storage": lambda: store().check(),
    }
    found = {name: _state_of(name, look) for name, look in parts.items()}
    if settings.SHARED:
        found["indexing"] = READY if is_one_alive() else NO_WORKER
    return found


def can_answer(parts: Mapping[str, str]) -> bool:
    """Return whether a process whose parts are in these states answers requests."""
    return all(state in {READY, NO_WORKER} for state in parts.values())


def _state_of(name: str, look: Callable[[], None]) -> str:
    try:
        look()
    except Exception as error:  # whatever ails a part, the answer is that it is not ready
        log.warning("%s is not ready: %s", name, error)
        return "unavailable"
    return READY


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def _engines() -> None:
    if not are_open():
        raise NotReady("the indexes are not open")
    engines().lexical.count()


def _disk() -> None:
    free = shutil.disk_usage(settings.DATA).free
    if free < LEAST_FREE_BYTES:
        raise NotReady(f"only {free / 1e6:.0f} MB are free")


def readings() -> list[Reading]:
    """Return what the database and the indexes know; the same in every process. Nothing when they are away."""
    try:
        return list(_readings())
    except (DatabaseError, InterfaceError, EngineError, Unavailable) as error:
        log.warning("metrics lack the library's numbers: %s", error)
        return []


def _readings() -> Iterator[Reading]:
    status = index_status()
    waiting = IndexingJob.objects.filter(stage__in=UNFINISHED).order_by().values_list("stage")
    by_stage = {str(stage): 0.0 for stage in UNFINISHED} | dict(waiting.annotate(n=Count("id")))
    states = {state: float(count) for state, count in status.states.items()}
    yield Reading("mokuji_documents", "Documents by state.", "state", states)
    yield Reading("mokuji_searchable_documents", "Documents found by words.", "", {"": status.searchable})
    yield Reading("mokuji_embedded_documents", "Documents found by meaning too.", "", {"": status.embedded})
    yield Reading("mokuji_queue_depth", "Documents that wait or are worked on.", "stage", by_stage)
    free = float(shutil.disk_usage(settings.DATA).free)
    yield Reading("mokuji_free_bytes", "Room on the disk of the data folder.", "", {"": free})
