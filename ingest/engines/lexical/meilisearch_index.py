"""The lexical index of server mode, on Meilisearch. The only module that imports its client.

Every process may open it; nothing is asked of the server before the first call, so that a server that is down
keeps nobody from starting. Writes are tasks there: each is waited for, and one that failed is an error here.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Self

import meilisearch
from meilisearch.errors import (
    MeilisearchApiError,
    MeilisearchCommunicationError,
    MeilisearchError,
    MeilisearchTimeoutError,
)
from meilisearch.models.task import TaskInfo

from ingest.domain.errors import EngineError, EngineUnavailable
from ingest.domain.hits import Filter, LexicalEntry, LexicalHit
from ingest.domain.translated import TranslatedQuery
from ingest.engines.config import EngineConfig
from ingest.engines.lexical import meilisearch_query as queries
from ingest.engines.lexical.grouping import Grouping
from ingest.engines.lexical.meilisearch_rows import (
    RETURNED,
    SEARCHABLE,
    conditions,
    none_of,
    one_of,
    rows_of,
    settings,
)
from ingest.engines.lexical.query_plan import Plan, plan_query
from ingest.engines.lexical.text_analysis import QueryWord, parse_query, visible_words

NAME = "mokuji"
KEY = "id"
BESIDE = "_next"
"""Behind the name of an index that is being built."""

POLL_MILLISECONDS = 25
ROWS_AT_ONCE = 1_000
DOCUMENTS_AT_ONCE = 100
PAGE = 5_000
PASSAGES = 300
ROOM_FOR_TIES = 60
MOST_COUNTED = 60
"""Words of a query whose frequency is asked for; those behind them are taken for rare."""

_NO_SUCH_INDEX = "index_not_found"
_THERE_ALREADY = "index_already_exists"
_WRONG_KEY = (401, 403)
_SETS = ("filterableAttributes", "displayedAttributes")
_Answer = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long the server may take, and how much it is given at once: it takes 100 MB in one request."""

    search_seconds: int = 10
    write_seconds: int = 120
    task_seconds: float = 600
    characters_at_once: int = 20_000_000


class MeilisearchIndex:
    """A LexicalIndex on a server, shared by all processes."""

    def __init__(
        self, url: str, *, key: str = "", name: str = NAME, limits: Limits | None = None, passages: int = 1
    ) -> None:
        """Name the server and the index. passages: version of the rule that cuts passages."""
        self.needs_rebuild = False
        self._limits = limits or Limits()
        self._url, self._api_key = url, key or None
        self.uid = name
        self._passages, self._settings = passages, settings(passages=passages)
        self._ready = False
        self._preparing = threading.Lock()

    def replace(self, entries: Sequence[LexicalEntry]) -> None:
        """Replace all passages of each entry's document; findable when it returns.

        New rows take the places of old ones under the same keys; those left over go right after.
        """
        latest = {entry.facts.document_id: entry for entry in entries}
        if not latest:
            return
        with self._index(self._limits.write_seconds) as index:
            batches = _row_batches(latest.values(), self._limits.characters_at_once)
            tasks = [index.add_documents(rows, primary_key=KEY) for rows in batches]
            for some in _batches(list(latest.values())):
                stale = [
                    f'document = "{e.facts.document_id}" AND revision != "{e.facts.revision_id}"'
                    for e in some
                ]
                tasks.append(index.delete_documents(filter=[stale]))
            self._wait(index, tasks)

    def delete(self, document_ids: Sequence[int]) -> None:
        """Remove documents; unknown ids are no error. Gone when it returns."""
        if not document_ids:
            return
        with self._index(self._limits.write_seconds) as index:
            some = _batches(list(document_ids))
            self._wait(index, [index.delete_documents(filter=[one_of("document", ids)]) for ids in some])

    def search(self, query: str, *, only: Filter, limit: int) -> list[LexicalHit]:
        """Return the best documents, each once with its best passage; see LexicalIndex."""
        allowed = conditions(only)
        if allowed is None or limit < 1:
            return []
        parsed = parse_query(query)
        if not (parsed.words or parsed.phrases):
            return []
        seen = conditions(Filter(collections=only.counted)) or []
        counts, passages = self._counts(parsed.words, seen)
        plan = plan_query(parsed, lambda word: counts.get(word, 1), passages=passages)
        found = Grouping()
        for asks, lead, complete in _tiers(plan, counts, passages):
            known = set(found.document_ids)
            answers = self._ask(asks, [*allowed, *none_of("document", sorted(known))], limit)
            hits = queries.scored(asks, answers, lead=lead, complete=complete)
            found.add(hit for hit in hits if hit.document_id not in known)
            if len(found) >= limit:
                break
        return found.best(limit)

    def search_translated(self, query: TranslatedQuery, *, only: Filter, limit: int) -> list[LexicalHit]:
        """Return the best documents for a query in other words; see LexicalIndex."""
        allowed = conditions(only)
        shares = queries.asks_for_translated(query)
        if allowed is None or limit < 1 or not shares:
            return []
        seen = conditions(Filter(collections=only.counted)) or []
        asks = [queries.Ask("", 0.0, ""), *(replace(ask, weight=0.0) for ask in shares)]
        passages, *counts = (int(answer["estimatedTotalHits"]) for answer in self._ask(asks, seen, 1))
        asks = queries.weighed(shares, counts, passages=passages)
        found = Grouping()
        found.add(queries.scored(asks, self._ask(asks, allowed, limit), lead=0.0, complete=frozenset()))
        return found.best(limit)

    def suggest_words(self, text: str) -> list[str]:
        """Return the words (or pieces) of a query as a reader sees them, for marking hits in a snippet."""
        return visible_words(text)

    @property
    def outdated(self) -> bool:
        """Whether rows of other rules are held. Raises EngineUnavailable when the server cannot be asked."""
        with self._index(self._limits.search_seconds) as index:
            return not _same(_settled(index.get_settings()), _settled(self._settings))

    def start_anew(self) -> Self:
        """Return an empty index beside this one; see LexicalIndex."""
        name = f"{self.uid}{BESIDE}"
        built = type(self)(
            self._url, key=self._api_key or "", name=name, limits=self._limits, passages=self._passages
        )
        built.discard()
        return built

    def switch_to(self, built: MeilisearchIndex) -> None:
        """Swap names with what was built; see LexicalIndex."""
        with self._index(self._limits.write_seconds) as index, self._server(self._limits.write_seconds) as to:
            built._prepare(to)
            self._wait(index, [to.swap_indexes([{"indexes": [self.uid, built.uid]}])])
        built.discard()

    def discard(self) -> None:
        """Remove the index from the server."""
        with self._server(self._limits.write_seconds) as client:
            index = client.index(self.uid)
            self._wait(index, [index.delete()], tolerated=_NO_SUCH_INDEX)
        self._ready = False

    def revisions(self) -> dict[int, int]:
        """Return document id -> revision id of everything held, to compare with the database."""
        held: dict[int, int] = {}
        with self._index(self._limits.write_seconds) as index:
            while True:
                asked = _heads(offset=len(held), limit=PAGE)
                page = index.get_documents(asked).results
                held.update((row.document, row.revision) for row in page)
                if len(page) < PAGE:
                    return held

    def count(self) -> int:
        """Return the number of documents held."""
        with self._index(self._limits.search_seconds) as index:
            return int(index.get_documents(_heads(offset=0, limit=0)).total)

    def clear(self) -> None:
        """Forget everything."""
        with self._index(self._limits.write_seconds) as index:
            self._wait(index, [index.delete_all_documents()])

    def close(self) -> None:
        """Nothing is held open between calls."""

    def _counts(self, words: Sequence[QueryWord], seen: list[str]) -> tuple[dict[QueryWord, int], int]:
        """Return in how many passages words occur, and how many passages there are: of those that may be seen."""
        asked = [(word, term) for word in words[:MOST_COUNTED] for term in queries.spellings(word)]
        counts = dict.fromkeys(words[:MOST_COUNTED], 0)
        asks = [queries.Ask(term, 0.0, "") for term in ("", *(term for _, term in asked))]
        passages, *found = (int(answer["estimatedTotalHits"]) for answer in self._ask(asks, seen, 1))
        for (word, _), count in zip(asked, found, strict=True):
            counts[word] = max(counts[word], count)
        for word in counts:
            if word.start and counts[word]:
                counts[word] = 1  # an ideograph alone is never too common to decide
        return counts, passages

    def _ask(self, asks: Sequence[queries.Ask], allowed: list[str], limit: int) -> Sequence[_Answer]:
        """Send all queries in one request and return their answers in the same order."""
        if not asks:
            return []
        written = [self._query(ask, allowed, limit) for ask in asks]
        with self._server(self._limits.search_seconds) as client:
            self._prepare(client)
            answers: Sequence[_Answer] = client.multi_search(written)["results"]
            return answers

    def _query(self, ask: queries.Ask, allowed: list[str], limit: int) -> dict[str, object]:
        query: dict[str, object] = {
            "indexUid": self.uid,
            "q": ask.query,
            "limit": max(PASSAGES, limit + ROOM_FOR_TIES) if ask.weight else 1,
            "attributesToRetrieve": RETURNED,
            "matchingStrategy": "all",
            "showRankingScore": True,
            "locales": ["eng"],
        }
        if allowed:
            query["filter"] = allowed
        if ask.each_document:
            query |= {"distinct": "document", "limit": limit + ROOM_FOR_TIES}
        return query

    @contextmanager
    def _index(self, seconds: int) -> Iterator[meilisearch.index.Index]:
        with self._server(seconds) as client:
            self._prepare(client)
            yield client.index(self.uid)

    @contextmanager
    def _server(self, seconds: int) -> Iterator[meilisearch.Client]:
        """Give a client of its own to each use: the library's is not safe to share between threads."""
        try:
            yield meilisearch.Client(self._url, self._api_key, timeout=seconds)
        except MeilisearchError as error:
            raise self._explained(error) from error
        except (OSError, ValueError, KeyError) as error:
            raise EngineUnavailable(
                f"What answers at {self._url} is not Meilisearch ({error}). Check MOKUJI_MEILISEARCH_URL."
            ) from error

    def _explained(self, error: MeilisearchError) -> EngineError:
        if isinstance(error, MeilisearchCommunicationError):
            return EngineUnavailable(
                f"Meilisearch at {self._url} cannot be reached. Start it, or check MOKUJI_MEILISEARCH_URL."
            )
        if isinstance(error, MeilisearchTimeoutError):
            return EngineUnavailable(
                f"Meilisearch at {self._url} takes too long. Try again when it is less busy."
            )
        if isinstance(error, MeilisearchApiError) and error.status_code in _WRONG_KEY:
            return EngineUnavailable(
                f"Meilisearch at {self._url} refuses the key ({error.message}). "
                "Set MOKUJI_MEILISEARCH_KEY to one that may search, write and create indexes."
            )
        if isinstance(error, MeilisearchApiError) and error.code == _NO_SUCH_INDEX:
            self._ready = False
            return EngineUnavailable(
                f"The keyword index {self.uid} is gone from Meilisearch. Run `mokuji rebuild`."
            )
        if isinstance(error, MeilisearchApiError) and error.status_code >= 500:
            return EngineUnavailable(f"Meilisearch at {self._url} failed ({error.message}). See its log.")
        return EngineError(f"Meilisearch did not accept a request ({error.message}). Run `mokuji doctor`.")

    def _prepare(self, client: meilisearch.Client) -> None:
        """Make the index and its settings, once for each process."""
        if self._ready:
            return
        with self._preparing:
            if self._ready:
                return
            index = client.index(self.uid)
            try:
                held = index.get_settings()
            except MeilisearchApiError as error:
                if error.code != _NO_SUCH_INDEX:
                    raise
                made = client.create_index(self.uid, {"primaryKey": KEY})
                self._wait(index, [made], tolerated=_THERE_ALREADY)
                held = {}
            same = _same(_settled(held), _settled(self._settings))
            if not same and not (held and index.get_stats().number_of_documents):
                self._wait(index, [index.update_settings(self._settings)])
            self._ready = True

    def _wait(
        self, index: meilisearch.index.Index, tasks: Sequence[TaskInfo], *, tolerated: str = ""
    ) -> None:
        """Return when all tasks are done. Raises EngineError for one that failed or was canceled."""
        for info in tasks:
            task = index.wait_for_task(
                info.task_uid, int(self._limits.task_seconds * 1_000), POLL_MILLISECONDS
            )
            error = task.error or {}
            if task.status != "succeeded" and not (tolerated and error.get("code") == tolerated):
                raise EngineError(
                    f"Meilisearch could not do task {info.task_uid}, {info.type}: "
                    f"{error.get('message') or task.status}. See its log, then index the document again."
                )


def open_index(config: EngineConfig) -> MeilisearchIndex:
    """Open the index of a configuration."""
    if not config.lexical_url:
        raise EngineUnavailable("Where Meilisearch is, is not known. Set MOKUJI_MEILISEARCH_URL.")
    return MeilisearchIndex(config.lexical_url, key=config.lexical_key, passages=config.passages)


def _tiers(
    plan: Plan, counts: Mapping[QueryWord, int], passages: int
) -> Iterator[tuple[list[queries.Ask], float, frozenset[str]]]:
    """Yield what finds documents with all words, then with any, at last without the quoted phrases."""
    needed = frozenset(queries.word_key(number) for number in range(len(plan.needed)))
    if plan.needed or plan.phrases:
        yield queries.asks_for_all(plan), 2 * queries.LEAD, frozenset()
        yield (
            queries.asks_for_any(plan, counts, passages=passages, with_phrases=True),
            queries.LEAD,
            needed,
        )
        if plan.phrases and not plan.only_phrases:
            yield (
                queries.asks_for_any(plan, counts, passages=passages, with_phrases=False),
                0.0,
                frozenset(),
            )


def _heads(*, offset: int, limit: int) -> dict[str, object]:
    return {"filter": 'head = "1"', "fields": ["document", "revision"], "offset": offset, "limit": limit}


def _row_batches(entries: Iterable[LexicalEntry], most_characters: int) -> Iterator[list[dict[str, object]]]:
    """Yield rows in batches that the server takes in one request."""
    batch: list[dict[str, object]] = []
    characters = 0
    for entry in entries:
        for row in rows_of(entry):
            batch.append(row)
            characters += sum(len(str(row[name])) for name in SEARCHABLE)
            if len(batch) >= ROWS_AT_ONCE or characters >= most_characters:
                yield batch
                batch, characters = [], 0
    if batch:
        yield batch


def _batches(items: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(items), DOCUMENTS_AT_ONCE):
        yield items[start : start + DOCUMENTS_AT_ONCE]


def _same(held: object, wanted: object) -> bool:
    """Whether the server has a setting. It may name parts that were not asked for, and keeps sets in any order."""
    if isinstance(wanted, dict) and isinstance(held, dict):
        return bool(wanted or not held) and all(_same(held.get(name), part) for name, part in wanted.items())
    return held == wanted


def _settled(settings: Mapping[str, Any]) -> dict[str, Any]:
    return dict(settings) | {
        name: sorted(map(str, settings[name])) for name in _SETS if isinstance(settings.get(name), list)
    }
