"""The in-process workers of the embedded profile: started with the server, stopped with it."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor

import dramatiq
from django.conf import settings
from django.db import close_old_connections

from webapp.bridge import actors, indexing, work
from webapp.bridge.broker import broker
from webapp.bridge.engines import engines, warm_embedder
from webapp.bridge.extraction import close_children, reopen_children
from webapp.bridge.rebuild import rebuild_if_needed
from webapp.jobs.claims import release_all
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.file_store import store
from webapp.library.models import Document

log = logging.getLogger(__name__)

STOP_MILLISECONDS = 8_000
POLL_MILLISECONDS = 200


def recover() -> int:
    """Take up everything that a former process left unfinished. Returns the number of documents."""
    deleting = list(Document.objects.exclude(deleted_at=None).values_list("pk", flat=True))
    if deleting:
        indexing.remove(deleting)
    release_all()
    store().remove_unpacked()
    waiting = list(
        IndexingJob.objects.filter(stage=Stage.EXTRACT).order_by("id").values_list("revision_id", flat=True)
    )
    for revision_id in waiting:
        actors.extract_revision.send(revision_id)
    actors.index_words.send()
    actors.index_meaning.send()
    return len(waiting) + len(deleting)


def _worker(queue: str, threads: int) -> dramatiq.Worker:
    return dramatiq.Worker(broker, queues={queue}, worker_threads=threads, worker_timeout=POLL_MILLISECONDS)


class Workers:
    """The threads that index. Start them once the engines are open."""

    def __init__(self) -> None:
        self._workers = [
            _worker(actors.EXTRACT, settings.MOKUJI["index_workers"]),
            _worker(actors.WORDS, 1),
            _worker(actors.MEANING, 1),
        ]
        self._warming = threading.Thread(target=self._warm, name="warm-embedder", daemon=True)

    def start(self) -> None:
        """Start the threads, rebuild what an engine lost, and take up unfinished documents."""
        work.stopping.clear()
        reopen_children()
        for worker in self._workers:
            worker.start()
        broker.emit_after("process_boot")
        if count := recover():
            log.info("taking up %d unfinished documents", count)
        self._warming.start()

    def _warm(self) -> None:
        try:
            rebuild_if_needed(engines())
            if warm_embedder():
                rebuild_if_needed(engines())
                actors.index_meaning.send()
        finally:
            close_old_connections()

    def stop(self) -> None:
        """Stop after the present step of each thread; what is unfinished is taken up at the next start."""
        work.stopping.set()
        close_children(for_good=True)
        with ThreadPoolExecutor(len(self._workers)) as pool:
            list(pool.map(lambda worker: worker.stop(timeout=STOP_MILLISECONDS), self._workers))
