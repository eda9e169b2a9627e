"""What the workers do, each a function that may run again after a crash at any point."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from django.db import transaction
from django.utils import timezone

from ingest.domain.errors import Cancelled, Crashed, EngineUnavailable, ExtractionError, PasswordNeeded
from ingest.domain.progress import DocumentState, Progress
from ingest.pipeline import index_document
from webapp.bridge.containers import PartKeeper, workplace
from webapp.bridge.engines import engines
from webapp.bridge.extraction import prepare_in_child
from webapp.bridge.recognition import end_follow_up, for_recognition, wait_instead
from webapp.bridge.store import DatabaseStore
from webapp.jobs.claims import (
    MAX_ATTEMPTS,
    claim,
    claim_batch,
    free,
    give_back,
    give_back_batch,
    prolong,
    renew,
)
from webapp.jobs.messages import document_changed
from webapp.jobs.models import READING, IndexingJob, Stage
from webapp.jobs.outage import AWAY, when_it_answers
from webapp.library.errors import Unavailable
from webapp.library.models import Document, Revision
from webapp.observability import metrics, tracing

log = logging.getLogger(__name__)

WORDS_BATCH = 64
WORDS_BATCH_LINES = 200_000
MEANING_BATCH = 32
PROGRESS_SECONDS = 0.5
RENEW_SECONDS = 20.0
"""A file that says nothing of its progress is being read all the same: its lease is prolonged so often."""

stopping = threading.Event()
"""Set while the process shuts down."""

_NO_FAULT_OF_A_DOCUMENT = (EngineUnavailable, *AWAY)

NOT_INDEXED = "The index could not take it. Run `mokuji doctor`, then reindex this document."


def extract(revision_id: int, *, start: Callable[[int], object] = lambda revision_id: None) -> bool:
    """Read one file. Returns whether a revision is ready to be indexed by its words.

    start: called for each revision that a container's parts became, to have it read soon.
    """
    job = claim(revision_id, Stage.EXTRACT)
    if job is None:
        return False
    document_id = job.revision.document_id
    started = time.monotonic()
    try:
        if job.attempt > MAX_ATTEMPTS:
            fail(revision_id, Crashed())
            return False
        Document.objects.filter(pk=document_id).update(state=DocumentState.EXTRACTING.value)
        document_changed(document_id)
        read(job, start=start)
    except ExtractionError as error:
        if (
            stopping.is_set()
        ):  # the child was killed with the server: the document is taken up at the next start
            give_back(revision_id)
        elif not wait_instead(job, error):
            _keep_seconds([revision_id], "extract", time.monotonic() - started)
            fail(revision_id, _explained(error, password_given=bool(job.password)))
        return False
    except (
        Unavailable
    ) as error:  # the file store is away, which is no document's fault: it waits to be looked after
        log.warning("revision %d waits: %s", revision_id, error)
        give_back(revision_id)
        return False
    except AWAY as error:
        log.warning("revision %d was broken off: %s", revision_id, error)
        when_it_answers(lambda: give_back(revision_id), stopping=stopping)
        raise
    note_seconds([revision_id], "extract", time.monotonic() - started)
    return True


def read(job: IndexingJob, *, start: Callable[[int], object]) -> None:
    """Read the file of a claimed job in a child, and keep what it says. Raises ExtractionError."""
    revision, recognise = job.revision, job.recognise
    watch = _Watch(revision.pk, revision.document_id)
    with workplace(revision) as place:
        keeper = PartKeeper(revision, place.folder, watch.progress, watch.cancelled, start)
        index_document.extract(
            revision.pk,
            store=DatabaseStore(),
            prepare=lambda source: prepare_in_child(
                replace(source, unpack_to=place.folder, nesting=place.nesting, recognise=recognise),
                progress=watch.progress,
                cancelled=watch.cancelled,
                allowed=for_recognition(place.limits) if recognise else place.limits,
            ),
            keep_parts=keeper.keep,
        )


def _explained(error: ExtractionError, *, password_given: bool) -> ExtractionError:
    if password_given and isinstance(error, PasswordNeeded) and str(error) == PasswordNeeded.default:
        return PasswordNeeded("Wrong password. Enter the right one to read this file.")
    return error


class _Watch:
    """Progress into the database and cancel requests out of it, both at a bounded rate."""

    def __init__(self, revision_id: int, document_id: int) -> None:
        self.revision_id, self.document_id = revision_id, document_id
        self._told = 0.0
        self._asked = self._renewed = time.monotonic()

    def progress(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._told < PROGRESS_SECONDS:
            return
        self._told = now
        renew(self.revision_id, done=progress.done, total=progress.total, unit=progress.unit)
        document_changed(self.document_id)

    def cancelled(self) -> bool:
        now = time.monotonic()
        if now - self._asked < PROGRESS_SECONDS:
            return False
        self._asked = now
        if now - self._renewed >= RENEW_SECONDS:
            self._renewed = now
            prolong(self.revision_id)
        return not IndexingJob.objects.filter(
            revision_id=self.revision_id,
            stage__in=READING,
            cancel_requested=False,
            revision__document__deleted_at=None,
        ).exists()


def fail(revision_id: int, error: ExtractionError) -> None:
    """End a job with a reason. A document that has an earlier published revision keeps it readable."""
    if end_follow_up(revision_id, error):
        return
    cancelled = isinstance(error, Cancelled)
    with transaction.atomic():
        ended = IndexingJob.objects.filter(revision_id=revision_id, stage__in=[*READING, Stage.INDEX]).update(
            stage=Stage.CANCELLED if cancelled else Stage.FAILED,
            lease_until=None,
            password="",
            error_code=error.code,
            error=str(error),
        )
        revision = Revision.objects.filter(pk=revision_id).first()
        if not ended or revision is None:
            return
        if Revision.objects.filter(document_id=revision.document_id, number__gt=revision.number).exists():
            return
        Document.objects.filter(pk=revision.document_id).update(
            state=DocumentState.FAILED.value, failure_code=error.code, failure_message=str(error)
        )
    if not cancelled:
        metrics.failed(error.code)
    document_changed(revision.document_id)


def note_seconds(revision_ids: Sequence[int], stage: str, seconds: float) -> None:
    """Keep how long a stage took, shared out evenly over a batch."""
    metrics.indexed(stage, len(revision_ids), seconds)
    tracing.stage_ended(stage, revision_ids, seconds)
    _keep_seconds(revision_ids, stage, seconds)


def _keep_seconds(revision_ids: Sequence[int], stage: str, seconds: float) -> None:
    each = round(seconds / max(1, len(revision_ids)), 3)
    for job in IndexingJob.objects.filter(revision_id__in=revision_ids):
        job.timings[stage] = each
        IndexingJob.objects.filter(pk=job.pk).update(timings=job.timings)


def _waiting(stage: Stage, most: int) -> list[int]:
    rows = (
        IndexingJob.objects.filter(stage=stage, revision__document__deleted_at=None)
        .filter(free(timezone.now()))
        .order_by("id")
        .values_list("revision_id", "revision__line_count")[:most]
    )
    taken: list[int] = []
    lines = 0
    for revision_id, line_count in rows:
        if taken and lines + line_count > WORDS_BATCH_LINES:
            break
        taken.append(revision_id)
        lines += line_count
    return taken


def index_waiting_words() -> int:
    """Make all extracted revisions findable by their words, in batches of one commit. Returns how many."""
    store = DatabaseStore()

    def batch(revision_ids: Sequence[int]) -> None:
        with engines().write_lock:
            index_document.index_words(revision_ids, store=store, lexical=engines().lexical)

    return _drain(Stage.INDEX, WORDS_BATCH, batch, "index")


def index_waiting_meaning(*, tell: Callable[[int], None] = lambda done: None) -> int:
    """Embed all revisions that are findable by their words. Returns how many; 0 while there is no model."""
    current = engines()
    if current.embedder is None or current.vectors is None:
        return 0
    store = DatabaseStore()

    def batch(revision_ids: Sequence[int]) -> None:
        while True:
            embedder = engines().embedder
            if embedder is None:
                raise EngineUnavailable("The embedding model is gone. Start Mokuji again.")
            index_document.embed_missing(revision_ids, store=store, embedder=embedder)
            with current.write_lock:
                vectors = engines().vectors
                if vectors is None or engines().embedder is not embedder:
                    continue  # another model took over meanwhile: its vectors are wanted
                index_document.index_meaning(
                    revision_ids, store=store, fingerprint=embedder.fingerprint, vectors=vectors
                )
                return

    return _drain(Stage.EMBED, MEANING_BATCH, batch, "embed", tell=tell)


def _drain(
    stage: Stage,
    most: int,
    batch: Callable[[Sequence[int]], None],
    name: str,
    *,
    tell: Callable[[int], None] = lambda done: None,
) -> int:
    """Run batches until nothing waits. A batch that fails is tried one by one, so that one bad document
    holds up no other; what fails alone is given up."""
    total = 0
    while waiting := _waiting(stage, most):
        mine, until = claim_batch(waiting, stage)
        if not mine:
            continue
        started = time.monotonic()
        try:
            _run(mine, stage, batch)
        except EngineUnavailable:  # it is no document's fault: all of them wait until the engine is back
            metrics.engine_failed("keyword" if stage is Stage.INDEX else "semantic")
            give_back_batch(mine, until)
            raise
        except AWAY:
            when_it_answers(partial(give_back_batch, mine, until), stopping=stopping)
            raise
        IndexingJob.objects.filter(revision_id__in=mine, stage=stage, lease_until=until).update(
            stage=Stage.CANCELLED, lease_until=None, error="A newer revision came."
        )
        note_seconds(mine, name, time.monotonic() - started)
        total += len(mine)
        tell(total)
    return total


def _run(revision_ids: Sequence[int], stage: Stage, batch: Callable[[Sequence[int]], None]) -> None:
    try:
        batch(revision_ids)
    except _NO_FAULT_OF_A_DOCUMENT:
        raise
    except Exception:  # isolate the document that caused it
        log.exception("a batch of %d in stage %s failed; trying one by one", len(revision_ids), stage)
        _one_by_one(revision_ids, stage, batch)


def _one_by_one(revision_ids: Sequence[int], stage: Stage, batch: Callable[[Sequence[int]], None]) -> None:
    for revision_id in revision_ids:
        try:
            batch([revision_id])
        except _NO_FAULT_OF_A_DOCUMENT:
            raise
        except Exception:
            log.exception("revision %d failed in stage %s", revision_id, stage)
            if stage is Stage.INDEX:
                fail(revision_id, ExtractionError(NOT_INDEXED))
            IndexingJob.objects.filter(revision_id=revision_id, stage=stage).update(
                stage=Stage.FAILED, lease_until=None, error=NOT_INDEXED
            )
