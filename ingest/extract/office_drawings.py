"""Texts of the charts and diagrams (SmartArt) that a document shows: each is a part of its own."""

from __future__ import annotations

from ingest.domain.errors import Damaged
from ingest.extract.office_xml import Element, short
from ingest.extract.opc import Package, Relationship

_MAX_TEXTS = 200


class DrawingParts:
    """Finds the part behind a relationship id and reads its texts once."""

    def __init__(self, package: Package, links: dict[str, Relationship]) -> None:
        self._package = package
        self._links = links

    def text_of(self, relationship: str) -> list[str]:
        """Return the title and labels of a chart, or the points of a diagram, in the part's order."""
        link = self._links.get(relationship)
        if link is None or link.target is None or not self._package.has(link.target):
            return []
        try:
            root = self._package.read(link.target)
        except Damaged:
            return []
        return _diagram(root) if short(root) == "dgm:dataModel" else _chart(root)


def _diagram(root: Element) -> list[str]:
    texts = [_joined(point) for point in root.iter() if short(point) == "dgm:pt"]
    return [text for text in texts if text][:_MAX_TEXTS]


def _chart(root: Element) -> list[str]:
    texts: dict[str, None] = {}
    for element in root.iter():
        name = short(element)
        if name in {"c:title", "c:tx"}:
            texts[_joined(element)] = None
        elif name == "c:cat":
            texts[", ".join(v.text or "" for v in element.iter() if short(v) == "c:v")] = None
    return [text for text in texts if text][:_MAX_TEXTS]


def _joined(element: Element) -> str:
    return " ".join(
        " ".join(inner.text or "" for inner in element.iter() if short(inner) in {"a:t", "c:v"}).split()
    )
