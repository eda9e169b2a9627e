"""Tables: from `w:tbl` to a grid of texts, and from the grid to pipe rows that keep the line limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ingest.extract.docx.styles import is_off, is_shaded, value
from ingest.extract.office_xml import Element, attribute, child, short
from ingest.extract.wrapping import wrap

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
_NARROWEST = 8
"""Characters below which a column of a split row can hold nothing."""


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


def pipe_table(grid: list[list[str]], limit: int) -> list[str]:
    """Return a grid as a Markdown table: the first row is its head.

    A row over the limit continues on rows below, cell by cell, as a printed table does; a table too wide for
    that becomes one line for each cell.
    """
    if not grid:
        return []
    escaped = [[" ".join(text.replace("|", "\\|").split()) for text in row] for row in grid]
    width = len(escaped[0])
    if width * (_NARROWEST + 3) + 1 > limit and any(len(_row(row)) > limit for row in escaped):
        return [piece for row in escaped for cell in row if cell for piece in wrap(f"- {cell}", limit)]
    lines: list[str] = []
    for position, row in enumerate(escaped):
        lines.extend(_fitted(row, limit))
        if position == 0:
            lines.append("|" + "---|" * width)
    return lines


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _fitted(cells: list[str], limit: int) -> list[str]:
    whole = _row(cells)
    if len(whole) <= limit:
        return [whole]
    room = _share(cells, limit - 3 * len(cells) - 1)
    pieces = [wrap(cell, width) if cell else [] for cell, width in zip(cells, room, strict=True)]
    height = max(map(len, pieces))
    return [_row([piece[at] if at < len(piece) else "" for piece in pieces]) for at in range(height)]


def _share(cells: list[str], total: int) -> list[int]:
    """Divide the width of a line among cells: short ones get what they need, long ones share the rest."""
    room = [0] * len(cells)
    open_cells = sorted(range(len(cells)), key=lambda at: len(cells[at]))
    left = total
    for done, at in enumerate(open_cells):
        fair = left // (len(cells) - done)
        room[at] = max(min(len(cells[at]), fair), _NARROWEST)
        left -= min(len(cells[at]), fair)
    return room


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
