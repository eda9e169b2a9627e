"""Documents as the API shows them: rows of the library, the whole card, and what can be done to them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from webapp.api.schemas.payload import Payload
from webapp.api.schemas.text import Id, Tag

State = Literal["received", "extracting", "searchable", "complete", "failed"]
Quality = Literal["high", "medium", "low", "none"]
Outcome = Literal["added", "revised", "skipped"]
Stage = Literal["extract", "recognise", "index", "embed"]
Sort = Literal[
    "-added",
    "added",
    "-modified",
    "modified",
    "title",
    "-title",
    "-size",
    "size",
    "-words",
    "words",
    "type",
    "-type",
]


class CollectionRef(BaseModel):
    """The collection a document lies in."""

    id: int
    name: str


class ParentRef(BaseModel):
    """The container, an archive or a mail, that a document is a part of."""

    id: int
    title: str


class Failure(BaseModel):
    """Why a document could not be read. `code` is for programs, `message` says the mend."""

    code: str = Field(examples=["password-needed"])
    message: str = Field(examples=["Password needed. Enter it to read this file."])


class JobProgress(BaseModel):
    """Where the work on a document stands. total is 0 while it is not known."""

    stage: Stage
    done: int
    total: int
    unit: str = Field(examples=["page"])
    cancel_requested: bool


class Coverage(BaseModel):
    """What of the original could not be read. Pages are 1-based."""

    complete: bool
    pages_without_text: list[int]
    garbled_pages: list[int]
    invisible_characters: int
    hidden_text: int
    notes: list[str]


class TopSection(BaseModel):
    """A section of the level that shows a document's shape in a list. Lines are 1-based, inclusive."""

    number: str
    title: str
    first_line: int
    last_line: int
    provenance: str
    confidence: float


class DocumentItem(BaseModel):
    """A row of the library. Card facts are empty until the file has been read."""

    id: int = Field(examples=[1714])
    title: str = Field(description="The card's title; the file name until there is one.")
    file_name: str
    file_type: str = Field(examples=["pdf"])
    media_type: str = Field(examples=["application/pdf"])
    size: int = Field(description="Bytes.")
    state: State
    failure: Failure | None
    progress: JobProgress | None = Field(description="Only while there is work to do.")
    collection: CollectionRef
    parent: ParentRef | None = Field(description="The container it is a part of; it goes when that goes.")
    part: str = Field(description="Its path in the parent, else empty.", examples=["reports/2024.pdf"])
    part_count: int = Field(description="Documents that lie directly in it, when it is a container.")
    language: str = Field(description="BCP 47; `und` when unknown.", examples=["ja"])
    word_count: int
    line_count: int
    page_count: int | None
    brief: bool
    outline_quality: Quality
    coverage_complete: bool
    section_count: int
    top_sections: list[TopSection] = Field(
        description="The first level of the outline, or the second below a single title; at most 60."
    )
    tags: list[str]
    modified_at: datetime
    added_at: datetime
    updated_at: datetime


class DocumentDetail(DocumentItem):
    """A document with its whole card."""

    source: str
    sha256: str
    parts_unfinished: int = Field(description="Documents in it, at any depth, that are still being indexed.")
    revision: int | None = Field(description="Number of the published revision; null before the first.")
    revision_count: int
    authors: list[str]
    abstract: str
    keywords: list[str]
    wrapped: bool
    created: str | None = Field(description="The file's own date, ISO 8601.")
    coverage: Coverage


class DocumentPage(BaseModel):
    """A page of the library. `next_cursor` is null on the last page; `total` counts all that match."""

    items: list[DocumentItem]
    total: int
    next_cursor: str | None


class UploadAnswer(BaseModel):
    """What became of a file: added, revised (a new revision) or skipped (`document` has these bytes)."""

    outcome: Outcome
    document: DocumentDetail


class DocumentChange(Payload):
    """What to change; a field that is not given stays as it is."""

    tags: Annotated[list[Tag], Field(max_length=50)] | None = None
    collection: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(
        default=None, description="Name or id of the collection to move to."
    )


class Reindex(Payload):
    """How to read a document again."""

    password: Annotated[str, Field(max_length=500)] | None = Field(
        default=None, description="For an encrypted file. Used for this run and not kept."
    )


class BulkRequest(Payload):
    """One action on several documents. Ids that do not exist are reported, not an error."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"action": "tag", "document_ids": [1714, 1715], "add_tags": ["2026"]}]
        },
    )

    action: Literal["delete", "reindex", "cancel", "tag", "move"]
    document_ids: Annotated[list[Id], Field(min_length=1, max_length=5_000)]
    add_tags: Annotated[list[Tag], Field(max_length=50)] = Field(default=[], description="For `tag`.")
    remove_tags: Annotated[list[Tag], Field(max_length=50)] = Field(default=[], description="For `tag`.")
    collection: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(
        default=None, description="For `move`: name or id."
    )


class BulkProblem(BaseModel):
    """A document the action was not done to, and why."""

    document_id: int
    detail: str


class BulkAnswer(BaseModel):
    """What was done to which documents."""

    done: list[int]
    not_done: list[BulkProblem]


class HeldIds(BaseModel):
    """The ids of one collection's documents, ascending."""

    collection: int
    document_ids: list[int]


class MatchingIds(BaseModel):
    """Every document that matches, by the collection that holds it."""

    total: int
    collections: list[HeldIds]


class FacetCount(BaseModel):
    """A value and how many documents have it under the other filters."""

    value: str
    label: str
    count: int


class Facets(BaseModel):
    """Counts for each filter. Each facet heeds every filter but its own, so that more of it can be chosen."""

    total: int
    type: list[FacetCount]
    language: list[FacetCount]
    collection: list[FacetCount] = Field(description="`value` is the id, `label` the name.")
    tag: list[FacetCount]
    state: list[FacetCount]
    outline_quality: list[FacetCount]
