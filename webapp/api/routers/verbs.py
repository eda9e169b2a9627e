"""What an agent sees: the verbs with their exact text, its tokens and its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

from django.http import HttpRequest
from ninja import Router

from webapp.api.auth import caller
from webapp.api.schemas.search import (
    BrowseArguments,
    GrepArguments,
    OutlineArguments,
    ReadArguments,
    SearchArguments,
    VerbAnswer,
)
from webapp.library.access import Reader
from webapp.library.errors import LibraryError, Unavailable
from webapp.observability import metrics
from webapp.retrieval.answers import Answer, facts
from webapp.retrieval.browse import browse as browse_verb
from webapp.retrieval.call_log import logged
from webapp.retrieval.cost import count_tokens
from webapp.retrieval.grep import grep as grep_verb
from webapp.retrieval.outline import outline as outline_verb
from webapp.retrieval.read import read as read_verb
from webapp.retrieval.search import search as search_verb

router = Router()

Verb = Literal["search", "outline", "read", "grep", "browse"]


@router.post(
    "/verbs/search", response=VerbAnswer, operation_id="verb_search", summary="search as an agent sees it"
)
def search(request: HttpRequest, payload: SearchArguments) -> VerbAnswer:
    """Run search and return the text that an agent would get. An error is told as an agent would see it."""
    reader = caller(request, "search").reader
    arguments = payload.model_dump(exclude={"query", "limit"})
    given = payload.model_dump()
    return _run(
        reader,
        ("search", given),
        lambda: search_verb(reader, payload.query, limit=payload.limit, **arguments),
    )


@router.post(
    "/verbs/outline", response=VerbAnswer, operation_id="verb_outline", summary="outline as an agent sees it"
)
def outline(request: HttpRequest, payload: OutlineArguments) -> VerbAnswer:
    """Run outline and return the text that an agent would get."""
    reader = caller(request, "outline").reader
    return _run(
        reader,
        ("outline", payload.model_dump()),
        lambda: outline_verb(reader, payload.doc_ids, budget=payload.budget, expand=payload.expand),
    )


@router.post("/verbs/read", response=VerbAnswer, operation_id="verb_read", summary="read as an agent sees it")
def read(request: HttpRequest, payload: ReadArguments) -> VerbAnswer:
    """Run read and return the text that an agent would get."""
    reader = caller(request, "read").reader
    return _run(
        reader,
        ("read", payload.model_dump()),
        lambda: read_verb(
            reader, payload.doc_id, offset=payload.offset, limit=payload.limit, section=payload.section
        ),
    )


@router.post("/verbs/grep", response=VerbAnswer, operation_id="verb_grep", summary="grep as an agent sees it")
def grep(request: HttpRequest, payload: GrepArguments) -> VerbAnswer:
    """Run grep and return the text that an agent would get."""
    reader = caller(request, "grep").reader
    arguments = payload.model_dump(exclude={"pattern"})
    return _run(
        reader, ("grep", payload.model_dump()), lambda: grep_verb(reader, payload.pattern, **arguments)
    )


@router.post(
    "/verbs/browse", response=VerbAnswer, operation_id="verb_browse", summary="browse as an agent sees it"
)
def browse(request: HttpRequest, payload: BrowseArguments) -> VerbAnswer:
    """Run browse and return the text that an agent would get."""
    reader = caller(request, "browse").reader
    arguments = payload.model_dump()
    return _run(reader, ("browse", arguments), lambda: browse_verb(reader, **arguments))


def _run(reader: Reader, asked: tuple[Verb, dict[str, Any]], call: Callable[[], Answer]) -> VerbAnswer:
    """Run a verb; the call of a token is logged as an agent's."""
    verb, arguments = asked
    started = time.monotonic()
    try:
        if reader.token_id is not None:
            answer = logged(reader, verb, arguments, call)
        else:
            with metrics.verb(verb):
                answer = call()
        text, tokens, failed, known = answer.text, answer.tokens, False, facts(answer)
    except Unavailable:
        raise
    except LibraryError as error:
        text, tokens, failed, known = str(error), count_tokens(str(error)), True, {}
    return VerbAnswer(
        verb=verb,
        text=text,
        tokens=tokens,
        milliseconds=round((time.monotonic() - started) * 1000, 1),
        is_error=failed,
        facts=known,
    )
