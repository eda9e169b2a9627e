"""An outline from the looks of lines: size, weight, ink, room and numbers, without a printed contents."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from ingest.domain.document import Extraction
from ingest.domain.outline import Heading, OutlineQuality, Provenance
from ingest.outline import from_numbering
from ingest.outline.layout_styles import StyledHeading, headings_by_style, is_numbered
from ingest.outline.nesting import nested, with_lettered_titles

_CONSISTENT = 0.6
_COVERED = 0.75
"""Share of the numbered headings of a text without pages that its looks have to find, too."""


def find(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality] | None:
    """Return headings found by their looks, or None where nothing looks like one."""
    hints = extraction.hints
    if not hints.layout:
        return None
    pages = len(hints.pages) or hints.facts.pages
    styled = headings_by_style(hints.layout, pages=pages, slides=hints.facts.slides)
    titles = with_lettered_titles((item.hint.title, item.hint.number) for item in styled)
    headings = nested(
        replace(heading_of(item), title=title) for item, title in zip(styled, titles, strict=True)
    )
    if not headings or _is_numbered_otherwise(extraction, {heading.line for heading in headings}):
        return None
    return tuple(headings), _quality(styled)


def _is_numbered_otherwise(extraction: Extraction, lines: Set[int]) -> bool:
    """Whether a text without pages has an outline by its numbers, many of which look like text."""
    if extraction.hints.pages:
        return False
    numbered = from_numbering.find(extraction)
    return numbered is not None and sum(h.line in lines for h in numbered[0]) < _COVERED * len(numbered[0])


def heading_of(styled: StyledHeading) -> Heading:
    """Return the heading of a styled candidate."""
    hint = styled.hint
    by_number = is_numbered(hint)
    return Heading(
        line=hint.line,
        level=styled.level,
        title=hint.title,
        provenance=Provenance.NUMBERING if by_number and not hint.strong else Provenance.FONT,
        confidence=round(0.4 + 0.5 * styled.confidence, 2),
    )


def _quality(styled: Sequence[StyledHeading]) -> OutlineQuality:
    mean = sum(item.confidence for item in styled) / len(styled)
    return OutlineQuality.MEDIUM if mean > _CONSISTENT and len(styled) > 2 else OutlineQuality.LOW
