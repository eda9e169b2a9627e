"""The embedded lexical index, on tantivy. The only module that imports it.

One tantivy document is one passage. Nothing is stored but numbers: document, revision and lines are read from
fast fields. Tokenizers are registered at every open. The delete key is raw text: a number deletes nothing.
Queries are built from terms; the engine's own query language never sees what a person typed.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tantivy
from tantivy import Occur, Query

from ingest.domain.errors import EngineBusy, EngineError, EngineUnavailable
from ingest.domain.hits import Filter, LexicalEntry, LexicalHit
from ingest.engines import index_folder
from ingest.engines.config import EngineConfig
from ingest.engines.filter_terms import filter_terms
from ingest.engines.lexical.grouping import MOST_FURTHER_PASSAGES, Grouping
from ingest.engines.lexical.misspelling import may_be_misspelt, neighbours
from ingest.engines.lexical.passage_rows import passage_rows, unpack_lines
from ingest.engines.lexical.query_plan import Plan, plan_query
from ingest.engines.lexical.text_analysis import ANALYSIS_VERSION, QueryWord, parse_query, visible_words

SCHEMA_VERSION = 2
STAMP: dict[str, str | int] = {"engine": "tantivy", "schema": SCHEMA_VERSION, "analysis": ANALYSIS_VERSION}

WEIGHTS = (("title", 3.0), ("names", 2.0), ("body", 1.0))
"""names holds the headings above the passage and the file name."""

PIECE_WEIGHT = 1.0
"""For an ideographic or katakana word that stands between other scripts."""

JOINED_WEIGHT = 0.5
PARTS_WEIGHT = 0.5
NEAR_WEIGHT = 0.5
START_SCORE = 0.5
MISSPELT_WEIGHT = 0.25
MOST_SPELLINGS = 3
LEAD = 1_000.0
"""Added to the scores of a better tier: a document with all words comes before any with some."""

ONE_OF_EACH = 0
SECOND_ROUND = 1_200
ROUNDS = (600, SECOND_ROUND, ONE_OF_EACH, 1_800, 3_000)
"""How many passages are asked for in each round, as long as they belong to too few documents."""

EXACT_DOCUMENTS = 15
"""So many documents are ranked by their best passage; further ones may be by their first."""

SCORE_DIGITS = 4
WRITER_MEMORY = 64_000_000
LONGEST_TOKEN = 60

_Clauses = list[tuple[Occur, Query]]
_Meant = Mapping[QueryWord, list[str]]
"""For a word that hardly any passage has: the tokens that were likelier meant."""


class TantivyIndex:
    """A LexicalIndex in a folder, owned by one process."""

    def __init__(self, folder: Path) -> None:
        """Open the index, or start an empty one.

        needs_rebuild tells that what lay there was damaged or of another version, and is gone. Raises
        EngineBusy when another process owns the folder, EngineUnavailable when it cannot be used.
        """
        self.needs_rebuild = False
        self._folder = folder
        self._schema = _schema()
        self._build = _QueryBuilder(self._schema)
        self._writing = threading.Lock()
        self._closed = False
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._open()
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
                    writer.add_document(tantivy.Document.from_dict(row, self._schema))

    def delete(self, document_ids: Sequence[int]) -> None:
        """Remove documents; unknown ids are no error. Durable when it returns."""
        if not document_ids:
            return
        with self._change() as writer:
            for document_id in document_ids:
                writer.delete_documents_by_term("key", str(document_id))

    def search(self, query: str, *, only: Filter, limit: int) -> list[LexicalHit]:
        """Return the best documents, each once with its best passage; see LexicalIndex."""
        restrictions = self._build.restrictions(only)
        if restrictions is None or limit < 1:
            return []
        searcher = self._index.searcher()
        plan = plan_query(
            parse_query(query),
            lambda word: self._build.frequency(searcher, word),
            passages=searcher.num_docs,
        )
        if plan.finds_nothing:
            return []
        found = Grouping()
        for tier in self._build.tiers(plan, searcher):
            self._collect(found, tier, searcher, restrictions, limit)
            if len(found) >= limit:
                break
        return found.best(limit)

    def suggest_words(self, text: str) -> list[str]:
        """Return the words (or pieces) of a query as a reader sees them, for marking hits in a snippet."""
        return visible_words(text)

    def revisions(self) -> dict[int, int]:
        """Return document id -> revision id of everything held, to compare with the database."""
        searcher = self._index.searcher()
        if not searcher.num_docs:
            return {}
        hits = searcher.search(self._build.heads(), searcher.num_docs, count=False).hits
        places = [place for _, place in hits]
        documents = searcher.fast_field_values("document", places)
        return dict(zip(documents, searcher.fast_field_values("revision", places), strict=True))

    def count(self) -> int:
        """Return the number of documents held."""
        return int(self._index.searcher().search(self._build.heads(), 1).count)

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
            self._index.reload()

    def _open(self) -> None:
        if index_folder.has_contents(self._folder):
            if self._opens_what_is_there():
                return
            self.needs_rebuild = True
            index_folder.empty(self._folder)
        self._start()
        index_folder.write_stamp(self._folder, STAMP)

    def _opens_what_is_there(self) -> bool:
        if not index_folder.stamp_matches(self._folder, STAMP):
            _raise_if_owned(self._folder)
            return False
        try:
            self._start()
            self.revisions()
        except ValueError:
            index_folder.set_aside(self._folder)
            return False
        return True

    def _start(self) -> None:
        self._index = tantivy.Index(self._schema, path=str(self._folder))
        for name, analyzer in self._build.analyzers.items():
            self._index.register_tokenizer(name, analyzer)
        self._writer = _writer(self._index, self._folder)
        self._index.reload()

    def _collect(
        self,
        found: Grouping,
        tier: _Tier,
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
            conditions = restrictions + self._build.without(found.document_ids)
            if size == ONE_OF_EACH:
                conditions = [*conditions, (Occur.Must, self._build.heads())]
            wanted = size or limit - len(found)
            hits = searcher.search(tier.query(conditions), wanted, count=False).hits
            found.add(_read(searcher, hits, tier.lead))
            if len(found) >= limit or (size and len(hits) < size):
                break


@dataclass(frozen=True, slots=True)
class _Tier:
    """What a passage must match to belong to a tier. demands: without a score. lead is added to the score."""

    clauses: _Clauses
    demands: _Clauses
    lead: float

    def query(self, conditions: _Clauses) -> Query:
        """Combine with conditions. Without any, a flat list stays flat: the engine's short cuts need that."""
        if not (conditions or self.demands):
            return Query.boolean_query(self.clauses)
        core: _Clauses = [(Occur.Must, Query.boolean_query(self.clauses))] if self.clauses else []
        return Query.boolean_query(core + self.demands + conditions)


class _QueryBuilder:
    """Writes plans and filters down as tantivy queries."""

    def __init__(self, schema: tantivy.Schema) -> None:
        self._schema = schema
        self._words = _analyzer(tantivy.Tokenizer.simple(), tantivy.Filter.stemmer("english"))
        self._tokens = _analyzer(tantivy.Tokenizer.whitespace())
        self.analyzers = {"words": self._words, "tokens": self._tokens}

    def heads(self) -> Query:
        """Match exactly one passage of each document, without a score."""
        return Query.const_score_query(Query.term_query(self._schema, "head", 1), 0.0)

    def without(self, document_ids: list[int]) -> _Clauses:
        """Leave documents out."""
        if not document_ids:
            return []
        return [(Occur.MustNot, Query.term_set_query(self._schema, "document", document_ids))]

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
            queries.append(Query.range_query(self._schema, "modified", tantivy.FieldType.Integer, *period))
        return [(Occur.Must, Query.const_score_query(query, 0.0)) for query in queries]

    def _one_of(self, field: str, values: list[int] | list[str]) -> Query:
        if len(values) == 1:
            return Query.term_query(self._schema, field, values[0])
        return Query.term_set_query(self._schema, field, values)

    def frequency(self, searcher: tantivy.Searcher, word: QueryWord) -> int:
        """Return in about how many passages a word occurs."""
        if word.start:
            return 1
        tokens = self._words.analyze(word.running)
        in_text = min((searcher.doc_freq("body", token) for token in tokens), default=0)
        if in_text:
            return in_text
        elsewhere = [("title", token) for token in tokens] + [("names", token) for token in tokens]
        elsewhere += [("parts", token) for token in tokens[:1]]
        elsewhere += [("wholes", whole) for whole in self._tokens.analyze(word.whole)[:1]]
        return max((searcher.doc_freq(field, token) for field, token in elsewhere), default=0)

    def tiers(self, plan: Plan, searcher: tantivy.Searcher) -> Iterator[_Tier]:
        """Yield what finds documents with all words, then with any, at last without the quoted phrases."""
        meant = {word: self._likelier(word, searcher) for word in plan.rare}
        demands: _Clauses = [
            (Occur.Must, _any(self._adjacent(self._words.analyze(phrase)))) for phrase in plan.phrases
        ]
        helps = [query for word in plan.helpful for query in self._word(word, {})]
        for running in plan.near:
            helps += self._adjacent(self._words.analyze(running), (("body", NEAR_WEIGHT),))
        groups = [
            _any(self._together(word) if word in plan.frequent else self._word(word, meant))
            for word in plan.needed
        ]
        if all(word.parts or meant.get(word) for word in plan.absent):
            yield _Tier(_all_of(groups) + _some_of(helps), demands, 2 * LEAD)
        loose = [query for word in plan.needed for query in self._loose(word, meant)]
        if len(groups) > 1 or any(word.running.count(" ") or word.parts for word in plan.needed):
            yield _Tier(_some_of(loose + helps), demands, LEAD)
        if demands and not plan.only_phrases:
            yield _Tier(_some_of(loose + helps), [], 0.0)

    def _word(self, word: QueryWord, meant: _Meant) -> list[Query]:
        """Return the queries of which one must match for the word to be there."""
        if word.start:
            return self._begins(word)
        tokens = self._words.analyze(word.running)
        queries = self._adjacent(tokens) + self._whole(word)
        if len(tokens) == 1 and word.running.isascii():
            queries.append(self._term("parts", tokens[0], PARTS_WEIGHT))
        queries += [query for token in meant.get(word, ()) for query in self._meant(token)]
        return queries + self._other_spellings(word, tokens)

    def _together(self, word: QueryWord) -> list[Query]:
        """Return the queries for a frequent word, the pairs of a run in one field instead of side by side."""
        tokens = self._words.analyze(word.running)
        if len(tokens) < 2 or word.running.isascii():
            return self._word(word, {})
        fields = ([self._term(field, token, weight) for token in tokens] for field, weight in WEIGHTS)
        return [Query.boolean_query(_all_of(terms)) for terms in fields] + self._whole(word)

    def _loose(self, word: QueryWord, meant: _Meant) -> list[Query]:
        """Return what makes a word worth something when only a part of it is there.

        The tokens of a word of several count one by one; side by side they count a little more.
        """
        tokens = self._words.analyze(word.running)
        if word.start or len(tokens) < 2:
            return self._word(word, meant)
        apart = [self._term(field, token, weight) for token in tokens for field, weight in WEIGHTS]
        together = self._adjacent(tokens, (("body", NEAR_WEIGHT),)) if word.running.isascii() else []
        return apart + together + self._whole(word)

    def _whole(self, word: QueryWord) -> list[Query]:
        weight = JOINED_WEIGHT if word.whole.isascii() else PIECE_WEIGHT
        return self._adjacent(self._tokens.analyze(word.whole)[:1], (("wholes", weight),))

    def _other_spellings(self, word: QueryWord, tokens: list[str]) -> list[Query]:
        """Return what finds `read_file` by `readFile` and the other way round."""
        if not word.parts:
            return []
        parts = self._words.analyze(word.parts)
        queries = self._adjacent(parts, (("parts", PARTS_WEIGHT),))
        if len(tokens) == 1:
            return queries + self._adjacent(parts, (("body", 1.0),))
        return queries + self._adjacent(self._words.analyze(word.whole))

    def _begins(self, word: QueryWord) -> list[Query]:
        pattern = f"{word.running}.?"
        queries = self._whole(word)
        for field, weight in WEIGHTS:
            begins = Query.regex_query(self._schema, field, pattern)
            queries.append(Query.const_score_query(begins, START_SCORE * weight))
        return queries

    def _likelier(self, word: QueryWord, searcher: tantivy.Searcher) -> list[str]:
        """Return the commonest tokens that are one letter away from a rare word."""
        tokens = self._words.analyze(word.running)
        if len(tokens) != 1 or not may_be_misspelt(tokens[0]):
            return []
        counts = {token: searcher.doc_freq("body", token) for token in neighbours(tokens[0])}
        common = sorted((-count, token) for token, count in counts.items() if count)
        return [token for _, token in common[:MOST_SPELLINGS]]

    def _meant(self, token: str) -> list[Query]:
        return [self._term(field, token, MISSPELT_WEIGHT * weight) for field, weight in WEIGHTS]

    def _adjacent(self, tokens: list[str], fields: tuple[tuple[str, float], ...] = WEIGHTS) -> list[Query]:
        """Return the queries for tokens side by side, one for each field; for a single token, the token."""
        if len(tokens) == 1:
            return [self._term(field, tokens[0], weight) for field, weight in fields]
        if not tokens:
            return []
        return [
            Query.boost_query(Query.phrase_query(self._schema, field, tokens), weight)
            for field, weight in fields
        ]

    def _term(self, field: str, token: str, weight: float) -> Query:
        return Query.boost_query(Query.term_query(self._schema, field, token, "freq"), weight)


def open_index(config: EngineConfig) -> TantivyIndex:
    """Open the index of a configuration."""
    return TantivyIndex(config.folder / "lexical")


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


def _all_of(queries: list[Query]) -> _Clauses:
    return [(Occur.Must, query) for query in queries]


def _some_of(queries: list[Query]) -> _Clauses:
    return [(Occur.Should, query) for query in queries]


def _any(queries: list[Query]) -> Query:
    return Query.boolean_query(_some_of(queries))


def _read(searcher: tantivy.Searcher, hits: list[tuple[float, object]], lead: float) -> Iterator[LexicalHit]:
    """Yield hits with their numbers; of each document only as many passages as an answer can name."""
    documents = searcher.fast_field_values("document", [place for _, place in hits])
    taken: Counter[int] = Counter()
    chosen: list[tuple[int, float, object]] = []
    for (score, place), document_id in zip(hits, documents, strict=True):
        if taken[document_id] <= MOST_FURTHER_PASSAGES:
            taken[document_id] += 1
            chosen.append((document_id, round(score + lead, SCORE_DIGITS), place))
    places = [place for *_, place in chosen]
    lines = map(unpack_lines, searcher.fast_field_values("lines", places))
    revisions = searcher.fast_field_values("revision", places)
    for (document_id, score, _), (first, last), revision_id in zip(chosen, lines, revisions, strict=True):
        yield LexicalHit(document_id, revision_id, first, last, score)


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
