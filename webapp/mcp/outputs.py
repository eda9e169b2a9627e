"""The structured content of the tools: the facts of the text, lean enough for a model to be shown instead."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from ingest.domain.tokens import count_tokens
from webapp.retrieval import answers
from webapp.retrieval.answers import MAX_ANSWER_TOKENS


class Lines(BaseModel):
    """A range of lines, 1-based and inclusive."""

    first_line: int
    last_line: int


class Place(Lines):
    """Lines of a document, with the deepest section that holds them and the page they begin on."""

    section: str | None = Field(None, description="Number of the section, such as 1.4")
    section_title: str | None = None
    page: int | None = None


class FoundDocument(BaseModel):
    """A document that was found, and where to look in it."""

    doc_id: int
    title: str
    type: str
    language: str
    words: int
    lines: int
    brief: bool = Field(description="Short: read it whole, without its outline")
    has_outline: bool
    relevance: float = Field(description="0 to 1; 1 means first in every path that ran")
    found_by: list[str] = Field(description="keyword, semantic, or both")
    best: Place
    more: list[Lines] = Field(default_factory=list, description="Further places worth a look")
    snippet: str = ""
    note: str | None = Field(None, description="What of the original could not be read")


class SearchOutput(BaseModel):
    """What a search found."""

    mode: str = Field(description="Which paths the search took, and how far their indexes are")
    results: list[FoundDocument]
    more_match: bool = Field(description="Whether a higher limit would show more")
    hint: str | None = Field(None, description="What to try when nothing was found")


class OutlineSection(Lines):
    """A section of an outline."""

    number: str
    title: str
    summary: str | None = None
    keywords: list[str] | None = None


class OutlinedDocument(BaseModel):
    """The outline of a document, as far as its budget went."""

    doc_id: int
    title: str
    type: str
    lines: int
    brief: bool
    quality: str = Field(description="high, medium, low or none")
    mode: str = Field(description="full, titles, levels, cut or none: how much of it fitted the budget")
    left_out: int = Field(description="Sections that are not shown; expand opens them")
    sections: list[OutlineSection] | None = Field(
        None, description="In document order; absent where it is too long and only the text has them"
    )


class OutlineOutput(BaseModel):
    """The outlines of documents."""

    documents: list[OutlinedDocument]
    left: list[int] = Field(default_factory=list, description="doc_ids that did not fit, for a next call")


class ReadOutput(Lines):
    """Lines of a document."""

    doc_id: int
    title: str
    total_lines: int
    section: str | None = None
    section_title: str | None = None
    first_page: int | None = None
    last_page: int | None = None
    next_offset: int | None = Field(None, description="Where to read on; absent at the end")
    notes: list[str] = Field(default_factory=list)
    lines: list[str] = Field(description="The text, without line numbers")


class MatchingLine(BaseModel):
    """A line that matches, with the deepest section that holds it."""

    line: int
    text: str
    section: str | None = None
    section_title: str | None = None


class MatchingDocument(BaseModel):
    """A document with matching lines."""

    doc_id: int
    title: str
    lines: list[MatchingLine]


class GrepOutput(BaseModel):
    """The lines that match a pattern."""

    documents: list[MatchingDocument]
    cursor: str | None = Field(None, description="To go on with; absent when everything was looked at")


class ListedDocument(BaseModel):
    """A document in a list."""

    doc_id: int
    title: str
    type: str
    language: str
    words: int
    lines: int
    state: str
    collection: str
    modified: str


class ListedCollection(BaseModel):
    """A collection."""

    name: str
    documents: int


class BrowseOutput(BaseModel):
    """A page of what there is."""

    total: int
    documents: list[ListedDocument]
    collections: list[ListedCollection] = Field(default_factory=list)
    cursor: str | None = Field(None, description="Of the next page; absent on the last")


def grep_output(answer: answers.GrepAnswer) -> GrepOutput:
    """Return matching lines as structured content, without the lines around them."""
    return GrepOutput(
        documents=[
            MatchingDocument(
                doc_id=document.document_id,
                title=document.title,
                lines=[
                    MatchingLine(
                        line=line.number,
                        text=line.text,
                        section=line.section,
                        section_title=line.section_title,
                    )
                    for line in document.lines
                ],
            )
            for document in answer.documents
        ],
        cursor=answer.cursor,
    )


def browse_output(answer: answers.BrowseAnswer) -> BrowseOutput:
    """Return a page of the library as structured content."""
    return BrowseOutput(
        total=answer.total,
        documents=[
            ListedDocument(
                doc_id=document.document_id,
                title=document.title,
                type=document.file_type,
                language=document.language,
                words=document.word_count,
                lines=document.line_count,
                state=document.state,
                collection=document.collection,
                modified=document.modified,
            )
            for document in answer.documents
        ],
        collections=[
            ListedCollection(name=each.name, documents=each.document_count) for each in answer.collections
        ],
        cursor=answer.cursor,
    )


def search_output(answer: answers.SearchAnswer) -> SearchOutput:
    """Return a search's answer as structured content."""
    return SearchOutput(
        mode=str(answer.mode),
        results=[_found(result) for result in answer.results],
        more_match=answer.more_match,
        hint=answer.hint or None,
    )


def _found(result: answers.SearchResult) -> FoundDocument:
    best = result.best
    return FoundDocument(
        doc_id=result.document_id,
        title=result.title,
        type=result.file_type,
        language=result.language,
        words=result.word_count,
        lines=result.line_count,
        brief=result.brief,
        has_outline=result.has_outline,
        relevance=round(result.relevance, 2),
        found_by=list(result.found_by),
        best=Place(
            first_line=best.first_line,
            last_line=best.last_line,
            section=best.section,
            section_title=best.section_title,
            page=best.page,
        ),
        more=[Lines(first_line=spot.first_line, last_line=spot.last_line) for spot in result.more],
        snippet=result.snippet,
        note=result.note or None,
    )


def outline_output(answer: answers.OutlineAnswer) -> OutlineOutput:
    """Return outlines as structured content; sections are left to the text where they would be too long."""
    output = OutlineOutput(
        documents=[_outlined(document) for document in answer.documents], left=list(answer.left)
    )
    if answer.tokens > MAX_ANSWER_TOKENS // 4 and _too_long(output):
        for document in output.documents:
            document.sections = None
    return output


def _too_long(output: BaseModel) -> bool:
    return count_tokens(output.model_dump_json(exclude_none=True)) > MAX_ANSWER_TOKENS


def _outlined(document: answers.DocumentOutline) -> OutlinedDocument:
    in_full = document.mode == "full"
    return OutlinedDocument(
        doc_id=document.document_id,
        title=document.title,
        type=document.file_type,
        lines=document.line_count,
        brief=document.brief,
        quality=document.quality,
        mode=document.mode,
        left_out=document.left_out,
        sections=[
            OutlineSection(
                first_line=section.first_line,
                last_line=section.last_line,
                number=section.number,
                title=section.title,
                summary=(section.summary or None) if in_full else None,
                keywords=(list(section.keywords) or None) if in_full else None,
            )
            for section in document.sections
        ],
    )


def read_output(answer: answers.ReadAnswer) -> ReadOutput:
    """Return lines as structured content."""
    first_page, last_page = answer.pages or (None, None)
    return ReadOutput(
        first_line=answer.first_line,
        last_line=answer.last_line,
        doc_id=answer.document_id,
        title=answer.title,
        total_lines=answer.line_count,
        section=answer.section,
        section_title=answer.section_title,
        first_page=first_page,
        last_page=last_page,
        next_offset=answer.next_offset,
        notes=list(answer.notes),
        lines=list(answer.lines),
    )


def dumped(output: BaseModel) -> dict[str, Any]:
    """Return structured content as JSON values; what is unknown is absent."""
    return output.model_dump(mode="json", exclude_none=True)
