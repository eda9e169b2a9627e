"""Headings of plain text (first version follows)."""

from __future__ import annotations

from ingest.domain.document import Extraction
from ingest.domain.outline import Heading, OutlineQuality


def find(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality] | None:
    """Return headings."""
    return None
