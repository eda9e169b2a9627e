"""Making the indexes again from the database alone, beside those that answer meanwhile.

A new index is filled while the old one is searched and written to; what came, changed or went since is brought
after, the last of it while nobody writes; then one step puts the new one in the old one's place. A build that
fails, dies or scores too low is thrown away.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from django.conf import settings
from django.db import close_old_connections

from ingest.embed.protocol import Embedder
from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.open import open_vectors
from ingest.engines.vector.protocol import VectorIndex
from webapp.bridge import engines as holder
from webapp.bridge import rebuild_progress as progress
from webapp.bridge.engines import OpenEngines, engines
from webapp.bridge.index_filling import Filling, meaning_writer, words_writer
from webapp.bridge.locks import REBUILDING, make_lock
from webapp.bridge.rebuild_progress import RebuildProgress
from webapp.jobs.models import LiveModel
from webapp.library.errors import Conflict
from webapp.library.models import Document, DocumentVector

log = logging.getLogger(__name__)

Tell = Callable[[int, int], None]
Accept = Callable[[OpenEngines, OpenEngines], str]
"""Judges what was built: given the engines that answer now and those with the new index. Returns a report;
raises Conflict when the new one must not take over."""


class Declined(Exception):
    """Nobody wants what was built: it was made to be looked at. The message is the report."""


Index = TypeVar("Index", LexicalIndex, VectorIndex)
AGAIN = 1.25
"""How many more documents, as a share of those at the last try, make it worth trying again."""


def _silent(done: int, total: int) -> None:
    """Tell nobody."""


def anything(live: OpenEngines, built: OpenEngines) -> str:
    """Accept what was built as it is."""
    return ""


def start_rebuild(accept: Accept = anything) -> RebuildProgress:
    """Begin to rebuild both indexes in a thread, unless a rebuild is running; return its progress."""
    with progress.starting:
        if not progress.standing().running:
            progress.begin("words")
            _in_a_thread(lambda: rebuild(engines(), accept=accept))
    return progress.standing()


def _in_a_thread(build: Callable[[], None]) -> None:
    """Build while nobody else does, in any process. What stops it is told with the progress."""

    def run() -> None:
        try:
            with make_lock(REBUILDING):
                build()
        except Exception as error:
            log.exception("the rebuild stopped")
            progress.fail(error)
        finally:
            close_old_connections()

    threading.Thread(target=run, name="rebuild", daemon=True).start()


def rebuild(opened: OpenEngines, *, accept: Accept = anything, tell: Tell = _silent) -> None:
    """Rebuild both indexes, and with another model when the settings name one. Raises as the parts do."""
    with progress.stage("words", tell) as told:
        rebuild_words(opened, tell=told, accept=accept)
    if not settings.MOKUJI["embedding"]:
        return
    with progress.stage("meaning", tell) as told:
        if opened.wanted_model:
            change_model(opened, tell=told, accept=accept)
        else:
            rebuild_meaning(opened, tell=told, accept=accept)


def rebuild_words(opened: OpenEngines, *, tell: Tell = _silent, accept: Accept = anything) -> int:
    """Build the lexical index anew from the kept text. Returns the number of documents.

    Raises Conflict when accept refuses it, EngineError when it cannot be built: the old one then stays.
    """

    def write(index: LexicalIndex) -> Filling:
        return Filling(index, words_writer(index), opened.write_lock, tell)

    return _renew(opened.lexical, write, lambda built: accept(opened, replace(opened, lexical=built)))


def rebuild_meaning(opened: OpenEngines, *, tell: Tell = _silent, accept: Accept = anything) -> int:
    """Build the vector index anew from the kept vectors; what has none is embedded. Returns the number of documents.

    Does nothing without a model. Raises as rebuild_words does.
    """
    embedder, vectors = opened.embedder, opened.vectors
    if embedder is None or vectors is None:
        return 0

    def write(index: VectorIndex) -> Filling:
        return Filling(index, meaning_writer(index, embedder), opened.write_lock, tell)

    def judge(built: VectorIndex) -> str:
        built.settle()
        return accept(opened, replace(opened, vectors=built))

    return _renew(vectors, write, judge)


def _renew(live: Index, filling: Callable[[Index], Filling], judge: Callable[[Index], str]) -> int:
    """Fill a new index and switch to it. One that is empty is filled as it is: there is nothing to lose."""
    if live.count() == 0 and not live.outdated:
        return filling(live).run(in_use=True)
    built = live.start_anew()
    try:
        fill = filling(built)
        count = fill.run()
        progress.report(judge(built))
        fill.finish(lambda: live.switch_to(built))
    except Declined as declined:
        progress.report(str(declined))
        _throw_away(built)
    except BaseException:
        _throw_away(built)
        raise
    return count


def change_model(
    opened: OpenEngines,
    *,
    tell: Tell = _silent,
    accept: Accept = anything,
    opener: Callable[[str], Embedder] = holder.open_model,
) -> int:
    """Fill an index of the model that the settings name, then let it answer in place of the present one.

    A build that was cut short goes on where it was. Raises as rebuild_words does, and EmbeddingError.
    """
    embedder = opener(opened.wanted_model)
    vectors = open_vectors(
        holder.engine_config(dimension=embedder.dimension, fingerprint=embedder.fingerprint)
    )
    try:
        fill = Filling(vectors, meaning_writer(vectors, embedder), opened.write_lock, tell)
        count = fill.run()
        vectors.settle()
        built = replace(opened, embedder=embedder, vectors=vectors, wanted_model="")
        progress.report(accept(opened, built))
        fill.finish(lambda: _take_over(embedder, vectors, name=opened.wanted_model))
    except Declined as declined:
        progress.report(str(declined))
        vectors.close()
        return count
    except Conflict:
        _throw_away(vectors)
        raise
    except BaseException:
        vectors.close()
        raise
    _retire(opened, embedder)
    return count


def _take_over(embedder: Embedder, vectors: VectorIndex, *, name: str) -> None:
    LiveModel.objects.update_or_create(pk=1, defaults={"name": name, "fingerprint": embedder.fingerprint})
    holder.put_meaning(embedder, vectors)


def _retire(former: OpenEngines, embedder: Embedder) -> None:
    """Remove what is kept of the former model, once the searches that began with it are over."""
    threading.Event().wait(
        settings.MOKUJI["search_timeout_ms"] / 1000 + holder.FOLLOW_SECONDS * settings.SHARED
    )
    if former.vectors is not None:
        former.vectors.discard()
    DocumentVector.objects.exclude(fingerprint=embedder.fingerprint).delete()


def _throw_away(built: LexicalIndex | VectorIndex) -> None:
    try:
        built.discard()
    except Exception:  # the reason why it is thrown away matters more; the next build removes it
        log.exception("an unfinished index could not be removed")


def rebuild_if_needed(opened: OpenEngines, *, outdated: bool = False) -> None:
    """Fill an index that was found missing or broken while documents exist.

    outdated: also build anew, beside it, what older rules made or another model is to answer for.
    """
    if not Document.objects.filter(deleted_at=None).exclude(revision=None).exists():
        return
    lexical = opened.lexical
    if lexical.needs_rebuild or lexical.count() == 0 or (outdated and lexical.outdated):
        with progress.stage("words", _silent) as told:
            rebuild_words(opened, tell=told)
    if not settings.MOKUJI["embedding"]:
        return
    if opened.vectors is not None and (opened.vectors.needs_rebuild or opened.vectors.count() == 0):
        with progress.stage("meaning", _silent) as told:
            rebuild_meaning(opened, tell=told)
    if outdated and opened.wanted_model and opened.embedder is not None:
        with progress.stage("meaning", _silent) as told:
            change_model(opened, tell=told, accept=holder.gate())


class _Settling:
    """What became of the last try to make the vector index quick again, so that a vain one is not repeated."""

    tried_at = 0
    """Documents held then."""


def start_settling() -> bool:
    """Begin to build the vector index anew in a thread when it has become slow to search. Returns whether it did.

    Not while another rebuild runs, nor again before there are a quarter more documents.
    """
    vectors = engines().vectors
    if vectors is None or not vectors.crowded:
        return False
    held = vectors.count()
    with progress.starting:
        if progress.standing().running or held < AGAIN * _Settling.tried_at:
            return False
        _Settling.tried_at = held
        progress.begin("meaning")
        _in_a_thread(_settle)
    return True


def _settle() -> None:
    with progress.stage("meaning", _silent) as told:
        rebuild_meaning(engines(), tell=told)


words_rebuilt = progress.words_rebuilt
