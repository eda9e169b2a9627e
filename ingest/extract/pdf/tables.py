"""Tables by their ruled lines: rows of text inside a grid become pipe tables, unless the grid lays out a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.extract.leaders import find_leader
from ingest.extract.pdf.document import Box
from ingest.extract.pdf.merged import NOTHING, Cells, settle_cells
from ingest.extract.pdf.paragraphs import glue, tidy
from ingest.extract.pdf.rows import Page, Piece, Row
from ingest.extract.pdf.ruling import Grid, find_grids

TABLE = "table"
"""What `skip` says of the row that stands in for a table."""

_LONGEST_CELL = 700
_LEAST_CELLS = 4
_MOST_CELLS = 3_000


@dataclass(slots=True)
class Table:
    """A table that was taken out of the rows of its page.

    before: the row after which it stands, None at the top. lines: pipe rows and the box of each.
    rows: what it was made of.
    """

    before: Row | None
    lines: list[tuple[str, Box]]
    rows: list[Row]
    box: Box


def take_tables(page: Page) -> list[Table]:
    """Turn the grids of a page into tables and take their rows out of it."""
    if len(page.vectors) < 3 or not page.rows:
        return []
    tables: list[Table] = []
    for grid in find_grids(page.vectors, page.frame.width, page.frame.height):
        inside = [row for row in page.rows if _inside(grid.box, row)]
        if len(inside) < 2 or sum(find_leader(row.text) is not None for row in inside) > 2:
            continue
        cells = _cells(grid, inside)
        if cells is None:
            continue
        taken = {id(row) for row in inside}
        first = next(i for i, row in enumerate(page.rows) if id(row) in taken)
        before = page.rows[first - 1] if first else None
        tables.append(Table(before, _pipe_rows(cells, grid), inside, grid.box))
        page.rows[:] = [row for row in page.rows if id(row) not in taken]
    return tables


def _inside(box: Box, row: Row) -> bool:
    x, y = (row.x0 + row.x1) / 2, (row.y0 + row.y1) / 2
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1


def _cells(grid: Grid, rows: Sequence[Row]) -> Cells | None:
    """The cells of the grid; None where it is a frame or the layout of a page, and no table."""
    height, width = len(grid.ys) - 1, len(grid.xs) - 1
    pieces = sum(len(row.pieces) if row.pieces else 1 for row in rows)
    if height * width > _MOST_CELLS or pieces < _LEAST_CELLS:
        return None
    group = _merge(grid)
    texts: dict[int, str] = {}
    for row in sorted(rows, key=lambda r: (round(r.base / 3), r.x0)):
        for piece in row.pieces or (Piece(row.x0, row.x1, row.text),):
            place = _place(grid, (piece.x0 + piece.x1) / 2, (row.y0 + row.y1) / 2)
            key = group[place[0] * width + place[1]]
            texts[key] = glue(texts.get(key, ""), tidy(piece.text))
    cells = settle_cells(group, width, texts)
    return cells if _is_table(cells) else None


def _is_table(cells: Cells) -> bool:
    if len(cells.texts) < _LEAST_CELLS or max(map(len, cells.texts.values())) > _LONGEST_CELL:
        return False
    speaking = sum(len({cells.texts[key] for key in row if key != NOTHING}) > 1 for row in cells.keys)
    return speaking >= 2 and not cells.is_page_layout()


def _merge(grid: Grid) -> list[int]:
    """For each cell, row by row, the number of the first cell that no line parts it from."""
    height, width = len(grid.ys) - 1, len(grid.xs) - 1
    group = list(range(height * width))
    right, below = grid.walls_right(), grid.walls_below()

    def root(cell: int) -> int:
        while group[cell] != cell:
            cell = group[cell]
        return cell

    for y in range(height):
        for x in range(width):
            cell = y * width + x
            if x + 1 < width and y not in right[x + 1]:
                group[root(cell + 1)] = root(cell)
            if y + 1 < height and x not in below[y + 1]:
                group[root(cell + width)] = root(cell)
    return [root(cell) for cell in range(height * width)]


def _place(grid: Grid, x: float, y: float) -> tuple[int, int]:
    """The row and column of a point."""
    row = sum(edge <= y for edge in grid.ys[1:-1])
    column = sum(edge <= x for edge in grid.xs[1:-1])
    return row, column


def _pipe_rows(cells: Cells, grid: Grid) -> list[tuple[str, Box]]:
    """The rows as Markdown.

    A row that is one merged cell is a caption or a note: it stands as text above or below, inside as one cell.
    """
    ends = (*cells.rows[1:], len(grid.ys) - 1)
    boxes = [
        (grid.xs[0], grid.ys[y], grid.xs[-1], grid.ys[end]) for y, end in zip(cells.rows, ends, strict=True)
    ]
    rows = [[text.replace("|", "\\|") for text in row] for row in cells.shown()]
    start, end = 0, len(rows)
    while start < end and cells.is_one_cell(start):
        start += 1
    while end > start and cells.is_one_cell(end - 1):
        end -= 1
    lines: list[tuple[str, Box]] = []
    for number, (row, box) in enumerate(zip(rows, boxes, strict=True)):
        content = [row[0], *("" for _ in row[1:])] if cells.is_one_cell(number) else row
        inside = start <= number < end
        lines.append((f"| {' | '.join(content)} |" if inside else row[0], box))
        if number == start and inside:
            lines.append((f"| {' | '.join('---' for _ in row)} |", box))
    return lines
