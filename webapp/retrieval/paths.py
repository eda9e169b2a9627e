"""The two paths of a search, walked at the same time, each allowed to fail or be late without the other."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field, replace
from typing import TypeVar

from django.conf import settings

from ingest.domain.hits import Filter, LexicalHit, VectorHit
from ingest.domain.translated import TranslatedQuery
from webapp.bridge.engines import OpenEngines, engines
from webapp.bridge.rebuild import words_rebuilt
from webapp.bridge.status import semantic_progress
from webapp.library.access import Reader
from webapp.library.errors import Unavailable
from webapp.observability import metrics
from webapp.retrieval.answers import SearchMode

OVER_FETCH = 60
"""Documents that each path looks for: some may be gone, and those further down still lend their passages."""

NEAR_ENOUGH = 0.4
"""Share of the best document's similarity that others need. Beyond it, ranks among the vectors mean little; with more,
a document in the query's own language shuts out those in others (a page's translations among the first ten: .63 to
.88 at .7, .78 to .93 at .4, with the page itself first as often)."""

SURE_ENOUGH = 0.5
"""Share of the best translated document's score that others in its language need: some translations are guesses."""

READY_ENOUGH = 0.5
"""Share of documents with a vector from which the semantic path joins: below it, those few would crowd out."""

ENGINES = {"keyword search": "keyword", "finding passages": "keyword", "semantic search": "semantic"}
"""Which engine a path asks, for the numbers."""

_WORKERS = 16

log = logging.getLogger(__name__)

_pool = ThreadPoolExecutor(max_workers=_WORKERS, thread_name_prefix="search")

H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment at which a search answers with what it has, on the monotonic clock."""

    at: float

    @classmethod
    def from_settings(cls) -> Deadline:
        """Return the deadline of a search that begins now."""
        return cls(time.monotonic() + settings.MOKUJI["search_timeout_ms"] / 1000)

    @property
    def left(self) -> float:
        """Seconds that are left; never negative."""
        return max(0.0, self.at - time.monotonic())


@dataclass(frozen=True, slots=True)
class Found:
    """What both paths found, and the mode to state. A path that did not run has None."""

    keyword: list[LexicalHit] | None
    semantic: list[VectorHit] | None
    mode: SearchMode
    words: tuple[str, ...] = field(default=())


def walk(reader: Reader, query: str, only: Filter, *, deadline: Deadline) -> Found:
    """Search by keyword and by meaning at once. Raises Unavailable when neither path answers."""
    opened = engines()
    ready, remark = _semantic_readiness(reader, opened)
    by_words = _pool.submit(opened.lexical.search, query, only=only, limit=OVER_FETCH)
    by_meaning = _pool.submit(_nearest, opened, query, only) if not remark else None
    keyword, trouble = _result(by_words, deadline, "keyword search")
    semantic: list[VectorHit] | None = None
    if by_meaning is not None:
        semantic, remark = _result(by_meaning, deadline, "semantic search")
    if keyword is None and semantic is None:
        raise Unavailable("Search did not answer. Try again in a moment; `mokuji doctor` finds the cause.")
    if not (remark or trouble) and ready is not None and ready < 1:
        remark = _percent(ready)
    rebuilt = words_rebuilt()
    if rebuilt is not None:
        trouble = trouble or f"keyword index {int(rebuilt * 100)}% rebuilt"
    mode = SearchMode(
        keyword=keyword is not None,
        semantic=semantic is not None,
        remark="; ".join(part for part in (trouble, remark) if part),
        semantic_ready=ready,
    )
    return Found(keyword, semantic, mode, tuple(opened.lexical.suggest_words(query)))


def best_passages(
    query: str, document_ids: tuple[int, ...], *, only: Filter, deadline: Deadline
) -> dict[int, LexicalHit]:
    """Return the best passage by keyword in each of these documents, as far as there is one in time.

    only: what the search may see; which passage is the best must depend on nothing else.
    """
    if not document_ids:
        return {}
    inside = replace(only, documents=document_ids)
    search = _pool.submit(engines().lexical.search, query, only=inside, limit=len(document_ids))
    hits, _ = _result(search, deadline, "finding passages")
    return {hit.document_id: hit for hit in hits or ()}


def best_translated(
    asked: Mapping[str, tuple[TranslatedQuery, tuple[int, ...]]], *, only: Filter, deadline: Deadline
) -> dict[int, LexicalHit]:
    """Return the best passage in each of these documents, which are asked for in the words of their languages.

    only: what the search may see, as for best_passages.
    """
    searches = [
        (query, replace(only, documents=document_ids), len(document_ids))
        for query, document_ids in asked.values()
    ]
    return {hit.document_id: hit for hits in _translated(searches, deadline) for hit in hits}


def found_translated(
    asked: Mapping[str, TranslatedQuery], *, only: Filter, limit: int, deadline: Deadline
) -> list[list[LexicalHit]]:
    """Return for each language the best documents in it that have the words of the query in that language."""
    searches = [(query, replace(only, languages=(language,)), limit) for language, query in asked.items()]
    return [
        [hit for hit in hits if hit.score >= SURE_ENOUGH * hits[0].score]
        for hits in _translated(searches, deadline)
        if hits
    ]


def _translated(
    searches: Sequence[tuple[TranslatedQuery, Filter, int]], deadline: Deadline
) -> list[list[LexicalHit]]:
    """Return what each of these searches, side by side, finds in time: a query, what it may see, and how many."""
    search = engines().lexical.search_translated
    started = [_pool.submit(search, query, only=only, limit=limit) for query, only, limit in searches]
    return [_result(each, deadline, "finding passages")[0] or [] for each in started]


def _nearest(opened: OpenEngines, query: str, only: Filter) -> list[VectorHit]:
    if opened.embedder is None or opened.vectors is None:
        return []
    vector = opened.embedder.embed_query(query)
    floor = opened.floor_for(query)
    hits = opened.vectors.search(vector, only=only, limit=OVER_FETCH, floor=floor)
    return [hit for hit in hits if hit.score >= NEAR_ENOUGH * hits[0].score]


def _semantic_readiness(reader: Reader, opened: OpenEngines) -> tuple[float | None, str]:
    """Return how far vectors are made, and why the semantic path cannot be taken now, or an empty text."""
    ready = semantic_progress(reader)
    if ready is None:
        return None, "semantic search is off"
    if opened.embedder_error:
        return ready, "semantic search is unavailable"
    if ready < READY_ENOUGH:
        return ready, _percent(ready)
    if opened.embedder is None or opened.vectors is None:
        return ready, "semantic search is starting"
    return ready, ""


def _percent(ready: float) -> str:
    return f"semantic index {int(ready * 100)}% ready"


def _result(future: Future[list[H]], deadline: Deadline, name: str) -> tuple[list[H] | None, str]:
    """Return what a path found, or why it found nothing."""
    try:
        return future.result(deadline.left), ""
    except Late:
        future.cancel()
        metrics.engine_failed(ENGINES[name])
        log.warning("%s was late", name)
        return None, f"{name} took too long"
    except Exception:  # a path that breaks must not take the other with it
        metrics.engine_failed(ENGINES[name])
        log.exception("%s failed", name)
        return None, f"{name} failed"
