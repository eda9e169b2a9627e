"""Passages: bounded runs of lines inside one section, the unit of the lexical index."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of lines. ordinal counts from 0 in document order; lines are 1-based, inclusive.

    section: number of the deepest section that holds all its lines, None before the first heading.
    headings: titles from the top of the tree down to that section. text: the lines joined by newlines.
    """

    ordinal: int
    first_line: int
    last_line: int
    section: str | None
    headings: tuple[str, ...]
    text: str
