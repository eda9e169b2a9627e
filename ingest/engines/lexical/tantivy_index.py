"""The embedded lexical index, on tantivy. The only module that imports it.

One tantivy document is one passage. Nothing is stored but numbers: document, revision and lines are read from
fast fields. Tokenizers are registered at every open. The delete key is raw text: a number deletes nothing.
Queries are built from terms; the engine's own query language never sees what a person typed.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import tantivy
from tantivy import Occur, Query

from ingest.domain.errors import EngineBusy, EngineError, EngineUnavailable
from ingest.domain.hits import Filter, LexicalEntry, LexicalHit
from ingest.domain.translated import TranslatedQuery
from ingest.engines import index_folder
from ingest.engines.config import EngineConfig
from ingest.engines.filter_terms import filter_terms
from ingest.engines.lexical.grouping import MOST_FURTHER_PASSAGES, FoundPassage, Grouping
from ingest.engines.lexical.passage_rows import passage_rows, unpack_lines
from ingest.engines.lexical.query_plan import plan_query
from ingest.engines.lexical.query_tiers import WEIGHTS, Tier, TierWriter
from ingest.engines.lexical.rarity import Census, OfCollections, OfEverything, Rarity
from ingest.engines.lexical.text_analysis import ANALYSIS_VERSION, parse_query, visible_words
from ingest.engines.lexical.translated_words import any_translated

SCHEMA_VERSION = 2
STAMP: dict[str, str | int] = {"engine": "tantivy", "schema": SCHEMA_VERSION}
"""What an index must say of itself to be opened at all."""

ONE_OF_EACH = 0
SECOND_ROUND = 1_200
ROUNDS = (600, SECOND_ROUND, ONE_OF_EACH, 1_800, 3_000)
"""How many passages are asked for in each round, as long as they belong to too few documents."""

EXACT_DOCUMENTS = 15
"""So many documents are ranked by their best passage; further ones may be by their first."""

SCORE_DIGITS = 4
MOST_COLLECTIONS = 60_000
"""The engine counts for no more of them at once."""

WRITER_MEMORY = 64_000_000
LONGEST_TOKEN = 60

_Clauses = list[tuple[Occur, Query]]


class TantivyIndex:
    """A LexicalIndex in a folder, owned by one process."""

    def __init__(self, folder: Path, *, passages: int = 1, built_in: Path | None = None) -> None:
        """Open the index, or start an empty one.

        passages: version of the rule that cuts passages. built_in: the folder of an index that is built beside.
        needs_rebuild tells that what lay there was damaged or cannot be read any more, and is gone; outdated
        that older rules made it. Raises EngineBusy when another process owns the folder, EngineUnavailable
        when it cannot be used.
        """
        self.needs_rebuild = self.outdated = False
        self._place, self._passages = folder, passages
        self._folder = built_in or index_folder.current(folder)
        self._words = _Words()
        self._now: _Now
        self._index: tantivy.Index
        self._writer: tantivy.IndexWriter
        self._writing = threading.Lock()
        self._closed = False
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._open()
            if built_in is None:
                index_folder.remove_leftovers(folder)
        except OSError as error:
            raise EngineUnavailable(
                f"The keyword index in {folder} cannot be opened ({error}). Check the folder's permissions."
            ) from error

    def replace(self, entries: Sequence[LexicalEntry]) -> None:
        """Replace all passages of each entry's document in one visible step; durable when it returns."""
        if not entries:
            return
        with self._change() as writer:
            for entry in entries:
                writer.delete_documents_by_term("key", str(entry.facts.document_id))
                for row in passage_rows(entry):
                    writer.add_document(tantivy.Document.from_dict(row, self._words.schema))

    def delete(self, document_ids: Sequence[int]) -> None:
        """Remove documents; unknown ids are no error. Durable when it returns."""
        if not document_ids:
            return
        with self._change() as writer:
            for document_id in document_ids:
                writer.delete_documents_by_term("key", str(document_id))

    def search(self, query: str, *, only: Filter, limit: int) -> list[LexicalHit]:
        """Return the best documents, each once with its best passage; see LexicalIndex."""
        restrictions = self._words.restrictions(only)
        if restrictions is None or limit < 1:
            return []
        now = self._now
        searcher, rarity = now.searcher, now.rarity(only)
        asking = TierWriter(_Asking(self._words, rarity))
        plan = plan_query(parse_query(query), asking.frequency, passages=rarity.passages)
        if plan.finds_nothing:
            return []
        found = Grouping()
        for tier in asking.tiers(plan):
            self._collect(found, tier, searcher, restrictions, limit)
            if len(found) >= limit:
                break
        return found.best(limit)

    def search_translated(self, query: TranslatedQuery, *, only: Filter, limit: int) -> list[LexicalHit]:
        """Return the best documents for a query in other words; see LexicalIndex."""
        restrictions = self._words.restrictions(only)
        if restrictions is None or limit < 1:
            return []
        now = self._now
        rarity = now.rarity(only)
        words = any_translated(query, _Asking(self._words, rarity), passages=rarity.passages)
        found = Grouping()
        if words:
            self._collect(found, Tier(0.0, helpful=words), now.searcher, restrictions, limit)
        return found.best(limit)

    def suggest_words(self, text: str) -> list[str]:
        """Return the words (or pieces) of a query as a reader sees them, for marking hits in a snippet."""
        return visible_words(text)

    def start_anew(self) -> Self:
        """Return an empty index in a folder beside this one; see LexicalIndex."""
        index_folder.remove_leftovers(self._place)
        folder = index_folder.beside(self._place)
        return type(self)(self._place, passages=self._passages, built_in=folder)

    def switch_to(self, built: TantivyIndex) -> None:
        """Let this index be what was built; see LexicalIndex."""
        with built._writing, self._writing:
            if self._closed or built._closed:
                raise EngineUnavailable("The keyword index is closed. Start Mokuji again.")
            index_folder.switch(self._place, built._folder)
            former = self._writer
            self._index, self._writer, self._folder = built._index, built._writer, built._folder
            self.needs_rebuild = self.outdated = False
            self._now = built._now
            built._closed = True
        former.wait_merging_threads()
        index_folder.remove_leftovers(self._place)

    def discard(self) -> None:
        """Remove this index from the disk."""
        self.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def revisions(self) -> dict[int, int]:
        """Return document id -> revision id of everything held, to compare with the database."""
        searcher = self._index.searcher()
        if not searcher.num_docs:
            return {}
        hits = searcher.search(self._words.heads(), searcher.num_docs, count=False).hits
        places = [place for _, place in hits]
        documents = searcher.fast_field_values("document", places)
        return dict(zip(documents, searcher.fast_field_values("revision", places), strict=True))

    def count(self) -> int:
        """Return the number of documents held."""
        return int(self._index.searcher().search(self._words.heads(), 1).count)

    def clear(self) -> None:
        """Forget everything."""
        with self._change() as writer:
            writer.delete_all_documents()

    def close(self) -> None:
        """Release files and locks. Waits for merges; closing twice is no error."""
        with self._writing:
            if not self._closed:
                self._closed = True
                self._writer.wait_merging_threads()

    @contextmanager
    def _change(self) -> Iterator[tantivy.IndexWriter]:
        """Make a change visible and durable as a whole, or not at all."""
        with self._writing:
            if self._closed:
                raise EngineUnavailable("The keyword index is closed. Start Mokuji again.")
            try:
                yield self._writer
                self._writer.commit()
            except BaseException as error:
                self._writer.rollback()
                if not isinstance(error, ValueError | OSError):
                    raise
                raise EngineError(
                    f"The keyword index could not be written ({error}). "
                    "Check that the disk has room, then index the document again."
                ) from error
            self._see()

    def _open(self) -> None:
        if index_folder.has_contents(self._folder):
            if self._opens_what_is_there():
                return
            self.needs_rebuild = True
            index_folder.empty(self._folder)
        self._start()
        index_folder.write_stamp(self._folder, STAMP | self._rules)

    def _opens_what_is_there(self) -> bool:
        stamp = index_folder.read_stamp(self._folder)
        if STAMP.items() - stamp.items():
            _raise_if_owned(self._folder)
            return False
        try:
            self._start()
            self.revisions()
        except ValueError:
            index_folder.set_aside(self._folder)
            return False
        self.outdated = {"passages": 1} | stamp != STAMP | self._rules
        return True

    @property
    def _rules(self) -> dict[str, str | int]:
        return {"analysis": ANALYSIS_VERSION, "passages": self._passages}

    def _start(self) -> None:
        self._index = tantivy.Index(self._words.schema, path=str(self._folder))
        for name, analyzer in self._words.analyzers.items():
            self._index.register_tokenizer(name, analyzer)
        self._writer = _writer(self._index, self._folder)
        self._see()

    def _see(self) -> None:
        """Let searches see what was committed."""
        self._index.reload()
        self._now = _Now(self._words, self._index.searcher())

    def _collect(
        self,
        found: Grouping,
        tier: Tier[Query],
        searcher: tantivy.Searcher,
        restrictions: _Clauses,
        limit: int,
    ) -> None:
        """Add the best documents of a tier to those found, until there are enough or no more.

        Many passages may belong to few documents: the search is repeated without those, and once for the
        first passage of each document, which carries the title too.
        """
        for size in ROUNDS:
            if size == SECOND_ROUND and len(found) >= EXACT_DOCUMENTS:
                continue
            conditions = restrictions + self._words.without(found.document_ids)
            if size == ONE_OF_EACH:
                conditions = [*conditions, (Occur.Must, self._words.heads())]
            wanted = size or limit - len(found)
            hits = searcher.search(_combined(tier, conditions), wanted, count=False).hits
            found.add(_read(searcher, hits, tier.lead))
            if len(found) >= limit or (size and len(hits) < size):
                break


class _Words:
    """The schema, its tokenizers, and filters in the engine's words."""

    def __init__(self) -> None:
        self.schema = _schema()
        self.analyzers = {
            "words": _analyzer(tantivy.Tokenizer.simple(), tantivy.Filter.stemmer("english")),
            "tokens": _analyzer(tantivy.Tokenizer.whitespace()),
        }

    def heads(self) -> Query:
        """Match exactly one passage of each document, without a score."""
        return Query.const_score_query(Query.term_query(self.schema, "head", 1), 0.0)

    def without(self, document_ids: list[int]) -> _Clauses:
        """Leave documents out."""
        if not document_ids:
            return []
        return [(Occur.MustNot, Query.term_set_query(self.schema, "document", document_ids))]

    def restrictions(self, only: Filter) -> _Clauses | None:
        """Return a filter as clauses without a score, or None where it matches nothing."""
        terms = filter_terms(only)
        if terms.match_nothing:
            return None
        allowed: dict[str, list[int] | list[str] | None] = {
            "collection": terms.collections,
            "document": terms.documents,
            "file_type": terms.file_types,
            "language": terms.languages,
            "tag": terms.tags,
        }
        queries = [self._one_of(field, values) for field, values in allowed.items() if values is not None]
        if terms.modified_after is not None or terms.modified_before is not None:
            period = (terms.modified_after, terms.modified_before)
            queries.append(Query.range_query(self.schema, "modified", tantivy.FieldType.Integer, *period))
        return [(Occur.Must, Query.const_score_query(query, 0.0)) for query in queries]

    def _one_of(self, field: str, values: list[int] | list[str]) -> Query:
        if len(values) == 1:
            return Query.term_query(self.schema, field, values[0])
        return Query.term_set_query(self.schema, field, values)


class _Asking:
    """A Dialect over one state of the index and what a reader sees of it."""

    def __init__(self, words: _Words, rarity: Rarity) -> None:
        self._schema, self._analyzers, self._rarity = words.schema, words.analyzers, rarity

    def analyze(self, text: str) -> list[str]:
        """Return the tokens of running text."""
        tokens: list[str] = self._analyzers["words"].analyze(text)
        return tokens

    def analyze_whole(self, text: str) -> list[str]:
        """Return the tokens of text that is not split further."""
        tokens: list[str] = self._analyzers["tokens"].analyze(text)
        return tokens

    def passages_with(self, field: str, token: str) -> int:
        """Return how many passages that may be seen have a token."""
        return self._rarity.passages_with(field, token)

    def term(self, field: str, token: str, weight: float) -> Query:
        """Find a token."""
        query = Query.term_query(self._schema, field, token, "freq")
        return Query.boost_query(query, weight * self._rarity.correction(field, [token]))

    def phrase(self, field: str, tokens: list[str], weight: float) -> Query:
        """Find several tokens side by side."""
        query = Query.phrase_query(self._schema, field, tokens)
        return Query.boost_query(query, weight * self._rarity.correction(field, tokens))

    def begins(self, field: str, start: str, score: float) -> Query:
        """Find tokens of one letter more at most."""
        return Query.const_score_query(Query.regex_query(self._schema, field, f"{start}.?"), score)

    def any_of(self, queries: Sequence[Query]) -> Query:
        """Find what one of these finds."""
        return Query.boolean_query([(Occur.Should, query) for query in queries])

    def all_of(self, queries: Sequence[Query]) -> Query:
        """Find what all of these find."""
        return Query.boolean_query([(Occur.Must, query) for query in queries])

    def best_of(self, queries: Sequence[Query]) -> Query:
        """Find what one of these finds, worth what the best of them is worth."""
        return Query.disjunction_max_query(list(queries), 0.0)


class _Now:
    """One state of the index, and what was counted in it."""

    def __init__(self, words: _Words, searcher: tantivy.Searcher) -> None:
        self._words, self.searcher = words, searcher
        self._census = Census(self._spread, searcher.doc_freq)
        self._counted: int | None = None

    def rarity(self, only: Filter) -> Rarity:
        """Return how rare words are to who may see no more: over these collections, or over all if those are all."""
        everything = OfEverything(self.searcher.doc_freq, self.searcher.num_docs)
        if only.counted is None or not everything.passages:
            return everything
        counted = self._counted = self._counted or self._passages_that_weigh()
        seen = OfCollections(self._census, only.counted, counted=counted)
        return everything if seen.passages == everything.passages == counted else seen

    def _passages_that_weigh(self) -> int:
        """Return over how many passages the engine counts rarity: deleted ones too, until they are merged away."""
        heads = Query.term_query(self._words.schema, "head", 1)
        ((_, place),) = self.searcher.search(heads, 1, count=False).hits
        told = json.loads(heads.explain(self.searcher, place).to_json())
        return next(int(part["value"]) for part in _parts(told) if part["description"].startswith("N, "))

    def _spread(self, of: tuple[str, str] | None) -> Mapping[int, int]:
        """Return how many passages of each collection have a token in a field, or how many there are."""
        query = Query.term_query(self._words.schema, *of, "basic") if of else Query.all_query()
        asked = {"spread": {"terms": {"field": "collection", "size": MOST_COLLECTIONS}}}
        buckets = self.searcher.aggregate(query, asked)["spread"]["buckets"]
        return {int(bucket["key"]): int(bucket["doc_count"]) for bucket in buckets}


def _parts(told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an explanation of a score and all that it is made of."""
    yield told
    for part in told.get("details") or ():
        yield from _parts(part)


def _combined(tier: Tier[Query], conditions: _Clauses) -> Query:
    """Combine a tier with conditions. Without any, a flat list stays flat: the engine's short cuts need that."""
    clauses = [(Occur.Must, query) for query in tier.needed]
    clauses += [(Occur.Should, query) for query in tier.helpful]
    demands = [(Occur.Must, query) for query in tier.demands]
    if not (conditions or demands):
        return Query.boolean_query(clauses)
    core: _Clauses = [(Occur.Must, Query.boolean_query(clauses))] if clauses else []
    return Query.boolean_query(core + demands + conditions)


def open_index(config: EngineConfig) -> TantivyIndex:
    """Open the index of a configuration."""
    return TantivyIndex(config.folder / "lexical", passages=config.passages)


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for field, _ in WEIGHTS:
        builder.add_text_field(field, tokenizer_name="words")
    builder.add_text_field("wholes", tokenizer_name="tokens", index_option="freq")
    builder.add_text_field("parts", tokenizer_name="words")
    for field in ("key", "file_type", "language", "tag"):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    for field in ("document", "collection", "head"):
        builder.add_unsigned_field(field, indexed=True, fast=True)
    for field in ("revision", "lines"):
        builder.add_unsigned_field(field, fast=True)
    builder.add_integer_field("modified", indexed=True, fast=True)
    return builder.build()


def _analyzer(tokenizer: tantivy.Tokenizer, *filters: tantivy.Filter) -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tokenizer)
    always = (
        tantivy.Filter.remove_long(LONGEST_TOKEN),
        tantivy.Filter.lowercase(),
        tantivy.Filter.ascii_fold(),
    )
    for each in (*always, *filters):
        builder = builder.filter(each)
    return builder.build()


def _read(
    searcher: tantivy.Searcher, hits: list[tuple[float, object]], lead: float
) -> Iterator[FoundPassage]:
    """Yield hits with their numbers; of each document only as many passages as an answer can name."""
    documents = searcher.fast_field_values("document", [place for _, place in hits])
    taken: Counter[int] = Counter()
    chosen: list[tuple[int, float]] = []
    places: list[object] = []
    for (score, place), document_id in zip(hits, documents, strict=True):
        if taken[document_id] <= MOST_FURTHER_PASSAGES:
            taken[document_id] += 1
            chosen.append((document_id, round(score + lead, SCORE_DIGITS)))
            places.append(place)
    lines = searcher.fast_field_values("lines", places)
    revisions = searcher.fast_field_values("revision", places)
    for (document_id, score), packed, revision_id in zip(chosen, lines, revisions, strict=True):
        yield FoundPassage(document_id, revision_id, *unpack_lines(packed), score)


def _writer(index: tantivy.Index, folder: Path) -> tantivy.IndexWriter:
    try:
        return index.writer(WRITER_MEMORY, 1)
    except ValueError as error:
        if "LockBusy" not in str(error):
            raise
        raise EngineBusy(
            f"Another process has the keyword index in {folder} open. Stop it, or send the request to it."
        ) from error


def _raise_if_owned(folder: Path) -> None:
    """Raise EngineBusy when a process has the index open, whatever version it has."""
    try:
        index = tantivy.Index.open(str(folder))
    except ValueError:
        return
    _writer(index, folder).wait_merging_threads()
