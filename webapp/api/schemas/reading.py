"""Outlines, lines and places found in one document."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from webapp.api.schemas.documents import Quality
from webapp.api.schemas.text import CodeList


class Section(BaseModel):
    """A node of the outline. Lines are 1-based, inclusive; last_line includes all children."""

    number: str = Field(examples=["1.4"])
    title: str
    level: int
    first_line: int
    last_line: int
    provenance: str = Field(examples=["bookmark"])
    confidence: float
    summary: str
    keywords: list[str]
    children: list[Section]


class OutlineQuery(BaseModel):
    """How much of an outline the text should hold."""

    budget: Annotated[int, Field(ge=1, le=20_000, description="Tokens that the text may cost.")] = 600
    expand: CodeList = Field(default=[], description="Numbers of sections to open, such as `4.2`.")


class OutlineEditing(BaseModel):
    """What people changed of an outline. lost: titles of edits whose place is not in the present text."""

    edited_at: datetime
    edited_by: str | None
    lost: list[str]


class DocumentOutline(BaseModel):
    """The whole tree, and the text that an agent gets for the same document within the budget.

    version counts edits and new revisions: an edit names the one that it starts from. edited is null where the
    outline is as it was extracted.
    """

    document_id: int
    title: str
    quality: Quality
    line_count: int
    section_count: int
    sections: list[Section]
    mode: str = Field(description="How far the budget went: `full`, `titles`, `levels`, `cut` or `none`.")
    left_out: int = Field(description="Sections that are not in the text.")
    text: str
    tokens: int
    budget: int
    version: int
    edited: OutlineEditing | None


class DocumentLine(BaseModel):
    """A line and where it came from. box: left, top, right, bottom in points, from the top left."""

    number: int = Field(examples=[42])
    text: str
    page: int | None
    box: list[float] | None
    part: str | None
    seconds: float | None


class LinePage(BaseModel):
    """A run of lines. total is the number of lines in the document."""

    document_id: int
    revision: int | None
    offset: int
    total: int
    lines: list[DocumentLine]


class FoundLine(BaseModel):
    """A line that holds what was sought. ranges: start and end in UTF-16 units, as JavaScript counts."""

    number: int
    text: str
    section: str | None
    ranges: list[list[int]] = Field(examples=[[[4, 9]]])


class FindAnswer(BaseModel):
    """Where a text stands in a document. The totals count beyond `limit`."""

    document_id: int
    query: str
    total_lines: int
    total_matches: int
    lines: list[FoundLine]
