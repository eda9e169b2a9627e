"""The actors: ids in, one call. Every message may be lost or doubled without harm."""

from __future__ import annotations

import logging
import os
import sys
import threading

import dramatiq
from django.conf import settings

from ingest.domain.errors import ExtractionError
from ingest.extract.protocol import Limits
from webapp.bridge import recognising, work
from webapp.bridge.broker import broker
from webapp.bridge.extraction import forget_model
from webapp.bridge.rebuild import start_settling
from webapp.bridge.recognition import SPARE_SECONDS
from webapp.jobs.outage import AWAY

log = logging.getLogger(__name__)

EXTRACT, WORDS, MEANING, RECOGNISE = "extract", "words", "meaning", "recognise"
AWAY_MILLISECONDS = 5_000
LOW_PRIORITY = 19
"""Behind the children that read files, too: what is being read is found by its words before others get vectors."""
UNEXPECTED = "Reading it failed for a reason on the server's side, which the log has. Reindex to try again."


def lower_priority() -> None:
    """Let this thread run after those that answer people, where the system can do that for a thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOW_PRIORITY)


@dramatiq.actor(broker=broker, queue_name=EXTRACT, max_retries=0)
def give_up(message: dict[str, object], _failure: dict[str, object]) -> None:
    """Mark a document failed after the last retry of its extraction."""
    args = message["args"]
    if isinstance(args, list | tuple) and args and isinstance(args[0], int):
        work.fail(args[0], ExtractionError(UNEXPECTED))


@dramatiq.actor(
    broker=broker,
    queue_name=EXTRACT,
    time_limit=(settings.MOKUJI["extract_seconds"] + 120) * 1000,
    on_retry_exhausted=give_up.actor_name,
)
def extract_revision(revision_id: int) -> None:
    """Read one file, and have the parts of a container read; then have its words indexed.

    While a database server is away nothing is tried again: the watch takes up what is left.
    """
    try:
        ready = work.extract(revision_id, start=extract_revision.send)
    except AWAY as error:
        if not settings.SHARED:  # nobody watches
            raise
        log.warning("revision %d waits for the database: %s", revision_id, error)
        return
    if ready:
        index_words.send()
    elif recognising.waiting() is not None:
        recognise_next.send()


@dramatiq.actor(broker=broker, queue_name=WORDS)
def index_words() -> None:
    """Index the words of whatever waits for it; then have it embedded."""
    if work.index_waiting_words():
        index_meaning.send()
        if recognising.waiting() is not None:
            recognise_next.send()


@dramatiq.actor(broker=broker, queue_name=MEANING)
def index_meaning() -> None:
    """Embed whatever waits for it, behind those who read and search."""
    lower_priority()
    work.index_waiting_meaning()
    start_settling()


@dramatiq.actor(
    broker=broker,
    queue_name=RECOGNISE,
    max_retries=0,
    time_limit=(Limits().recognition_seconds + 2 * SPARE_SECONDS) * 1000,
)
def recognise_next() -> None:
    """Read one file with the text in its pictures, behind everything else; then the next."""
    lower_priority()
    revision_id = recognising.waiting()
    if revision_id is None:
        if not work.stopping.is_set():
            forget_model()
        return
    try:
        ready = recognising.recognise(revision_id)
    except AWAY as error:
        log.warning("revision %d waits for the database: %s", revision_id, error)
        recognise_next.send_with_options(delay=AWAY_MILLISECONDS)
        return
    except Exception:
        work.fail(revision_id, ExtractionError(UNEXPECTED))
        raise
    if ready:
        index_words.send()
    if not work.stopping.is_set():
        recognise_next.send()
