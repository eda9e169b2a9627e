"""What the verbs answer: every fact, and the exact text that a model reads.

Lines are 1-based and ranges inclusive. `text` never costs more than MAX_ANSWER_TOKENS.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ingest.domain.outline import Section

MAX_ANSWER_TOKENS = 20_000
"""No answer costs more (SPEC 5)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a document: lines, the deepest section that holds them, and the page they begin on."""

    first_line: int
    last_line: int
    section: str | None = None
    section_title: str | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A document that was found, and where to look in it.

    relevance: 0 to 1, where 1 means first in every path that ran. found_by: `keyword`, `semantic` or both.
    more: lines of further places worth a look, best first, without section and page. note: what of the
    original could not be read, or empty. modified: ISO 8601.
    """

    rank: int
    document_id: int
    collection_id: int
    title: str
    file_name: str
    file_type: str
    language: str
    word_count: int
    line_count: int
    page_count: int | None
    brief: bool
    has_outline: bool
    relevance: float
    found_by: tuple[str, ...]
    best: Spot
    snippet: str
    more: tuple[Spot, ...]
    note: str
    modified: str


@dataclass(frozen=True, slots=True)
class SearchMode:
    """Which paths a search took, and why not both. semantic_ready: share of documents with a vector."""

    keyword: bool
    semantic: bool
    remark: str = ""
    semantic_ready: float | None = None

    def __str__(self) -> str:
        """Return the mode as the first line of an answer states it, without brackets."""
        if self.keyword and self.semantic:
            paths = "keyword + semantic"
        else:
            paths = "keyword only" if self.keyword else "semantic only"
        return f"{paths}; {self.remark}" if self.remark else paths


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search found. words: those to mark in snippets. more_match: the limit cut the list."""

    query: str
    mode: SearchMode
    results: tuple[SearchResult, ...]
    words: tuple[str, ...]
    more_match: bool
    hint: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class DocumentOutline:
    """The outline of one document as far as its budget went.

    mode: `full`, `titles`, `levels`, `cut` or `none`. sections: those in the text, children not nested.
    left_out: how many are not in the text. text: this document's part of the answer, heading not included.
    """

    document_id: int
    title: str
    file_type: str
    line_count: int
    brief: bool
    quality: str
    mode: str
    sections: tuple[Section, ...]
    left_out: int
    text: str


@dataclass(frozen=True, slots=True)
class OutlineAnswer:
    """The outlines of documents, in the order asked for. left: ids that did not fit, for a next call."""

    documents: tuple[DocumentOutline, ...]
    left: tuple[int, ...]
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """Lines of a document. next_offset: where to read on, None at the end. pages: first and last page."""

    document_id: int
    title: str
    first_line: int
    last_line: int
    line_count: int
    lines: tuple[str, ...]
    section: str | None
    section_title: str | None
    pages: tuple[int, int] | None
    next_offset: int | None
    notes: tuple[str, ...]
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class GrepLine:
    """A line that matches, with the deepest section that holds it; of a very long line the part that matches."""

    number: int
    text: str
    section: str | None
    section_title: str | None


@dataclass(frozen=True, slots=True)
class GrepDocument:
    """A document with matching lines. context: (number, text) of the lines around them, where they were wanted."""

    document_id: int
    title: str
    lines: tuple[GrepLine, ...]
    context: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GrepAnswer:
    """The lines that match. documents_left: not looked through, or not to their end. cursor: to go on with."""

    documents: tuple[GrepDocument, ...]
    documents_left: int
    cursor: str | None
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class BrowsedCollection:
    """A collection and how many documents it holds."""

    collection_id: int
    name: str
    document_count: int


@dataclass(frozen=True, slots=True)
class BrowsedDocument:
    """A document in a list. modified: an ISO 8601 date, or empty."""

    document_id: int
    title: str
    file_type: str
    language: str
    word_count: int
    line_count: int
    state: str
    collection: str
    modified: str


@dataclass(frozen=True, slots=True)
class BrowseAnswer:
    """A page of what there is. total: documents on all pages. cursor: of the next page, None on the last."""

    documents: tuple[BrowsedDocument, ...]
    collections: tuple[BrowsedCollection, ...]
    total: int
    cursor: str | None
    text: str
    tokens: int


Answer = SearchAnswer | OutlineAnswer | ReadAnswer | GrepAnswer | BrowseAnswer


def facts(answer: Answer) -> dict[str, Any]:
    """Return every fact of an answer as JSON values, its text included; sections without their children."""
    told = asdict(answer)
    if isinstance(answer, SearchAnswer):
        told["mode"] |= {"text": str(answer.mode)}
    if isinstance(answer, OutlineAnswer):
        for document in told["documents"]:
            for section in document["sections"]:
                del section["children"]
    return told
