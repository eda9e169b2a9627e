"""Answers of doctor and rebuild."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class Finding(BaseModel):
    """One check."""

    name: str = Field(examples=["lexical index"])
    well: bool
    found: str = Field(examples=["244 documents, 0 missing, 0 ghosts, 0 stale"])
    mend: str = Field(description="What to do; empty when all is well.")
    ids: dict[str, list[int]] = Field(
        default_factory=dict, description="Documents by what is wrong: missing, ghosts, stale."
    )


class Examination(BaseModel):
    """All checks."""

    findings: list[Finding]


class Deed(BaseModel):
    """What a repair did in one place."""

    name: str = Field(examples=["lexical index"])
    did: str = Field(examples=["wrote 3 missing documents"])
    done: bool = Field(description="Whether that place is well now.")
    ids: list[int] = Field(description="The documents it was about.")


class Repair(BaseModel):
    """What was mended, and all checks afterwards."""

    deeds: list[Deed]
    findings: list[Finding]


class RebuildWishes(BaseModel):
    """When the new index may take over."""

    questions: str = Field(
        default="",
        max_length=4_000_000,
        description="Lines of JSON, as `mokuji evaluate` takes them. Empty: always.",
    )
    keep: bool = Field(
        default=True, description="Whether the new index may take over at all, or is only compared."
    )
    at_least: float = Field(
        default=0.98, ge=0, le=10, description="Share of the present score that the new one needs."
    )


class Questions(BaseModel):
    """What the index is to be scored on."""

    questions: str = Field(
        max_length=4_000_000, description="Lines of JSON, as `mokuji evaluate` takes them."
    )


class Scores(BaseModel):
    """Means over questions. Those that no question asks for are null."""

    questions: int
    hit_1: float = Field(description="Share of questions with a right document at the top.")
    hit_5: float
    hit_10: float
    mrr: float = Field(description="Mean of 1 over the rank of the first right document.")
    section_hit: float | None = Field(description="Share with a place named inside the right section.")
    line_overlap: float | None = Field(
        description="Mean share of the right lines that the named places cover."
    )
    tokens: float = Field(description="Mean tokens of an answer.")
    semantic: bool = Field(description="Whether every answer searched by meaning too.")


class RebuildStanding(BaseModel):
    """How far a rebuild is. done and total count documents of the present stage.

    in_place: the index was empty, so searches see it grow. report: scores of both, and what was left out.
    """

    running: bool
    stage: Literal["", "words", "meaning"]
    done: int
    total: int
    error: str
    in_place: bool = False
    report: str = ""
