"""The verb search, for people: the same call that agents make, with every fact beside the text."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Literal

from django.http import HttpRequest
from ninja import Query, Router

from ingest.domain.snippets import marks_of
from webapp.api.auth import caller
from webapp.api.schemas.documents import CollectionRef
from webapp.api.schemas.search import SearchArguments, SearchHit, SearchMode, SearchResponse
from webapp.api.schemas.search import Spot as SpotSchema
from webapp.library.models import Collection
from webapp.library.parts import part_counts
from webapp.observability import metrics
from webapp.retrieval.answers import SearchAnswer, SearchResult, Spot
from webapp.retrieval.search import search as search_verb

router = Router()

_PART_ID = re.compile(r"\s*\|?\s*\bdoc_id: \d+")

PATHS: tuple[Literal["keyword", "semantic"], ...] = ("keyword", "semantic")


@router.get("/search", response=SearchResponse, operation_id="search", summary="Search documents")
def search(request: HttpRequest, filters: Query[SearchArguments]) -> SearchResponse:
    """Find documents by words and by meaning, with the place in each that answers best."""
    started = time.monotonic()
    reader = caller(request, "search").reader
    with metrics.verb("search"):
        answer = search_verb(
            reader,
            filters.query,
            limit=filters.limit,
            **filters.model_dump(exclude={"query", "limit"}),
        )
    return _told(answer, (time.monotonic() - started) * 1000)


def _told(answer: SearchAnswer, milliseconds: float) -> SearchResponse:
    ids = {result.collection_id for result in answer.results}
    names = dict(Collection.objects.filter(pk__in=ids).values_list("pk", "name"))
    mode = answer.mode
    snippets = _for_people(answer.results)
    return SearchResponse(
        query=answer.query,
        mode=SearchMode(
            keyword=mode.keyword,
            semantic=mode.semantic,
            remark=mode.remark,
            semantic_ready=mode.semantic_ready,
            text=str(mode),
        ),
        results=[
            _hit(result, snippets[result.document_id], answer.words, names) for result in answer.results
        ],
        words=list(answer.words),
        more_match=answer.more_match,
        hint=answer.hint,
        text=answer.text,
        tokens=answer.tokens,
        milliseconds=round(milliseconds, 1),
    )


def _for_people(results: Sequence[SearchResult]) -> dict[int, str]:
    """Return the snippets as people see them: a container's lines name the ids of its parts for agents only."""
    named = [result.document_id for result in results if _PART_ID.search(result.snippet)]
    containers = part_counts(named) if named else {}
    return {
        result.document_id: (
            _PART_ID.sub("", result.snippet) if containers.get(result.document_id) else result.snippet
        )
        for result in results
    }


def _hit(result: SearchResult, snippet: str, words: tuple[str, ...], names: dict[int, str]) -> SearchHit:
    return SearchHit(
        rank=result.rank,
        document_id=result.document_id,
        title=result.title,
        file_name=result.file_name,
        file_type=result.file_type,
        language=result.language,
        word_count=result.word_count,
        line_count=result.line_count,
        page_count=result.page_count,
        brief=result.brief,
        has_outline=result.has_outline,
        relevance=result.relevance,
        found_by=[path for path in PATHS if path in result.found_by],
        best=_spot(result.best),
        more=[_spot(spot) for spot in result.more],
        snippet=snippet,
        highlights=_highlights(snippet, words),
        note=result.note,
        collection=CollectionRef(id=result.collection_id, name=names.get(result.collection_id, "")),
        modified=result.modified,
    )


def _spot(spot: Spot) -> SpotSchema:
    return SpotSchema(
        first_line=spot.first_line,
        last_line=spot.last_line,
        section=spot.section,
        section_title=spot.section_title,
        page=spot.page,
    )


_SPACED = 0x2E80
"""Scripts below this code point put blanks between words."""

_SHORT = 3
"""Spaced words of fewer letters are not marked beside longer ones: they stand everywhere."""


def _highlights(snippet: str, words: tuple[str, ...]) -> list[list[int]]:
    """Return where the words stand in the snippet in any of their endings, in order, in UTF-16 units."""
    telling = [word for word in words if len(word) >= _SHORT or ord(word[:1] or " ") >= _SPACED]
    marks = marks_of(snippet, telling or words)
    return [[_units(snippet[:start]), _units(snippet[:end])] for start, end in marks]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
