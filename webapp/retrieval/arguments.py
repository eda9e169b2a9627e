"""The arguments of the verbs as an agent gives them: what each means, and what of a call cannot be used.

The schemas of the tools and the sentences about mistakes come from here, so that every transport says the same.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from ingest.domain.outline_text import DEFAULT_BUDGET
from webapp.library.selectors import SORTS
from webapp.retrieval import browse as browse_verb
from webapp.retrieval import grep as grep_verb
from webapp.retrieval import mistakes
from webapp.retrieval.outline import MAX_BUDGET, MAX_DOCUMENTS, MIN_BUDGET
from webapp.retrieval.read import MAX_LIMIT as MAX_LINES
from webapp.retrieval.search import DEFAULT_LIMIT, MAX_LIMIT
from webapp.retrieval.truth import Number


def _as_text(value: Any) -> Any:
    """Take `section: 2` or `1.4` for the text that was meant."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _as_list(value: Any) -> Any:
    one = [value] if isinstance(value, str | int | float) and not isinstance(value, bool) else value
    return [_as_text(item) for item in one] if isinstance(one, list) else one


Query = Annotated[str, Field(description="Words, or a question in plain language, in any language.")]

Limit = Annotated[int, Field(ge=1, le=MAX_LIMIT, description=f"Most results, 1 to {MAX_LIMIT}."), Number]
Collection = Annotated[str | None, Field(description="Name of a collection to stay in.")]
FileType = Annotated[str | None, Field(description="File type, such as pdf or md; several with commas.")]
Language = Annotated[
    str | None, Field(description="Language of the documents, such as en, ja or zh; several with commas.")
]
Tag = Annotated[str | None, Field(description="A tag the documents have; any of several with commas.")]
After = Annotated[str | None, Field(description="Changed on or after this date, such as 2024-05-31.")]
Before = Annotated[str | None, Field(description="Changed on or before this date, such as 2024-05-31.")]
DocumentIds = Annotated[
    int | list[int],
    Field(description=f"The doc_id of a search result, or a list of up to {MAX_DOCUMENTS} of them."),
    Number,
]
Budget = Annotated[
    int,
    Field(
        ge=MIN_BUDGET, le=MAX_BUDGET, description="Most tokens for each outline; less detail is shown to fit."
    ),
    Number,
]
Expand = Annotated[
    list[str] | None,
    BeforeValidator(_as_list),
    Field(
        description='Section numbers whose branches to open when the outline was cut, such as ["3", "4.2"].'
    ),
]
DocumentId = Annotated[int, Field(description="The doc_id of a search result."), Number]
Offset = Annotated[int, Field(ge=1, description="First line to read, counted from 1."), Number]
LineLimit = Annotated[
    int | None,
    Field(
        ge=1,
        le=MAX_LINES,
        description=f"Most lines, 1 to {MAX_LINES}; 200 unless given, a whole section with section.",
    ),
    Number,
]
SectionNumber = Annotated[
    str | None,
    BeforeValidator(_as_text),
    Field(description="Number of a section in the outline, such as 1.4, to read just that section."),
]

ChosenIds = Annotated[
    int | list[int] | None,
    Field(description=f"The doc_id of the document to look in, or a list of up to {MAX_DOCUMENTS} of them."),
    Number,
]
GrepPattern = Annotated[
    str,
    Field(description="Regular expression (RE2), tried on each line, such as §\\s*1[0-9] or 第[一二三]章."),
]
IgnoreCase = Annotated[bool, Field(description="Whether upper and lower case are alike.")]
LinesAround = Annotated[
    int,
    Field(ge=0, le=grep_verb.MAX_CONTEXT, description="Lines to show around each match, 0 to 10."),
    Number,
]
MatchLimit = Annotated[
    int,
    Field(ge=1, le=grep_verb.MAX_LIMIT, description=f"Most matching lines, 1 to {grep_verb.MAX_LIMIT}."),
    Number,
]
PageLimit = Annotated[
    int,
    Field(ge=1, le=browse_verb.MAX_LIMIT, description=f"Most documents, 1 to {browse_verb.MAX_LIMIT}."),
    Number,
]
Cursor = Annotated[str | None, Field(description="What the answer before gave, to go on from there.")]
Sort = Annotated[
    str,
    Field(description=f"{', '.join(SORTS)}; with a leading - from the highest or newest down."),
]


class SearchCall(BaseModel):
    """What search takes."""

    query: Query
    limit: Limit = DEFAULT_LIMIT
    collection: Collection = None
    type: FileType = None
    language: Language = None
    tag: Tag = None
    modified_after: After = None
    modified_before: Before = None


class OutlineCall(BaseModel):
    """What outline takes."""

    doc_ids: DocumentIds
    budget: Budget = DEFAULT_BUDGET
    expand: Expand = None


class ReadCall(BaseModel):
    """What read takes."""

    doc_id: DocumentId
    offset: Offset = 1
    limit: LineLimit = None
    section: SectionNumber = None


class GrepCall(BaseModel):
    """What grep takes."""

    pattern: GrepPattern
    doc_ids: ChosenIds = None
    collection: Collection = None
    ignore_case: IgnoreCase = False
    context: LinesAround = 0
    limit: MatchLimit = grep_verb.DEFAULT_LIMIT
    cursor: Cursor = None


class BrowseCall(BaseModel):
    """What browse takes."""

    collection: Collection = None
    sort: Sort = "-added"
    type: FileType = None
    limit: PageLimit = browse_verb.DEFAULT_LIMIT
    cursor: Cursor = None


CALLS: dict[str, type[BaseModel]] = {
    "search": SearchCall,
    "outline": OutlineCall,
    "read": ReadCall,
    "grep": GrepCall,
    "browse": BrowseCall,
}
"""What each verb takes, by its name."""


def mistake_in(verb: str, given: dict[str, Any]) -> str | None:
    """Return what an agent is told of arguments that cannot be used, or None when they can be."""
    call = CALLS[verb]
    schema = call.model_json_schema()
    if strange := mistakes.unknown_arguments(verb, given, schema):
        return strange
    try:
        call.model_validate(given)
    except ValidationError as error:
        return mistakes.invalid_arguments(error, schema)
    return None
