"""Edits of an outline: all of its sections, or single operations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from webapp.api.schemas.problem import Problem
from webapp.api.schemas.reading import DocumentOutline
from webapp.api.schemas.text import MAX_ID, Word
from webapp.retrieval.truth import Number

LineNumber = Annotated[int, Field(ge=1, le=2**31 - 1, description="1-based.", examples=[42]), Number]
Level = Annotated[int, Field(ge=1, le=12, description="1 at the top."), Number]
Title = Annotated[str, Field(min_length=1, max_length=300)]
Version = Annotated[
    int,
    Field(ge=1, le=MAX_ID, description="`version` of the outline that the edit starts from."),
    Number,
]


class SectionEdit(BaseModel):
    """A section as it is wanted. It ends where the next one of its level or above begins."""

    first_line: LineNumber
    level: Level
    title: Title
    confirmed: bool = Field(default=False, description="A person says that it is right as it was found.")


class OutlineReplacement(BaseModel):
    """All sections, in the order of their lines. What is not in the list is removed from the outline."""

    version: Version
    sections: Annotated[list[SectionEdit], Field(max_length=20_000)]
    forget_lost: bool = Field(
        default=False, description="Drop earlier edits whose place is not in the text, rather than keep them."
    )


class RenameSection(BaseModel):
    """Give a section another title."""

    model_config = ConfigDict(extra="forbid")

    op: Literal["rename"]
    section: Word = Field(examples=["1.4"])
    title: Title


class MoveSection(BaseModel):
    """Have a section begin at another line, or stand at another level with all that is below it."""

    model_config = ConfigDict(extra="forbid")

    op: Literal["move"]
    section: Word
    first_line: LineNumber | None = None
    level: Level | None = None


class AddSection(BaseModel):
    """Have a section begin at a line."""

    model_config = ConfigDict(extra="forbid")

    op: Literal["add"]
    first_line: LineNumber
    level: Level
    title: Title


class RemoveSection(BaseModel):
    """Take a section out of the outline; its lines stay. branch: with all below it, else those move up."""

    model_config = ConfigDict(extra="forbid")

    op: Literal["remove"]
    section: Word
    branch: bool = False


class ConfirmSection(BaseModel):
    """Say that a section is right as it was found."""

    model_config = ConfigDict(extra="forbid")

    op: Literal["confirm"]
    section: Word


SectionOperation = Annotated[
    RenameSection | MoveSection | AddSection | RemoveSection | ConfirmSection, Field(discriminator="op")
]


class OutlineChange(BaseModel):
    """Operations, each naming sections by their numbers in the outline of this version."""

    version: Version
    operations: Annotated[list[SectionOperation], Field(min_length=1, max_length=1_000)]
    forget_lost: bool = False


class StaleOutlineProblem(Problem):
    """The outline changed meanwhile. current: as it is now, to make the change on."""

    current: DocumentOutline | None = None
