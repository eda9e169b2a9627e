"""Headings that the format declares: Markdown, HTML, paragraph styles, slide titles, sheet names."""

from __future__ import annotations

from ingest.domain.document import Extraction
from ingest.domain.outline import Heading, OutlineQuality


def find(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality] | None:
    """Return the declared headings, or None where there are none. What an author declares is high quality."""
    headings = tuple(
        Heading(hint.line, hint.level, hint.title, hint.provenance, hint.confidence)
        for hint in extraction.hints.headings
        if hint.title.strip()
    )
    if not headings:
        return None
    doubtful = sum(heading.confidence for heading in headings) / len(headings) < 0.75
    return headings, OutlineQuality.MEDIUM if doubtful else OutlineQuality.HIGH
