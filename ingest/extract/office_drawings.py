"""Texts of the charts and diagrams (SmartArt) that a document shows: each is a part of its own."""

from __future__ import annotations

from ingest.domain.errors import Damaged
from ingest.extract.natural_number import natural
from ingest.extract.office_xml import Element, attribute, child, descendants, short
from ingest.extract.opc import Package, Relationship

_MAX_TEXTS = 200
_MAX_ROWS = 1_000


class DrawingParts:
    """Finds the part behind a relationship id and reads its texts once."""

    def __init__(self, package: Package, links: dict[str, Relationship]) -> None:
        self._package = package
        self._links = links

    def text_of(self, relationship: str) -> list[str]:
        """Return the title and labels of a chart, or the points of a diagram, in the part's order."""
        root = self.root_of(relationship)
        if root is None:
            return []
        return _diagram(root) if short(root) == "dgm:dataModel" else _chart(root)

    def root_of(self, relationship: str) -> Element | None:
        """Return the root of the part behind a relationship id, None where it is missing or broken."""
        link = self._links.get(relationship)
        if link is None or link.target is None or not self._package.has(link.target):
            return None
        try:
            return self._package.read(link.target)
        except Damaged:
            return None


def diagram_tree(root: Element) -> list[tuple[int, str]]:
    """Return the points of a diagram with their depths, parents before their children."""
    texts = {attribute(point, "modelId") or "": _joined(point) for point in descendants(root, "dgm:pt")}
    below: dict[str, list[tuple[int, str]]] = {}
    children: set[str] = set()
    for link in descendants(root, "dgm:cxn"):
        if (link.get("type") or "parOf") == "parOf":
            target = link.get("destId") or ""
            order = link.get("srcOrd") or "0"
            below.setdefault(link.get("srcId") or "", []).append((natural(order) or 0, target))
            children.add(target)
    found: list[tuple[int, str]] = []
    seen: set[str] = set()
    stack = [(0, point) for point in reversed([point for point in texts if point not in children])]
    while stack:
        depth, point = stack.pop()
        if point in seen:
            continue
        seen.add(point)
        shown = bool(texts.get(point))
        if shown:
            found.append((depth, texts[point]))
        stack += [(depth + shown, inner) for _, inner in sorted(below.get(point, ()), reverse=True)]
    found += [(0, text) for point, text in texts.items() if text and point not in seen]
    return found[:_MAX_TEXTS]


def chart_grid(root: Element) -> list[list[str]]:
    """Return the categories of a chart and the values of its series as rows, names of the series on top."""
    series = list(descendants(root, "c:ser"))
    if not series:
        return []
    names = [_joined(name) if (name := child(one, "c:tx")) is not None else "" for one in series]
    columns = [_points(one, ("c:val", "c:yVal")) for one in series]
    first = next((points for one in series if (points := _points(one, ("c:cat", "c:xVal")))), {})
    places = sorted(set(first).union(*columns))[:_MAX_ROWS]
    rows = [[first.get(at, ""), *(column.get(at, "") for column in columns)] for at in places]
    return [["", *names], *rows] if any(names) or rows else []


def chart_titles(root: Element) -> list[str]:
    """Return the title of a chart and of its axes."""
    return [text for title in descendants(root, "c:title") if (text := _joined(title))][:_MAX_TEXTS]


def _points(series: Element, names: tuple[str, ...]) -> dict[int, str]:
    """Return the values of a series by their place."""
    holder = next((found for name in names if (found := child(series, name)) is not None), None)
    points: dict[int, str] = {}
    for point in descendants(holder, "c:pt") if holder is not None else ():
        place = natural(point.get("idx"))
        if place is not None and place not in points:
            points[place] = _joined(point)
    return points


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
