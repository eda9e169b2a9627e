"""Answers of the verbs: the facts of a search, and the exact text that an agent gets."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from webapp.api.schemas.documents import CollectionRef
from webapp.api.schemas.payload import Payload
from webapp.api.schemas.text import Id, Phrase, Word


class Spot(BaseModel):
    """A place to look at. section and section_title are null before the first heading."""

    first_line: int
    last_line: int
    section: str | None = Field(examples=["1.4"])
    section_title: str | None
    page: int | None


class SearchHit(BaseModel):
    """A document that was found, best first. highlights: start and end in the snippet, in UTF-16 units."""

    rank: int
    document_id: int
    title: str
    file_name: str
    file_type: str
    language: str
    word_count: int
    line_count: int
    page_count: int | None
    brief: bool
    has_outline: bool
    relevance: float = Field(description="0 to 1; 1.00 means first in every path that ran.", examples=[0.92])
    found_by: list[Literal["keyword", "semantic"]]
    best: Spot
    more: list[Spot] = Field(description="Further places worth a look, best first.")
    snippet: str
    highlights: list[list[int]]
    note: str = Field(description="What of the original could not be read; empty when all was.")
    collection: CollectionRef
    modified: str = Field(description="ISO 8601.")


class SearchMode(BaseModel):
    """Which paths the search took, and why not both."""

    keyword: bool
    semantic: bool
    remark: str = Field(examples=["semantic index 37% ready"])
    semantic_ready: float | None = Field(
        description="Share of documents with a vector, 0 to 1; null when off."
    )
    text: str = Field(examples=["keyword + semantic", "keyword only; semantic index 37% ready"])


class SearchResponse(BaseModel):
    """What search found, how it sought, and the text an agent gets for the same question."""

    query: str
    mode: SearchMode
    results: list[SearchHit]
    words: list[str] = Field(description="The words of the query as they were sought.")
    more_match: bool = Field(description="Whether the limit cut the list.")
    hint: str
    text: str
    tokens: int
    milliseconds: float


FilterWords = Annotated[list[Word], Field(max_length=100)] | Word | None
"""One value, or several of which one must match."""


class SearchArguments(Payload):
    """Arguments of the verb search, as an agent gives them."""

    query: Phrase
    limit: Annotated[int, Field(ge=1, le=50)] = 20
    collection: Word | None = None
    type: FilterWords = None
    language: FilterWords = None
    tag: FilterWords = None
    modified_after: Word | None = Field(
        default=None, description="ISO 8601 date, month, year or time, inclusive."
    )
    modified_before: Word | None = Field(
        default=None, description="ISO 8601 date, month, year or time, inclusive."
    )


class OutlineArguments(Payload):
    """Arguments of the verb outline."""

    doc_ids: Annotated[list[Id], Field(min_length=1, max_length=50)]
    budget: Annotated[int, Field(ge=1, le=20_000)] = 600
    expand: Annotated[list[Word], Field(max_length=100)] = []


class ReadArguments(Payload):
    """Arguments of the verb read."""

    doc_id: Id
    offset: Annotated[int, Field(ge=1, le=2**31)] = 1
    limit: Annotated[int, Field(ge=1, le=500)] | None = None
    section: Word | None = None


class GrepArguments(Payload):
    """Arguments of the verb grep."""

    pattern: Phrase
    doc_ids: Annotated[list[Id], Field(min_length=1, max_length=50)] | None = None
    collection: Word | None = None
    ignore_case: bool = False
    context: Annotated[int, Field(ge=0, le=10)] = 0
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Word | None = None


class BrowseArguments(Payload):
    """Arguments of the verb browse."""

    collection: Word | None = None
    sort: Word = "-added"
    type: Word | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 30
    cursor: Annotated[str, Field(max_length=2_000)] | None = None


class VerbAnswer(BaseModel):
    """What an agent sees: the exact text, what it costs, and how long it took."""

    verb: Literal["search", "outline", "read", "grep", "browse"]
    text: str
    tokens: int
    milliseconds: float
    is_error: bool
    facts: dict[str, Any] = Field(description="The same facts as values; empty for an error.")


class AgentCallItem(BaseModel):
    """A call that an agent made."""

    id: int
    created_at: datetime
    tool: str = Field(examples=["search"])
    arguments: dict[str, Any]
    tokens: int = Field(description="What the answer cost the model.")
    milliseconds: int
    is_error: bool
    token_id: int | None
    token_name: str | None
    session: str = Field(description="Calls of one agent session share it; empty when unknown.")


class AgentCallDetail(AgentCallItem):
    """A call with the text it was answered with."""

    text: str
    withheld: bool = Field(
        description="Not shown: the text names a document that was deleted, or that you may no longer see."
    )


class AgentCallPage(BaseModel):
    """Calls, newest first."""

    items: list[AgentCallItem]
    next_cursor: str | None
