"""Tables: from `w:tbl` to a grid of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ingest.extract.docx.run_look import is_off, is_shaded, value
from ingest.extract.office_xml import Element, attribute, child, short

CellReader = Callable[[Element, bool], str]
"""Returns the text of a cell; the flag says that the cell stands on a coloured ground."""

_WRAPPERS = frozenset(
    (
        "w:sdt",
        "w:sdtContent",
        "w:customXml",
        "w:smartTag",
        "w:ins",
        "w:moveTo",
        "mc:AlternateContent",
        "mc:Choice",
    )
)
_MAX_SPAN = 64
_MAX_COLUMNS = 500


def unwrapped(container: Element) -> Iterator[Element]:
    """Yield the children of a container in order, those of content controls and the like in their place."""
    stack = list(reversed(container))
    while stack:
        element = stack.pop()
        if short(element) in _WRAPPERS:
            stack.extend(reversed(element))
        else:
            yield element


def rows_of(table: Element) -> Iterator[Element]:
    """Yield the rows of a table that are not deleted."""
    for row in unwrapped(table):
        if short(row) == "w:tr":
            properties = child(row, "w:trPr")
            if child(properties, "w:del") is None:
                yield row


def cells_of(row: Element) -> Iterator[Element]:
    """Yield the cells of a row."""
    return (cell for cell in unwrapped(row) if short(cell) == "w:tc")


def read_grid(table: Element, read_cell: CellReader, *, coloured: bool) -> list[list[str]]:
    """Return the texts of a table as equal rows; a merged cell is repeated in every place it covers."""
    grid: list[list[str]] = []
    edges: set[int] = set()
    above: dict[int, str] = {}
    for row in rows_of(table):
        texts = [""] * _number(child(child(row, "w:trPr"), "w:gridBefore"), 0)
        merged: dict[int, str] = {}
        for cell in cells_of(row):
            properties = child(cell, "w:tcPr")
            column = len(texts)
            span = _number(child(properties, "w:gridSpan"), 1)
            text = read_cell(cell, coloured or is_shaded(properties))
            joins = child(properties, "w:vMerge")
            if joins is not None:
                continued = (value(joins) or "continue") != "restart"
                text = above.get(column, text) if continued and not text else text
                merged[column] = text
            edges.add(column)
            texts.extend([text] * max(1, span))
        above = merged
        grid.append(texts[:_MAX_COLUMNS])
    width = max(map(len, grid), default=0)
    filled = [row + [""] * (width - len(row)) for row in grid]
    return _real_columns([row for row in filled if any(row)], edges)


def _real_columns(grid: list[list[str]], edges: set[int]) -> list[list[str]]:
    """Drop the columns in which no cell begins, and those without any text: they only serve the layout."""
    width = len(grid[0]) if grid else 0
    kept = [at for at in range(width) if at in edges and any(row[at] for row in grid)]
    return [[row[at] for at in kept] for row in grid]


def is_coloured(table: Element, coloured_styles: frozenset[str]) -> bool:
    """Whether a table's own properties or its style fill cells with a colour."""
    properties = child(table, "w:tblPr")
    style = value(child(properties, "w:tblStyle"))
    return is_shaded(properties) or style in coloured_styles


def is_hidden_row(row: Element) -> bool:
    """Whether a row is marked as hidden."""
    hidden = child(child(row, "w:trPr"), "w:hidden")
    return hidden is not None and not is_off(attribute(hidden, "w:val") or "1")


def _number(element: Element | None, default: int) -> int:
    text = value(element)
    return min(int(text), _MAX_SPAN) if text and text.isdigit() else default
