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


class Examination(BaseModel):
    """All checks."""

    findings: list[Finding]


class RebuildStanding(BaseModel):
    """How far a rebuild is. done and total count documents of the present stage."""

    running: bool
    stage: Literal["", "words", "meaning"]
    done: int
    total: int
    error: str
