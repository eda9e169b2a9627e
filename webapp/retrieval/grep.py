"""The verb `grep`: the lines of documents that match a pattern, each with its section (SPEC 5)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from ingest.domain.tokens import count_tokens
from webapp.library.access import Reader, get_collection, visible_documents
from webapp.library.errors import BadRequest
from webapp.library.line_store import read_blocks, read_texts
from webapp.library.models import Document
from webapp.library.outline_store import read_outline
from webapp.retrieval import list_text, text
from webapp.retrieval.answers import MAX_ANSWER_TOKENS, GrepAnswer, GrepDocument, GrepLine
from webapp.retrieval.clean import one_line, unbroken
from webapp.retrieval.patterns import Pattern
from webapp.retrieval.readable import readable_document

DEFAULT_LIMIT = 50
MAX_LIMIT = 200
MAX_CONTEXT = 10
MAX_DOCUMENTS = 50
SECONDS = 5.0
"""How long one call looks; then it says how to go on."""

_SHOWN_CHARACTERS = 240
_ROOM_FOR_NOTES = 400


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a search goes on: after this line of this document."""

    document: int = 0
    line: int = 0

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


@dataclass(slots=True)
class _Search:
    """What one call has found so far. next: where to go on; None when everything was looked at."""

    pattern: Pattern
    limit: int
    context: int
    left: int
    deadline: float
    found: list[GrepDocument]
    looked_at: int = 0
    next: _Place | None = None

    @property
    def room(self) -> int:
        return self.limit - sum(len(document.lines) for document in self.found)


class GrepArguments(TypedDict, total=False):
    """Where and how to look. doc_ids: one or several. collection: name or id. Neither: wherever one may read.

    context: lines around each match, 0 to 10. limit: matching lines, 1 to 200. cursor: what an earlier answer gave
    to go on with.
    """

    doc_ids: int | Sequence[int] | None
    collection: str | None
    ignore_case: bool
    context: int
    limit: int
    cursor: str | None


def grep(reader: Reader, pattern: str, **arguments: Unpack[GrepArguments]) -> GrepAnswer:
    """Return the lines that match an RE2 pattern.

    Raises NotFound for unknown ids and collections, BadRequest saying what is valid, Conflict for a document that
    was named and has no text.
    """
    context, limit = arguments.get("context", 0), arguments.get("limit", DEFAULT_LIMIT)
    _check(context, limit)
    search = _Search(
        pattern=Pattern(pattern, ignore_case=arguments.get("ignore_case", False)),
        limit=limit,
        context=context,
        left=MAX_ANSWER_TOKENS - _ROOM_FOR_NOTES,
        deadline=time.monotonic() + SECONDS,
        found=[],
    )
    start = _start(arguments.get("cursor"))
    documents = _documents(reader, arguments.get("doc_ids"), arguments.get("collection"), start)
    for document in documents:
        if not _look(search, document, start.line if document.pk == start.document else 0):
            break
        search.looked_at += 1
    return _answer(search, total=len(documents))


def _check(context: int, limit: int) -> None:
    if not 0 <= context <= MAX_CONTEXT:
        raise BadRequest(f"context is {context}, but must be from 0 to {MAX_CONTEXT}.")
    if not 1 <= limit <= MAX_LIMIT:
        raise BadRequest(f"limit is {limit}, but must be from 1 to {MAX_LIMIT}.")


def _start(cursor: str | None) -> _Place:
    if not cursor:
        return _Place()
    document, _, line = cursor.partition(":")
    if not all(part.isascii() and part.isdecimal() and len(part) < 18 for part in (document, line)):
        raise BadRequest(
            f"cursor is {cursor[:40]!r}, but must be that of an earlier answer, such as 1714:57."
        )
    return _Place(int(document), int(line))


def _documents(
    reader: Reader, doc_ids: int | Sequence[int] | None, collection: str | None, start: _Place
) -> list[Document]:
    """Return what to look at, by id, from where an earlier answer stopped."""
    rows = visible_documents(reader).exclude(revision=None).filter(pk__gte=start.document)
    if doc_ids is not None:
        ids = [doc_ids] if isinstance(doc_ids, int) else list(dict.fromkeys(doc_ids))
        if not 1 <= len(ids) <= MAX_DOCUMENTS:
            raise BadRequest(f"doc_ids has {len(ids)} ids, but needs 1 to {MAX_DOCUMENTS}.")
        rows = rows.filter(pk__in=[readable_document(reader, each)[0].pk for each in ids])
    if collection:
        rows = rows.filter(collection=get_collection(reader, collection))
    return list(rows.only("title", "file_name", "revision", "line_count").order_by("pk"))


def _look(search: _Search, document: Document, after: int) -> bool:
    """Look through one document. Returns False when the call has to stop; search.next says where."""
    found: list[tuple[int, str]] = []
    cut = False
    for number, line in _matches(search, document, after):
        shown = _shown(line, search.pattern)
        cost = count_tokens(text.numbered(number, shown)) * (1 + 2 * search.context) + 12
        if len(found) >= search.room or search.left < cost:
            cut = True
            break
        search.left -= cost
        found.append((number, shown))
    if found:
        search.found.append(_told(search, document, found))
    if cut:
        search.next = _Place(document.pk, found[-1][0] if found else after)
    return not cut and search.next is None


def _matches(search: _Search, document: Document, after: int) -> Iterator[tuple[int, str]]:
    """Yield the numbers and texts of matching lines; stops early, noting where, when the time is up."""
    assert document.revision_id is not None
    for first, lines in read_blocks(document.revision_id, first=after + 1):
        if time.monotonic() > search.deadline:
            search.next = _Place(document.pk, first - 1)
            return
        if search.pattern.may_match(lines):
            for number, line in enumerate(lines, start=first):
                if number > after and search.pattern.find(line) is not None:
                    yield number, line


def _shown(line: str, pattern: Pattern) -> str:
    """Return a line as it is shown: of a very long one the part around the match."""
    clean = unbroken(line)
    if len(clean) <= _SHOWN_CHARACTERS:
        return clean
    begin, end = pattern.find(line) or (0, 0)
    first = max(0, min(begin - _SHOWN_CHARACTERS // 3, end - _SHOWN_CHARACTERS))
    last = min(len(clean), first + _SHOWN_CHARACTERS)
    return ("..." if first else "") + clean[first:last].strip() + ("..." if last < len(clean) else "")


def _told(search: _Search, document: Document, found: Sequence[tuple[int, str]]) -> GrepDocument:
    assert document.revision is not None
    outline = read_outline(document.revision)
    lines: list[GrepLine] = []
    for number, shown in found:
        section = outline.section_at(number)
        lines.append(
            GrepLine(
                number,
                shown,
                section.number if section else None,
                one_line(section.title) if section else None,
            )
        )
    return GrepDocument(
        document_id=document.pk,
        title=one_line(document.title) or one_line(document.file_name),
        lines=tuple(lines),
        context=_context(search, document, [number for number, _ in found]),
    )


def _context(search: _Search, document: Document, matching: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """Return the lines around the matching ones, without these."""
    if not search.context:
        return ()
    assert document.revision_id is not None
    around = sorted(
        {
            near
            for number in matching
            for near in range(number - search.context, number + search.context + 1)
            if 1 <= near <= document.line_count
        }
        - set(matching)
    )
    texts = read_texts([(document.revision_id, number, number) for number in around])
    return tuple(
        (number, unbroken(lines[0])[:_SHOWN_CHARACTERS])
        for number, (lines, _) in zip(around, texts, strict=True)
        if lines
    )


def _answer(search: _Search, *, total: int) -> GrepAnswer:
    cursor = str(search.next) if search.next else None
    said = list_text.grep(search.found, looked_at=search.looked_at, total=total, cursor=cursor)
    return GrepAnswer(
        documents=tuple(search.found),
        documents_left=total - search.looked_at,
        cursor=cursor,
        text=said,
        tokens=count_tokens(said),
    )
