"""Inside one document: its lines, and where a text stands."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from webapp.api.auth import caller
from webapp.api.schemas.reading import (
    DocumentLine,
    FindAnswer,
    FoundLine,
    LinePage,
)
from webapp.api.schemas.text import Phrase
from webapp.library.access import get_document
from webapp.library.errors import BadRequest
from webapp.library.line_search import find_in_lines
from webapp.library.line_store import read_lines
from webapp.library.models import Document
from webapp.library.outline_store import read_outline

router = Router()

Offset = Annotated[int, Field(ge=1, le=2**31 - 1, description="First line, 1-based.")]


@router.get(
    "/documents/{int:document_id}/lines",
    response=LinePage,
    operation_id="get_lines",
    summary="Lines of a document",
)
def get_lines(
    request: HttpRequest,
    document_id: int,
    offset: Offset = 1,
    limit: Annotated[int, Field(ge=1, le=2_000)] = 200,
) -> LinePage:
    """Return numbered lines and where each stands in the original. An offset past the end is an error."""
    document = get_document(caller(request, "read").reader, document_id)
    revision = document.revision
    if revision and offset > max(1, document.line_count):
        raise BadRequest(
            f"offset is {offset}, but document {document_id} has lines 1 to {document.line_count}."
        )
    lines = read_lines(revision.pk, first=offset, last=offset + limit - 1) if revision else []
    return LinePage(
        document_id=document_id,
        revision=revision.number if revision else None,
        offset=offset,
        total=document.line_count,
        lines=[
            DocumentLine.model_construct(
                number=number,
                text=line.text,
                page=line.place.page if line.place else None,
                box=list(line.place.box) if line.place and line.place.box else None,
                part=line.place.part if line.place else None,
                seconds=line.place.seconds if line.place else None,
            )
            for number, line in enumerate(lines, start=offset)
        ],
    )


@router.get(
    "/documents/{int:document_id}/find",
    response=FindAnswer,
    operation_id="find_in_document",
    summary="Find a text in a document",
)
def find(
    request: HttpRequest,
    document_id: int,
    q: Annotated[Phrase, Field(min_length=1)],
    limit: Annotated[int, Field(ge=1, le=5_000)] = 500,
) -> FindAnswer:
    """Return the lines that hold a text literally, whatever its case and width."""
    document = get_document(caller(request, "read").reader, document_id)
    return _found(document, q, limit)


def _found(document: Document, query: str, limit: int) -> FindAnswer:
    if document.revision is None:
        return FindAnswer(document_id=document.pk, query=query, total_lines=0, total_matches=0, lines=[])
    found = find_in_lines(document.revision.pk, query, line_count=document.line_count, limit=limit)
    outline = read_outline(document.revision)
    sections = {match.number: outline.section_at(match.number) for match in found.lines}
    return FindAnswer(
        document_id=document.pk,
        query=query,
        total_lines=found.total_lines,
        total_matches=found.total_matches,
        lines=[
            FoundLine(
                number=match.number,
                text=match.text,
                section=section.number if (section := sections[match.number]) else None,
                ranges=[list(pair) for pair in match.ranges],
            )
            for match in found.lines
        ],
    )
