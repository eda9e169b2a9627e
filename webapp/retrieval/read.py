"""The verb `read`: numbered lines of a document, by offset or by section (SPEC 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.domain.document import Line
from ingest.domain.tokens import count_tokens
from webapp.library.access import Reader
from webapp.library.errors import BadRequest, Unavailable
from webapp.library.line_store import read_lines
from webapp.library.models import Document, Revision
from webapp.retrieval import text
from webapp.retrieval.answers import MAX_ANSWER_TOKENS, ReadAnswer
from webapp.retrieval.clean import one_line, unbroken
from webapp.retrieval.cost import shorten
from webapp.retrieval.coverage import gaps_between
from webapp.retrieval.readable import readable_document
from webapp.retrieval.sections import NumberedSection, find_section

DEFAULT_LIMIT = 200
MAX_LIMIT = 500

_ROOM_FOR_NOTES = 300
_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class _Range:
    """What to show: lines first to last; end is where the asker's range would go on to."""

    first: int
    last: int
    end: int
    section: NumberedSection | None = None


def read(
    reader: Reader,
    document_id: int,
    *,
    offset: int = 1,
    limit: int | None = None,
    section: str | None = None,
) -> ReadAnswer:
    """Return lines from `offset` on, or those of a section; `limit` is 200 at most unless given, 500 at most.

    With a section, an offset inside it reads on from there, and the section's end is the end.
    Raises NotFound for an unknown id, BadRequest saying what is valid, Conflict while there is no text.
    """
    _check_limit(limit)
    if section is not None and not section.strip():
        raise BadRequest("section is empty. Give a number of the outline such as 1.4, or leave section out.")
    for _ in range(_ATTEMPTS):
        document, revision = readable_document(reader, document_id)
        wanted = _range(document, revision, (offset, limit, (section or "").strip()))
        lines = read_lines(revision.pk, first=wanted.first, last=wanted.last)
        if len(lines) == wanted.last - wanted.first + 1:
            return _answer(document, wanted, lines)
    raise Unavailable(f"Document {document_id} is being replaced. Try again in a moment.")


def _check_limit(limit: int | None) -> None:
    if limit is not None and not 1 <= limit <= MAX_LIMIT:
        raise BadRequest(f"limit is {limit}, but must be from 1 to {MAX_LIMIT}.")


def _range(document: Document, revision: Revision, asked: tuple[int, int | None, str]) -> _Range:
    offset, limit, number = asked
    total = revision.line_count
    if not number:
        if not 1 <= offset <= max(1, total):
            raise BadRequest(f"offset is {offset}, but document {document.pk} has lines 1 to {total}.")
        return _Range(offset, min(total, offset + (limit or DEFAULT_LIMIT) - 1), total)
    found = find_section(document, revision.pk, number)
    first = found.first_line if offset == 1 else offset
    if not found.first_line <= first <= found.last_line:
        raise BadRequest(
            f"offset is {offset}, but section {found.number} holds lines {found.first_line} to "
            f"{found.last_line}."
        )
    return _Range(first, min(found.last_line, first + (limit or MAX_LIMIT) - 1), found.last_line, found)


def _answer(document: Document, wanted: _Range, lines: Sequence[Line]) -> ReadAnswer:
    shown, cut = _fitting(wanted.first, lines)
    last = wanted.first + len(shown) - 1
    next_offset = last + 1 if last < wanted.end else None
    pages = _pages(lines[: len(shown)])
    notes = _notes(document, pages, cut=cut)
    total = document.line_count if wanted.section is None else max(document.line_count, wanted.end)
    footer = [f"Note: {note}." for note in notes]
    if next_offset is not None:
        footer.append(_how_to_go_on(wanted, next_offset))
    footer.append(text.showing(wanted.first, last, total))
    said = "\n".join([text.numbered(wanted.first + i, line) for i, line in enumerate(shown)] + footer)
    return ReadAnswer(
        document_id=document.pk,
        title=one_line(document.title) or one_line(document.file_name),
        first_line=wanted.first,
        last_line=last,
        line_count=total,
        lines=tuple(shown),
        section=wanted.section.number if wanted.section else None,
        section_title=one_line(wanted.section.title) if wanted.section else None,
        pages=pages,
        next_offset=next_offset,
        notes=tuple(notes),
        text=said,
        tokens=count_tokens(said),
    )


def _fitting(first: int, lines: Sequence[Line]) -> tuple[list[str], bool]:
    """Return as many lines as an answer holds, at least one, and whether that one had to be cut."""
    room = MAX_ANSWER_TOKENS - _ROOM_FOR_NOTES
    shown: list[str] = []
    for number, line in enumerate(lines, start=first):
        content = unbroken(line.text)
        room -= count_tokens(text.numbered(number, content)) + 1
        if room < 0:
            if shown:
                return shown, False
            return [shorten(content, MAX_ANSWER_TOKENS - 2 * _ROOM_FOR_NOTES)], True
        shown.append(content)
    return shown, False


def _how_to_go_on(wanted: _Range, next_offset: int) -> str:
    if wanted.section is not None:
        return f'Next: section="{wanted.section.number}", offset={next_offset}'
    return f"Next: offset={next_offset}"


def _pages(lines: Sequence[Line]) -> tuple[int, int] | None:
    pages = [line.place.page for line in lines if line.place and line.place.page]
    return (min(pages), max(pages)) if pages else None


def _notes(document: Document, pages: tuple[int, int] | None, *, cut: bool) -> list[str]:
    notes = []
    if pages is not None and (gap := gaps_between(document.coverage, pages[0] - 1, pages[1] + 1)):
        notes.append(f"{gap} in the original")
    if cut:
        notes.append("this line is too long for one answer and was cut")
    return notes
