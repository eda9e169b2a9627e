"""Headings to a tree: numbers, depths and line ranges that hold every invariant of SPEC 4."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ingest.domain.outline import Heading, Section

MAX_DEPTH = 12
"""Depth under which headings become siblings. Real documents stay under 9; hostile ones nest thousands."""

MAX_TITLE = 300
"""Characters of a title that are kept."""


@dataclass(slots=True)
class _Node:
    heading: Heading
    depth: int
    last_line: int = 0
    children: list[_Node] = field(default_factory=list)


def grow(headings: Iterable[Heading], *, line_count: int) -> tuple[Section, ...]:
    """Return the top-level sections of a document of `line_count` lines.

    Headings may come in any order and their levels may jump: a heading is a child of the nearest one before
    it with a smaller level. Left out are headings outside the document, without a title, or on the line of an
    earlier one.
    """
    nodes = _stack(_usable(headings, line_count))
    ends = [*(node.heading.line - 1 for node in nodes[1:]), line_count]
    for node, end in zip(nodes, ends, strict=False):
        node.last_line = end
    for node in reversed(nodes):
        if node.children:
            node.last_line = node.children[-1].last_line
    top = [node for node in nodes if node.depth == 1]
    return tuple(_section(node, str(position)) for position, node in enumerate(top, start=1))


def _usable(headings: Iterable[Heading], line_count: int) -> list[Heading]:
    kept: list[Heading] = []
    for heading in sorted(headings, key=lambda heading: heading.line):
        inside = 1 <= heading.line <= line_count
        if inside and heading.title.strip() and not (kept and kept[-1].line == heading.line):
            kept.append(heading)
    return kept


def _stack(headings: list[Heading]) -> list[_Node]:
    """Return a node for each heading, in document order, children linked."""
    nodes: list[_Node] = []
    open_nodes: list[_Node] = []
    for heading in headings:
        while open_nodes and open_nodes[-1].heading.level >= heading.level:
            open_nodes.pop()
        while len(open_nodes) >= MAX_DEPTH:
            open_nodes.pop()
        node = _Node(heading, depth=len(open_nodes) + 1)
        if open_nodes:
            open_nodes[-1].children.append(node)
        open_nodes.append(node)
        nodes.append(node)
    return nodes


def _section(node: _Node, number: str) -> Section:
    children = tuple(
        _section(child, f"{number}.{position}") for position, child in enumerate(node.children, start=1)
    )
    heading = node.heading
    return Section(
        number=number,
        title=shortened(" ".join(heading.title.split()), MAX_TITLE),
        level=node.depth,
        first_line=heading.line,
        last_line=node.last_line,
        provenance=heading.provenance,
        confidence=min(1.0, max(0.0, heading.confidence)),
        children=children,
    )


def shortened(text: str, limit: int) -> str:
    """Return the text within `limit` characters, cut at a blank where one is near, with an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    blank = head.rfind(" ")
    return (head[:blank] if blank > limit * 2 // 3 else head).rstrip() + "…"
