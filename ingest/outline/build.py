"""The best outline a file gives: the surest source of headings first, summaries and keywords at the end."""

from __future__ import annotations

from collections.abc import Callable

from ingest.domain.document import Extraction
from ingest.domain.outline import Heading, Outline, OutlineQuality
from ingest.outline import from_bookmarks, from_contents_page, from_layout, from_markup, from_numbering
from ingest.outline.summaries import summarise
from ingest.outline.tree import grow

Found = tuple[tuple[Heading, ...], OutlineQuality] | None

_SOURCES: tuple[Callable[[Extraction], Found], ...] = (
    from_bookmarks.find,
    from_markup.find,
    from_contents_page.find,
    from_layout.find,
    from_numbering.find,
)
"""Most trusted first: what the file declares, then what its contents page, its looks and its text suggest."""


def build(extraction: Extraction) -> Outline:
    """Return the outline of a document, with quality `none` where no source finds headings."""
    line_count = len(extraction.lines)
    for find in _SOURCES:
        found = find(extraction)
        if not found:
            continue
        headings, quality = found
        sections = grow(headings, line_count=line_count)
        if sections and quality is not OutlineQuality.NONE:
            return Outline(summarise(sections, extraction.readable), quality, line_count)
    return Outline((), OutlineQuality.NONE, line_count)
