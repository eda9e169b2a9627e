"""Tables of OpenDocument texts and slides: a grid of texts, merged cells repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ingest.extract.natural_number import natural
from ingest.extract.office_xml import Element, attribute, descendants, short

_MOST_REPEATED = 100
_MAX_COLUMNS = 500
_GROUPS = frozenset({"table:table-header-rows", "table:table-rows", "table:table-row-group"})
_CELLS = frozenset({"table:table-cell", "table:covered-table-cell"})


def rows_of(table: Element) -> Iterator[Element]:
    """Yield the rows of a table, those of groups in their place."""
    for element in table:
        if short(element) == "table:table-row":
            yield element
        elif short(element) in _GROUPS:
            yield from rows_of(element)


def is_layout(table: Element) -> bool:
    """Return whether a table only places text on the page: a frame of one cell, or cells with headings."""
    cells = sum(short(cell) == "table:table-cell" for row in rows_of(table) for cell in row)
    return cells == 1 or any(True for _ in descendants(table, "text:h"))


def layout_blocks(table: Element) -> Iterator[Element]:
    """Yield the blocks inside the cells of a table."""
    for row in rows_of(table):
        for cell in row:
            if short(cell) == "table:table-cell":
                yield from cell


def grid_of(table: Element, read_cell: Callable[[Element], str]) -> list[list[str]]:
    """Return the texts of a table as equal rows; a merged cell is repeated in every place it covers."""
    grid: list[list[str]] = []
    waiting: dict[int, tuple[int, str]] = {}
    for row in rows_of(table):
        line: list[str] = []
        for cell in row:
            if short(cell) not in _CELLS or len(line) >= _MAX_COLUMNS:
                continue
            column = len(line)
            left, text = waiting.pop(column, (0, ""))
            if short(cell) == "table:table-cell":
                text = read_cell(cell)
                left = _number(cell, "table:number-rows-spanned")
                for beside in range(column + 1, column + _number(cell, "table:number-columns-spanned")):
                    waiting[beside] = (left, text)
            if left > 1:
                waiting[column] = (left - 1, text)
            line += [text] * min(_number(cell, "table:number-columns-repeated"), _MAX_COLUMNS)
        repeated = min(_number(row, "table:number-rows-repeated"), _MOST_REPEATED)
        grid += [list(line) for _ in range(repeated)] if any(line) else []
    width = max(map(len, grid), default=0)
    filled = [line + [""] * (width - len(line)) for line in grid]
    kept = [column for column in range(width) if any(line[column] for line in filled)]
    return [[line[column] for column in kept] for line in filled]


def _number(element: Element, name: str) -> int:
    said = attribute(element, name) or "1"
    return max(1, min(natural(said) or 1, 10_000))
