"""The embedded lexical index, on tantivy. The only module that imports it.

One tantivy document is one passage; title, headings and file name are repeated on each, so that words spread
over them and the text still meet. Nothing is stored but numbers: document, revision and lines are read from
fast fields. Tokenizers are registered at every open; the delete key is raw text, since a number deletes nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import tantivy
from tantivy import Occur, Query

from ingest.domain.errors import EngineBusy, EngineUnavailable
from ingest.domain.hits import Facts, Filter, LexicalEntry, LexicalHit
from ingest.domain.passage import Passage
from ingest.engines import index_folder
from ingest.engines.lexical.query_plan import Plan, plan_query
from ingest.engines.lexical.text_analysis import (
    ANALYSIS_VERSION,
    QueryWord,
    analyse,
    parse_query,
    visible_words,
)

SCHEMA_VERSION = 1
STAMP: dict[str, str | int] = {"engine": "tantivy", "schema": SCHEMA_VERSION, "analysis": ANALYSIS_VERSION}

WEIGHTS = (("title", 3.0), ("names", 2.0), ("body", 1.0))
"""names holds the headings above the passage and the file name."""

WHOLE_WEIGHT = 1.0
PARTS_WEIGHT = 0.5
NEAR_WEIGHT = 1.0
START_SCORE = 0.5
MISSPELT_SCORE = 0.5
ALL_WORDS_LEAD = 1_000.0
"""Added to the score of a document with all words: no document with some words reaches it."""

PASSAGES_AT_ONCE = 300
MOST_PASSAGES_AT_ONCE = 3_000
MOST_ROUNDS = 6
MOST_FURTHER_PASSAGES = 9
WRITER_MEMORY = 64_000_000
SHORTEST_MISSPELT = 5
LONGEST_TOKEN = 60

_Clauses = list[tuple[Occur, Query]]


class TantivyIndex:
    """A LexicalIndex in a folder, owned by one process."""

    def __init__(self, folder: Path) -> None:
        """Open the index, or start an empty one.

        needs_rebuild tells that what lay there was damaged or of another version and that nothing of it is
        left. Raises EngineBusy when another process owns the folder, EngineUnavailable when it cannot be used.
        """
        self.needs_rebuild = False
        self._folder = folder
        self._schema = _schema()
        self._words = _analyzer(tantivy.Tokenizer.simple(), tantivy.Filter.stemmer("english"))
        self._tokens = _analyzer(tantivy.Tokenizer.whitespace())
        self._writing = threading.Lock()
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
        with self._writing:
            try:
                for entry in entries:
                    self._writer.delete_documents_by_term("key", str(entry.facts.document_id))
                    for row in _rows(entry):
                        self._writer.add_document(tantivy.Document.from_dict(row, self._schema))
                self._writer.commit()
            except BaseException:
                self._writer.rollback()
                raise
            self._index.reload()

    def delete(self, document_ids: Sequence[int]) -> None:
        """Remove documents; unknown ids are no error. Durable when it returns."""
        if not document_ids:
            return
        with self._writing:
            for document_id in document_ids:
                self._writer.delete_documents_by_term("key", str(document_id))
            self._writer.commit()
            self._index.reload()

    def search(self, query: str, *, only: Filter, limit: int) -> list[LexicalHit]:
        """Return the best documents, each once with its best passage; see LexicalIndex."""
        restrictions = _restrictions(only, self._schema)
        if restrictions is None or limit < 1:
            return []
        searcher = self._index.searcher()
        plan = plan_query(
            parse_query(query),
            lambda word: self._frequency(searcher, word),
            passages=searcher.num_docs,
        )
        if plan.finds_nothing:
            return []
        found: dict[int, LexicalHit] = {}
        further: dict[int, list[LexicalHit]] = {}
        restrictions += [(Occur.Must, self._phrase_anywhere(phrase)) for phrase in plan.phrases]
        for clauses, lead in self._tiers(plan):
            self._collect(searcher, clauses, restrictions, (found, further, limit, lead))
            if len(found) >= limit:
                break
        best = sorted(found.values(), key=lambda hit: (-hit.score, hit.document_id))[:limit]
        return [_with_further(hit, further.get(hit.document_id, ())) for hit in best]

    def suggest_words(self, text: str) -> list[str]:
        """Return the words (or pieces) of a query as a reader sees them, for marking hits in a snippet."""
        return visible_words(text)

    def revisions(self) -> dict[int, int]:
        """Return document id -> revision id of everything held, to compare with the database."""
        searcher = self._index.searcher()
        if not searcher.num_docs:
            return {}
        hits = searcher.search(self._heads(), searcher.num_docs, count=False).hits
        places = [place for _, place in hits]
        documents = searcher.fast_field_values("document", places)
        return dict(zip(documents, searcher.fast_field_values("revision", places), strict=True))

    def count(self) -> int:
        """Return the number of documents held."""
        return int(self._index.searcher().search(self._heads(), 1).count)

    def clear(self) -> None:
        """Forget everything."""
        with self._writing:
            self._writer.delete_all_documents()
            self._writer.commit()
            self._index.reload()

    def close(self) -> None:
        """Release files and locks. Waits for merges; closing twice is no error."""
        with self._writing:
            if not self._closed:
                self._closed = True
                self._writer.wait_merging_threads()

    # Opening

    def _open(self) -> None:
        self._closed = False
        if index_folder.has_contents(self._folder):
            if index_folder.stamp_matches(self._folder, STAMP):
                try:
                    self._start()
                    self.revisions()
                    return
                except ValueError as error:
                    _raise_if_busy(error, self._folder)
                    index_folder.set_aside(self._folder)
            else:
                _free_of_owners(self._folder)
            self.needs_rebuild = True
            index_folder.empty(self._folder)
        self._start()
        index_folder.write_stamp(self._folder, STAMP)

    def _start(self) -> None:
        self._index = tantivy.Index(self._schema, path=str(self._folder))
        self._index.register_tokenizer("words", self._words)
        self._index.register_tokenizer("tokens", self._tokens)
        try:
            self._writer = self._index.writer(WRITER_MEMORY, 1)
        except ValueError as error:
            _raise_if_busy(error, self._folder)
            raise
        self._index.reload()

    # Asking

    def _heads(self) -> Query:
        return Query.term_query(self._schema, "head", 1)

    def _frequency(self, searcher: tantivy.Searcher, word: QueryWord) -> int:
        """Return in about how many passages a word occurs."""
        if word.start:
            return 1
        tokens = self._words.analyze(word.running)
        adjacent = min(
            (sum(searcher.doc_freq(field, token) for field, _ in WEIGHTS) for token in tokens), default=0
        )
        whole = self._tokens.analyze(word.whole)
        return adjacent + (searcher.doc_freq("wholes", whole[0]) if whole else 0)

    def _tiers(self, plan: Plan) -> Iterator[tuple[_Clauses, float]]:
        """Yield the clauses that find documents with all words, then those with any; each with its lead."""
        groups = [self._word(word, misspelt=word in plan.rare) for word in plan.needed]
        rank = [(Occur.Should, query) for word in plan.helpful for query in self._word(word)]
        rank += [
            (Occur.Should, Query.boost_query(query, NEAR_WEIGHT))
            for running in plan.near
            for query in self._adjacent(("body",), self._words.analyze(running))
        ]
        yield [(Occur.Must, _any(group)) for group in groups] + rank, ALL_WORDS_LEAD
        loose = [(Occur.Should, query) for word in plan.needed for query in self._loose(word)]
        if len(groups) + len(loose) > 1:
            yield [(Occur.Should, query) for group in groups for query in group] + loose + rank, 0.0

    def _word(self, word: QueryWord, *, misspelt: bool = False) -> list[Query]:
        """Return the queries of which one must match for the word to be there, best first."""
        term = self._term
        if word.start:
            pattern = f"{word.running}.?"
            return [
                Query.boost_query(
                    Query.const_score_query(Query.regex_query(self._schema, field, pattern), START_SCORE), weight
                )
                for field, weight in WEIGHTS
            ] + [term("wholes", word.whole, WHOLE_WEIGHT)]
        tokens = self._words.analyze(word.running)
        queries: list[Query] = []
        if len(tokens) == 1:
            queries = [term(field, tokens[0], weight) for field, weight in WEIGHTS]
            if word.running.isascii():
                queries.append(term("parts", tokens[0], PARTS_WEIGHT))
            if misspelt and _may_be_misspelt(tokens[0]):
                queries += self._misspelt(tokens[0])
        elif tokens:
            queries = [
                Query.boost_query(Query.phrase_query(self._schema, field, tokens), weight)
                for field, weight in WEIGHTS
            ]
        queries += [term("wholes", whole, WHOLE_WEIGHT) for whole in self._tokens.analyze(word.whole)[:1]]
        if word.parts:
            queries += self._adjacent(("body", "parts"), self._words.analyze(word.parts))
        return queries

    def _loose(self, word: QueryWord) -> list[Query]:
        """Return the tokens of a word of several, one by one: worth something when they stand apart."""
        tokens = self._words.analyze(word.running)
        if len(tokens) < 2:
            return []
        return [self._term(field, token, weight) for token in tokens for field, weight in WEIGHTS]

    def _misspelt(self, token: str) -> list[Query]:
        fuzzy = (Query.fuzzy_term_query(self._schema, field, token, 1) for field, _ in WEIGHTS)
        return [Query.const_score_query(query, MISSPELT_SCORE) for query in fuzzy]

    def _phrase_anywhere(self, running: str) -> Query:
        tokens = self._words.analyze(running)
        return _any(self._adjacent(tuple(field for field, _ in WEIGHTS), tokens))

    def _adjacent(self, fields: tuple[str, ...], tokens: list[str]) -> list[Query]:
        if len(tokens) == 1:
            return [self._term(field, tokens[0], 1.0) for field in fields]
        return [Query.phrase_query(self._schema, field, tokens) for field in fields] if tokens else []

    def _term(self, field: str, token: str, weight: float) -> Query:
        return Query.boost_query(Query.term_query(self._schema, field, token, "freq"), weight)

    def _collect(
        self,
        searcher: tantivy.Searcher,
        clauses: _Clauses,
        restrictions: _Clauses,
        goal: tuple[dict[int, LexicalHit], dict[int, list[LexicalHit]], int, float],
    ) -> None:
        """Add the best documents that match to those found, until there are enough or no more."""
        found, further, limit, lead = goal
        size = PASSAGES_AT_ONCE
        for _ in range(MOST_ROUNDS):
            query = _with(clauses, restrictions, self._known(found))
            hits = searcher.search(query, size, count=False).hits
            before = len(found)
            for hit in _read(searcher, hits, lead):
                known = found.setdefault(hit.document_id, hit)
                if known is hit:
                    continue
                earlier = known.score == hit.score and known.first_line > hit.first_line
                found[hit.document_id] = hit if earlier else known
                further.setdefault(hit.document_id, []).append(known if earlier else hit)
            if len(hits) < size or len(found) >= limit:
                break
            if len(found) - before < limit // 2:
                size = min(2 * size, MOST_PASSAGES_AT_ONCE)

    def _known(self, found: dict[int, LexicalHit]) -> _Clauses:
        if not found:
            return []
        return [(Occur.MustNot, Query.term_set_query(self._schema, "document", list(found)))]


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
    for field in ("revision", "first_line", "last_line"):
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


def _rows(entry: LexicalEntry) -> Iterator[dict[str, object]]:
    facts = entry.facts
    title, file_name = analyse(entry.title), analyse(entry.file_name)
    shared: dict[str, object] = {
        "key": str(facts.document_id),
        "document": facts.document_id,
        "revision": facts.revision_id,
        "collection": facts.collection_id,
        "file_type": facts.file_type.lower(),
        "language": _language_and_wider(facts.language),
        "tag": list(facts.tags),
        "modified": facts.modified,
        "title": title.running,
    }
    nothing = Passage(ordinal=0, first_line=1, last_line=1, section=None, headings=(), text="")
    for index, passage in enumerate(entry.passages or (nothing,)):
        body, headings = analyse(passage.text), analyse("\n".join(passage.headings))
        streams = (title, file_name, headings, body)
        yield shared | {
            "head": int(index == 0),
            "first_line": passage.first_line,
            "last_line": passage.last_line,
            "names": f"{headings.running}\n{file_name.running}",
            "body": body.running,
            "wholes": " ".join(stream.wholes for stream in streams),
            "parts": " ".join(stream.parts for stream in streams),
        }


def _language_and_wider(tag: str) -> list[str]:
    """Return a language tag and the wider ones that include it: `zh-Hant-TW`, `zh-Hant`, `zh`."""
    parts = tag.lower().split("-")
    return ["-".join(parts[:length]) for length in range(1, len(parts) + 1)]


def _restrictions(only: Filter, schema: tantivy.Schema) -> _Clauses | None:
    """Return the filter in the engine's words, or None where it matches nothing."""
    sets: list[tuple[str, Sequence[object] | None]] = [
        ("collection", only.collections),
        ("document", only.documents),
        ("file_type", _lowered(only.file_types)),
        ("language", _lowered(only.languages)),
        ("tag", only.tags),
    ]
    clauses: _Clauses = []
    for field, allowed in sets:
        if allowed is not None:
            if not allowed:
                return None
            clauses.append((Occur.Must, Query.term_set_query(schema, field, list(allowed))))
    if only.modified_after is not None or only.modified_before is not None:
        period = Query.range_query(
            schema, "modified", tantivy.FieldType.Integer, only.modified_after, only.modified_before
        )
        clauses.append((Occur.Must, period))
    return [(occur, Query.const_score_query(query, 0.0)) for occur, query in clauses]


def _lowered(names: tuple[str, ...] | None) -> tuple[str, ...] | None:
    return None if names is None else tuple(name.lower() for name in names)


def _any(queries: list[Query]) -> Query:
    return Query.boolean_query([(Occur.Should, query) for query in queries])


def _with(clauses: _Clauses, restrictions: _Clauses, known: _Clauses) -> Query:
    """Combine; a flat list stays flat where nothing restricts it, which keeps the engine's short cuts on."""
    if not (restrictions or known):
        return Query.boolean_query(clauses)
    core: _Clauses = [(Occur.Must, Query.boolean_query(clauses))] if clauses else []
    return Query.boolean_query(core + restrictions + known)


def _read(searcher: tantivy.Searcher, hits: list[tuple[float, object]], lead: float) -> Iterator[LexicalHit]:
    places = [place for _, place in hits]
    columns = (
        searcher.fast_field_values(field, places)
        for field in ("document", "revision", "first_line", "last_line")
    )
    for (score, _), *numbers in zip(hits, *columns, strict=True):
        yield LexicalHit(*numbers, score=round(score + lead, 4))


def _with_further(hit: LexicalHit, further: Sequence[LexicalHit]) -> LexicalHit:
    ranked = sorted(further, key=lambda other: (-other.score, other.first_line))[:MOST_FURTHER_PASSAGES]
    return replace(hit, more=tuple((other.first_line, other.last_line) for other in ranked))


def _may_be_misspelt(token: str) -> bool:
    return len(token) >= SHORTEST_MISSPELT and token.isascii() and token.isalpha()


def _free_of_owners(folder: Path) -> None:
    """Raise EngineBusy when a process has the index open, whatever its version."""
    try:
        tantivy.Index.open(str(folder)).writer(WRITER_MEMORY, 1).wait_merging_threads()
    except ValueError as error:
        _raise_if_busy(error, folder)


def _raise_if_busy(error: ValueError, folder: Path) -> None:
    if "LockBusy" in str(error):
        raise EngineBusy(
            f"Another process has the keyword index in {folder} open. Stop it, or send the request to it."
        ) from error
