"""The threads that index: inside the server where it is alone, else of `mokuji worker`, as many as are started."""

from __future__ import annotations

import gc
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import dramatiq
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from ingest.domain.errors import EngineError, EngineUnavailable
from webapp.accounts.sessions import clear_ended
from webapp.bridge import actors, indexing, rebuild_progress, removal, work
from webapp.bridge.broker import broker, messages_waiting
from webapp.bridge.engines import FOLLOW_SECONDS, engines, follow_model, warm_embedder
from webapp.bridge.extraction import close_children, reopen_children
from webapp.bridge.locks import REBUILDING, make_lock
from webapp.bridge.rebuild import rebuild_if_needed
from webapp.jobs.claims import free, release_all
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.file_store import STALE_SECONDS, store
from webapp.library.models import Document

log = logging.getLogger(__name__)

STOP_MILLISECONDS = 8_000
POLL_MILLISECONDS = 200
WATCH_SECONDS = 15
LOOKED_AT = 500
_LOOKED_AFTER = (
    (Stage.INDEX, actors.index_words),
    (Stage.EMBED, actors.index_meaning),
    (Stage.RECOGNISE, actors.recognise_next),
)
DELETING = timedelta(minutes=5)
"""A deletion that takes longer has lost its process."""


def recover() -> int:
    """Take up everything that a former process left unfinished. Returns the number of documents.

    For a process that works alone: whoever held a lease is dead.
    """
    deleting = list(Document.objects.exclude(deleted_at=None).values_list("pk", flat=True))
    if deleting:
        indexing.remove(deleting)
    release_all()
    clear_ended()
    store().remove_unpacked()
    waiting = list(
        IndexingJob.objects.filter(stage=Stage.EXTRACT).order_by("id").values_list("revision_id", flat=True)
    )
    for revision_id in waiting:
        actors.extract_revision.send(revision_id)
    actors.index_words.send()
    actors.index_meaning.send()
    actors.recognise_next.send()
    return len(waiting) + len(deleting)


def _worker(queue: str, threads: int) -> dramatiq.Worker:
    return dramatiq.Worker(broker, queues={queue}, worker_threads=threads, worker_timeout=POLL_MILLISECONDS)


def look_after() -> int:
    """Take up what lost its worker or its message, where other processes work too. Returns the number of documents.

    A lease that ended tells that its holder is dead. Messages are sent again only when none wait, so that a long
    queue does not grow by being looked at.
    """
    now = timezone.now()
    clear_ended()
    left = Document.objects.filter(deleted_at__lt=now - DELETING)
    deleting = list(left.values_list("pk", flat=True)[:LOOKED_AT])
    if deleting:
        indexing.remove(deleting)
    store().remove_unpacked(older_than=STALE_SECONDS)
    waiting: list[int] = []
    if not messages_waiting(actors.EXTRACT):
        idle = IndexingJob.objects.filter(free(now), stage=Stage.EXTRACT).order_by("id")
        waiting = list(idle.values_list("revision_id", flat=True)[:LOOKED_AT])
    for revision_id in waiting:
        actors.extract_revision.send(revision_id)
    for stage, actor in _LOOKED_AFTER:
        if IndexingJob.objects.filter(free(now), stage=stage).exists() and not messages_waiting(
            actor.queue_name
        ):
            actor.send()
    return len(waiting) + len(deleting)


class Workers:
    """The threads that index. Start them once the engines are open.

    indexing: otherwise only the model is made warm, for a process that answers and leaves the work to others.
    """

    def __init__(self, *, indexing: bool = True) -> None:
        self._ended = threading.Event()
        self._watching = threading.Thread(target=self._watch, name="look-after", daemon=True)
        self._workers = [
            _worker(actors.EXTRACT, settings.MOKUJI["index_workers"]),
            _worker(actors.WORDS, 1),
            _worker(actors.MEANING, 1),
            _worker(actors.RECOGNISE, 1),
        ]
        if not indexing:
            self._workers = []
        self._warming = threading.Thread(target=self._warm, name="warm-embedder", daemon=True)

    def start(self) -> None:
        """Start the threads, rebuild what an engine lost, and take up unfinished documents."""
        work.stopping.clear()
        if settings.MOKUJI["embedding"]:
            removal.postpone()
        self._warming.start()
        if not self._workers:
            return
        reopen_children()
        # What the process holds by now it keeps: the collector need not look through it for every document.
        gc.collect()
        gc.freeze()
        for worker in self._workers:
            worker.start()
        broker.emit_after("process_boot")
        if settings.SHARED:
            self._watching.start()
        elif count := recover():
            log.info("taking up %d unfinished documents", count)

    def are_alive(self) -> bool:
        """Whether every thread that should index still runs."""
        return all(thread.is_alive() for worker in self._workers for thread in worker.workers)

    def _warm(self) -> None:
        try:
            try:
                self._rebuild()
                warm = warm_embedder()
            finally:
                self._catch_up()
            if warm and self._workers:
                actors.index_meaning.send()
            self._rebuild(outdated=True)
            if settings.SHARED and not self._workers:
                self._follow()
        finally:
            close_old_connections()

    def _catch_up(self) -> None:
        try:
            removal.catch_up()
        except (EngineError, DatabaseError) as error:
            log.error("documents stay hidden until they can be removed: %s", error)

    def _rebuild(self, *, outdated: bool = False) -> None:
        """Fill what an engine lost, or build anew what is outdated. One process does, the others find it done."""
        if not self._workers:
            return
        try:
            with make_lock(REBUILDING):
                rebuild_if_needed(engines(), outdated=outdated)
        except EngineUnavailable as error:
            log.error("an index could not be looked at: %s", error)
        except Exception as error:  # the old indexes answer meanwhile
            log.exception("an index could not be built anew")
            rebuild_progress.fail(error)

    def _follow(self) -> None:
        """Wait for the worker that builds the index of another model, then answer with it too."""
        while engines().wanted_model and not self._ended.wait(FOLLOW_SECONDS):
            try:
                follow_model()
            except Exception:  # the former model answers meanwhile
                log.exception("the new model could not be taken yet")
            finally:
                close_old_connections()

    def _watch(self) -> None:
        while not self._ended.wait(WATCH_SECONDS):
            try:
                if count := look_after():
                    log.info("taking up %d documents that were left unfinished", count)
            except Exception:  # the database, the queue or an engine is away: the next look may find it back
                log.exception("could not look for unfinished documents")
            finally:
                close_old_connections()

    def stop(self) -> None:
        """Stop after the present step of each thread; what is unfinished is taken up at the next start."""
        work.stopping.set()
        self._ended.set()
        if not self._workers:
            return
        close_children(for_good=True)
        with ThreadPoolExecutor(len(self._workers)) as pool:
            list(pool.map(lambda worker: worker.stop(timeout=STOP_MILLISECONDS), self._workers))
