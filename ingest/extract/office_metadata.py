"""What a Word file says about itself: core and application properties, unjudged."""

from __future__ import annotations

import re

from ingest.domain.document import Metadata
from ingest.domain.errors import Damaged
from ingest.extract.office_xml import Element, short
from ingest.extract.opc import Package

_DATE = re.compile(
    r"\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$"
)
_KEYWORD_SEPARATOR = re.compile(r"\s*[;,、，；]\s*")
_NEVER = ("0001", "1601", "1900", "1980-01-01")
"""Dates that programs write when they do not know one."""


def read_metadata(package: Package) -> Metadata:
    """Return title, authors, language, keywords, dates and the page count that Word stored last."""
    core = _properties(package, "core-properties", "docProps/core.xml")
    application = _properties(package, "extended-properties", "docProps/app.xml")
    pages = application.get("ep:Pages", "")
    creator = core.get("dc:creator", "")
    return Metadata(
        title=core.get("dc:title") or None,
        authors=tuple(name for name in re.split(r"\s*;\s*", creator) if name),
        language=core.get("dc:language") or None,
        keywords=tuple(dict.fromkeys(k for k in _KEYWORD_SEPARATOR.split(core.get("cp:keywords", "")) if k)),
        created=_date(core.get("dcterms:created")),
        modified=_date(core.get("dcterms:modified")),
        page_count=int(pages) if pages.isdigit() and 0 < int(pages) < 1_000_000 else None,
    )


def _properties(package: Package, kind: str, usual: str) -> dict[str, str]:
    """Return the texts of a properties part; a broken or missing one says nothing about the document."""
    try:
        part = package.related("", kind) or usual
        root: Element | None = package.read(part) if package.has(part) else None
    except Damaged:
        return {}
    if root is None:
        return {}
    return {short(entry): " ".join((entry.text or "").split()) for entry in root}


def _date(text: str | None) -> str | None:
    text = (text or "").strip()
    return text if _DATE.match(text) and not text.startswith(_NEVER) else None
