"""Tables of HTML: a grid in which merged cells are repeated, written as a pipe table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ingest.extract.html.elements import HEADINGS, Element, attribute, is_hidden, tag_of

MAX_CELLS = 200_000
"""Cells of a grid, merged ones counted as often as they are repeated; what is beyond is not repeated."""

_MAX_SPAN = 1_000
_CONTAINERS = frozenset({"table", "pre", "blockquote", "figure", "ol", *HEADINGS})
_LONG_CELL = 600


def rows_of(table: Element) -> Iterator[Element]:
    """Yield the rows of a table, not those of tables inside it."""
    for child in table:
        tag = tag_of(child)
        if tag == "tr" and not is_hidden(child):
            yield child
        elif tag in ("thead", "tbody", "tfoot") and not is_hidden(child):
            yield from rows_of(child)


def cells_of(row: Element) -> Iterator[Element]:
    """Yield the cells of a row."""
    return (child for child in row if tag_of(child) in ("td", "th") and not is_hidden(child))


def hidden_parts_of(table: Element) -> Iterator[Element]:
    """Yield the rows and cells of a table that are kept out of sight."""
    for child in table:
        tag = tag_of(child)
        if tag in ("thead", "tbody", "tfoot", "tr", "td", "th"):
            if is_hidden(child):
                yield child
            elif tag not in ("td", "th"):
                yield from hidden_parts_of(child)


def is_layout(table: Element) -> bool:
    """Return whether a table only arranges other content:

    One cell a row, or cells with headings, code or tables.
    """
    if attribute(table, "role") in ("presentation", "none"):
        return True
    rows = list(rows_of(table))
    if all(sum(1 for _ in cells_of(row)) <= 1 for row in rows):
        return True
    return any(
        tag_of(inner) in _CONTAINERS for row in rows for cell in cells_of(row) for inner in cell.iter()
    )


def grid_of(table: Element, text_of: Callable[[Element], str]) -> list[list[str]]:
    """Return the cells' texts, merged cells repeated in every place they cover."""
    grid: list[list[str]] = []
    waiting: dict[int, tuple[int, str]] = {}
    cells = 0
    for row in rows_of(table):
        line: list[str] = []

        def fill(line: list[str] = line) -> None:
            while len(line) in waiting:
                left, text = waiting.pop(len(line))
                if left > 1:
                    waiting[len(line)] = (left - 1, text)
                line.append(text)

        for cell in cells_of(row):
            fill()
            text = " ".join(text_of(cell).split())
            wide = _span(cell, "colspan") if cells < MAX_CELLS else 1
            tall = _span(cell, "rowspan") if cells < MAX_CELLS else 1
            for _ in range(wide):
                if tall > 1:
                    waiting[len(line)] = (tall - 1, text)
                line.append(text)
            cells += wide
        fill()
        grid.append(line)
    return [line for line in grid if any(line)]


def _span(cell: Element, name: str) -> int:
    text = attribute(cell, name).strip()
    return max(1, min(int(text), _MAX_SPAN)) if text.isdecimal() and len(text) < 6 else 1


def pipe_table(grid: list[list[str]]) -> list[str]:
    """Return the lines of a pipe table; its first row is its head."""
    if not grid:
        return []
    width = max(map(len, grid))
    lines = [_row(line + [""] * (width - len(line))) for line in grid]
    return [lines[0], _row(["---"] * width), *lines[1:]]


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
