"""An outline from the looks of lines: size, weight, ink, room and numbers, without a printed contents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ingest.domain.document import Extraction
from ingest.domain.outline import Heading, OutlineQuality, Provenance
from ingest.outline.layout_styles import StyledHeading, headings_by_style, is_numbered
from ingest.outline.nesting import nested, with_lettered_titles

_CONSISTENT = 0.6


def find(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality] | None:
    """Return headings found by their looks, or None where nothing looks like one."""
    hints = extraction.hints
    if not hints.layout:
        return None
    styled = headings_by_style(hints.layout, pages=len(hints.pages), slides=hints.facts.slides)
    titles = with_lettered_titles((item.hint.title, item.hint.number) for item in styled)
    headings = nested(
        replace(heading_of(item), title=title) for item, title in zip(styled, titles, strict=True)
    )
    if not headings:
        return None
    return tuple(headings), _quality(styled)


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
