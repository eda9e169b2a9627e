"""What lies over the cells of an Excel sheet: comments, text boxes, titles of charts."""

from __future__ import annotations

from ingest.domain.errors import Damaged
from ingest.extract.office_drawings import DrawingParts, chart_titles
from ingest.extract.office_xml import Element, attribute, descendants, short
from ingest.extract.opc import Package, Relationship

_MOST = 5_000


def comments(package: Package, links: dict[str, Relationship]) -> list[str]:
    """Return the comments on the cells of a sheet, each with its cell: `B3: Check this.`"""
    found: list[str] = []
    for root in _roots(package, links, "comments"):
        for comment in descendants(root, "x:comment"):
            runs = (run for run in descendants(comment, "x:t") if not _is_reading(run))
            text = " ".join("".join(run.text or "" for run in runs).split())
            if text and len(found) < _MOST:
                found.append(f"{comment.get('ref') or ''}: {text}")
    return found


def shapes(package: Package, links: dict[str, Relationship]) -> list[str]:
    """Return the texts of boxes over a sheet and the titles of its charts."""
    found: list[str] = []
    for link in links.values():
        if link.kind != "drawing" or not link.target:
            continue
        root = next(iter(_roots(package, {"": link}, "drawing")), None)
        if root is None:
            continue
        parts = DrawingParts(package, package.relationships(link.target))
        for element in root.iter():
            name = short(element)
            if name == "xdr:txBody":
                found += [text for paragraph in descendants(element, "a:p") if (text := _text(paragraph))]
            elif name == "c:chart":
                chart = parts.root_of(attribute(element, "r:id") or "")
                found += chart_titles(chart) if chart is not None else []
    return found[:_MOST]


def _text(paragraph: Element) -> str:
    return " ".join("".join(run.text or "" for run in descendants(paragraph, "a:t")).split())


def _is_reading(run: Element) -> bool:
    around = run.getparent()
    return around is not None and short(around) == "x:rPh"


def _roots(package: Package, links: dict[str, Relationship], kind: str) -> list[Element]:
    roots: list[Element] = []
    for link in links.values():
        if link.kind == kind and link.target and package.has(link.target):
            try:
                roots.append(package.read(link.target))
            except Damaged:
                continue
    return roots
