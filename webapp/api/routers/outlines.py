"""The outline of a document: as it is, and as people edit it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, assert_never

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from ingest.domain import outline as tree
from webapp.api.auth import caller, writer
from webapp.api.problems import ProblemError
from webapp.api.schemas.outline_edits import (
    AddSection,
    ConfirmSection,
    MoveSection,
    OutlineChange,
    OutlineReplacement,
    RemoveSection,
    RenameSection,
    StaleOutlineProblem,
)
from webapp.api.schemas.reading import DocumentOutline, OutlineEditing, OutlineQuery, Section
from webapp.bridge import outline_edits
from webapp.library.access import Reader, get_document
from webapp.library.errors import Conflict, StaleOutline
from webapp.library.models import Document, ExtractedOutline, OutlineEdit, Revision
from webapp.library.outline_store import read_outline
from webapp.retrieval.cost import count_tokens
from webapp.retrieval.outline import outline as outline_verb

router = Router()

STALE_OR_DONE: dict[int, Any] = {200: DocumentOutline, 409: StaleOutlineProblem}


@router.get(
    "/documents/{int:document_id}/outline",
    response=DocumentOutline,
    operation_id="get_outline",
    summary="The outline of a document",
)
def get_outline(
    request: HttpRequest,
    document_id: int,
    filters: Query[OutlineQuery],
) -> DocumentOutline:
    """Return the whole tree, and as `text` what an agent gets for it within `budget` tokens."""
    return document_outline(caller(request, "outline").reader, document_id, filters)


def document_outline(reader: Reader, document_id: int, filters: OutlineQuery) -> DocumentOutline:
    """Return the outline of a document as the API shows it."""
    document = get_document(reader, document_id)
    kept = _outline_of(document.revision)
    text, tokens, mode, left_out = _agent_text(reader, document_id, filters)
    return DocumentOutline(
        document_id=document_id,
        title=document.title or document.file_name,
        quality=kept.quality.value,
        line_count=document.line_count,
        section_count=sum(1 for _ in kept.walk()),
        sections=[_section(section) for section in kept.sections],
        mode=mode,
        left_out=left_out,
        text=text,
        tokens=tokens,
        budget=filters.budget,
        version=document.outline_version,
        edited=_editing(document),
    )


def _editing(document: Document) -> OutlineEditing | None:
    edit = OutlineEdit.objects.select_related("edited_by").filter(document=document).first()
    if edit is None:
        return None
    extracted = ExtractedOutline.objects.filter(revision=document.revision).only("lost").first()
    return OutlineEditing(
        edited_at=edit.edited_at,
        edited_by=edit.edited_by.username if edit.edited_by else None,
        lost=extracted.lost if extracted else [],
    )


def _agent_text(reader: Reader, document_id: int, filters: OutlineQuery) -> tuple[str, int, str, int]:
    """Return what an agent gets, its tokens, how far the budget went and how many sections are not in it."""
    try:
        answer = outline_verb(reader, [document_id], budget=filters.budget, expand=filters.expand)
    except Conflict as error:  # it is not read yet: an agent is told so
        return str(error), count_tokens(str(error)), "none", 0
    mine = answer.documents[0]
    return answer.text, answer.tokens, mine.mode, mine.left_out


def _outline_of(revision: Revision | None) -> tree.Outline:
    if revision is None:
        return tree.Outline((), tree.OutlineQuality.NONE, 0)
    return read_outline(revision)


def _section(section: tree.Section) -> Section:
    return Section.model_construct(
        number=section.number,
        title=section.title,
        level=section.level,
        first_line=section.first_line,
        last_line=section.last_line,
        provenance=section.provenance.value,
        confidence=section.confidence,
        summary=section.summary,
        keywords=list(section.keywords),
        children=[_section(child) for child in section.children],
    )


@router.put(
    "/documents/{int:document_id}/outline",
    response=STALE_OR_DONE,
    operation_id="set_outline",
    summary="Replace the outline of a document",
)
def set_outline(request: HttpRequest, document_id: int, payload: OutlineReplacement) -> DocumentOutline:
    """Replace the outline by these sections. It stays when the document is read again."""
    reader = writer(request).reader
    wanted = [
        outline_edits.Wanted(item.first_line, item.level, item.title, item.confirmed)
        for item in payload.sections
    ]
    with _current_when_stale(reader, document_id):
        outline_edits.set_outline(
            reader, document_id, wanted, version=payload.version, forget_lost=payload.forget_lost
        )
    return document_outline(reader, document_id, OutlineQuery())


@router.patch(
    "/documents/{int:document_id}/outline",
    response=STALE_OR_DONE,
    operation_id="change_outline",
    summary="Change sections of an outline",
)
def change_outline(request: HttpRequest, document_id: int, payload: OutlineChange) -> DocumentOutline:
    """Rename, move, add, remove and confirm sections, all or none. Numbers are those before the change."""
    reader = writer(request).reader
    operations = [_operation(item) for item in payload.operations]
    with _current_when_stale(reader, document_id):
        outline_edits.change_outline(
            reader, document_id, operations, version=payload.version, forget_lost=payload.forget_lost
        )
    return document_outline(reader, document_id, OutlineQuery())


@router.delete(
    "/documents/{int:document_id}/outline",
    response=STALE_OR_DONE,
    operation_id="revert_outline",
    summary="Undo all edits of an outline",
)
def revert_outline(
    request: HttpRequest,
    document_id: int,
    version: Annotated[int, Field(ge=1, le=2**31 - 1, description="`version` of the outline.")],
) -> DocumentOutline:
    """Return to the outline as it was extracted, and forget what people changed of it."""
    reader = writer(request).reader
    with _current_when_stale(reader, document_id):
        outline_edits.revert_outline(reader, document_id, version=version)
    return document_outline(reader, document_id, OutlineQuery())


@contextmanager
def _current_when_stale(reader: Reader, document_id: int) -> Iterator[None]:
    try:
        yield
    except StaleOutline as error:
        current = document_outline(reader, document_id, OutlineQuery()).model_dump(mode="json")
        raise ProblemError(409, str(error), code=error.code, more={"current": current}) from error


def _operation(
    item: RenameSection | MoveSection | AddSection | RemoveSection | ConfirmSection,
) -> outline_edits.Operation:
    match item:
        case RenameSection():
            return outline_edits.Rename(item.section, item.title)
        case MoveSection():
            return outline_edits.Move(item.section, item.first_line, item.level)
        case AddSection():
            return outline_edits.Add(item.first_line, item.level, item.title)
        case RemoveSection():
            return outline_edits.Remove(item.section, item.branch)
        case ConfirmSection():
            return outline_edits.Confirm(item.section)
        case _:
            assert_never(item)
