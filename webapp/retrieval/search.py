"""The verb `search`: words and meaning at once, fused, each result with a place to look at (SPEC 5 and 6)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple, Unpack

from ingest.domain.hits import Filter, LexicalHit
from ingest.domain.tokens import count_tokens
from webapp.bridge.translation import LANGUAGES as TRANSLATED_INTO
from webapp.bridge.translation import query_languages
from webapp.library.access import Reader, visible_documents
from webapp.library.errors import BadRequest
from webapp.retrieval import paths, text
from webapp.retrieval.answers import SearchAnswer, SearchMode, SearchResult, Spot
from webapp.retrieval.clean import one_line
from webapp.retrieval.coverage import gaps
from webapp.retrieval.filters import FilterArguments, filter_for, given
from webapp.retrieval.fusion import Fused, fuse
from webapp.retrieval.places import Passage, first_passages, look_at
from webapp.retrieval.translated import Translated, translated_passages, with_translated

DEFAULT_LIMIT = 20
MAX_LIMIT = 50
LONGEST_QUERY = 2_000

FUSED_DEPTH = 20
"""Documents of each path that are fused, unless the limit asks for more; chosen by measurement."""

MORE_SPOTS = 3
"""Further places named for each document but the first."""

MORE_SPOTS_OF_FIRST = 9
"""Further places named for the first document, which is looked into most often."""


class Row(NamedTuple):
    """What a result shows of a document's row. Rows, not models: twenty of those take longer than the query."""

    pk: int
    collection_id: int
    revision_id: int
    title: str
    file_name: str
    file_type: str
    language: str
    word_count: int
    line_count: int
    page_count: int | None
    brief: bool
    outline_quality: str
    coverage: dict[str, Any]
    modified_at: datetime


_UNSEARCHABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


def search(
    reader: Reader, query: str, *, limit: int = DEFAULT_LIMIT, **filters: Unpack[FilterArguments]
) -> SearchAnswer:
    """Return the best documents for a query, best first.

    Raises BadRequest or NotFound for arguments that cannot be used, naming the valid ones, and Unavailable
    when neither path answers. Nothing found is an answer with a hint.
    """
    asked = _checked(query, limit)
    only = filter_for(reader, filters)
    deadline = paths.Deadline.from_settings()
    found = paths.walk(reader, asked, only, deadline=deadline)
    found = with_translated(asked, found, only=only, limit=limit, deadline=deadline)
    ran = [path for path in (found.keyword, found.semantic) if path is not None]
    depth = max(limit, FUSED_DEPTH)
    fused = fuse([[hit.document_id for hit in path] for path in ran], depth=depth)
    shown = list(islice(_visible(reader, fused, at_once=limit + 1), limit + 1))
    more_match = len(shown) > limit or any(len(path) > depth for path in ran)
    shown = shown[:limit]
    documents = [document for _, document in shown]
    elsewhere = _in_languages(asked, documents, found)
    translated = translated_passages(asked, elsewhere, only=only, deadline=deadline)
    hits = _passages(asked, found, documents, translated, only, deadline)
    looks = _looks(documents, hits, found.words, translated)
    words = (*found.words, *translated.new_words(found.words))
    results = tuple(
        _result(rank, candidate, hits.get(candidate[1].pk), look, found)
        for rank, (candidate, look) in enumerate(zip(shown, looks, strict=True), start=1)
    )
    hint = _hint(reader, filters, found.mode) if not results else ""
    more = text.more_match(limit < MAX_LIMIT) if more_match else ""
    said = text.search(results, found.mode, hint=hint or more, words=words)
    return SearchAnswer(
        query=asked,
        mode=found.mode,
        results=results,
        words=words,
        more_match=more_match,
        hint=hint,
        text=said,
        tokens=count_tokens(said),
    )


def _checked(query: str, limit: int) -> str:
    if not 1 <= limit <= MAX_LIMIT:
        raise BadRequest(f"limit is {limit}, but must be from 1 to {MAX_LIMIT}.")
    asked = _UNSEARCHABLE.sub(" ", query).strip()
    if not asked:
        raise BadRequest("The query is empty. Give the words or the question to search for.")
    if len(asked) > LONGEST_QUERY:
        raise BadRequest(
            f"The query has {len(asked):,} characters, but may have {LONGEST_QUERY:,}. "
            "Keep the words that matter."
        )
    return asked


def _visible(reader: Reader, fused: Sequence[Fused], *, at_once: int) -> Iterator[tuple[Fused, Row]]:
    """Yield the fused list with its documents, without those that were deleted meanwhile."""
    for start in range(0, len(fused), at_once):
        part = fused[start : start + at_once]
        rows = visible_documents(reader).filter(pk__in=[item.document_id for item in part])
        shown = rows.exclude(revision=None).order_by().values_list(*Row._fields)
        found = {row.pk: row for row in map(Row._make, shown)}
        for item in part:
            if item.document_id in found:
                yield item, found[item.document_id]


def _in_languages(query: str, documents: Sequence[Row], found: paths.Found) -> dict[str, list[int]]:
    """Return by language the documents in which the query's own words are no guide to the place.

    Ideographs that may be Japanese as well as Chinese are such a guide where the keyword path found them.
    """
    spoken = query_languages(query) if found.keyword is not None else ()
    known = {hit.document_id for hit in found.keyword or ()}
    by_language: dict[str, list[int]] = {}
    for document in documents if spoken else ():
        unsure = len(spoken) > 1 and document.pk not in known
        if document.language in TRANSLATED_INTO and (document.language not in spoken or unsure):
            by_language.setdefault(document.language, []).append(document.pk)
    return by_language


def _passages(
    query: str,
    found: paths.Found,
    documents: Sequence[Row],
    translated: Translated,
    only: Filter,
    deadline: paths.Deadline,
) -> dict[int, LexicalHit]:
    """Return the passage to show for each document; one of an older revision does not count.

    In another language the translated words choose it. Documents that only their meaning found are searched
    once more by keyword.
    """
    current = {document.pk: document.revision_id for document in documents}

    def fresh(hits: Iterable[LexicalHit]) -> dict[int, LexicalHit]:
        return {hit.document_id: hit for hit in hits if current.get(hit.document_id) == hit.revision_id}

    known = fresh(found.keyword or ()) | fresh(translated.passages.values())
    missing = tuple(document_id for document_id in current if document_id not in known)
    if found.keyword is not None and missing:
        known |= fresh(paths.best_passages(query, missing, only=only, deadline=deadline).values())
    return known


def _looks(
    documents: Sequence[Row],
    hits: Mapping[int, LexicalHit],
    words: Sequence[str],
    translated: Translated,
) -> list[tuple[Spot, str]]:
    """Return place and snippet for each document: of its passage, else of its first section."""
    unplaced = {
        document.revision_id: document.line_count for document in documents if document.pk not in hits
    }
    first = first_passages(unplaced) if unplaced else {}
    passages = []
    for document in documents:
        revision_id = document.revision_id
        hit = hits.get(document.pk)
        passages.append(
            Passage(
                revision_id,
                hit.first_line,
                hit.last_line,
                words=translated.words_for(document.pk),
            )
            if hit is not None
            else first[revision_id]
        )
    return look_at(passages, words)


def _result(
    rank: int,
    candidate: tuple[Fused, Row],
    hit: LexicalHit | None,
    look: tuple[Spot, str],
    found: paths.Found,
) -> SearchResult:
    item, document = candidate
    best, snippet = look
    names = [
        name for name, path in (("keyword", found.keyword), ("semantic", found.semantic)) if path is not None
    ]
    return SearchResult(
        rank=rank,
        document_id=document.pk,
        collection_id=document.collection_id,
        title=one_line(document.title) or one_line(document.file_name),
        file_name=one_line(document.file_name),
        file_type=document.file_type,
        language=document.language,
        word_count=document.word_count,
        line_count=document.line_count,
        page_count=document.page_count,
        brief=document.brief,
        has_outline=document.outline_quality != "none",
        relevance=round(item.relevance, 4),
        found_by=tuple(name for name, place in zip(names, item.ranks, strict=True) if place is not None),
        best=best,
        snippet=snippet,
        more=_more(hit, MORE_SPOTS_OF_FIRST if rank == 1 else MORE_SPOTS),
        note=gaps(document.coverage),
        modified=document.modified_at.isoformat(),
    )


def _more(hit: LexicalHit | None, count: int) -> tuple[Spot, ...]:
    return tuple(Spot(first, last) for first, last in hit.more[:count]) if hit else ()


def _hint(reader: Reader, filters: FilterArguments, mode: SearchMode) -> str:
    if not visible_documents(reader).exclude(revision=None).exists():
        return "There is no readable document yet. Add documents first, or wait until they are indexed."
    hints = ["Try fewer or other words"]
    if narrowed := given(filters):
        hints.append(f"leave out {', '.join(narrowed)}")
    if not mode.semantic:
        hints.append("use the words that the documents themselves use")
    return ", or ".join(hints) + "."
