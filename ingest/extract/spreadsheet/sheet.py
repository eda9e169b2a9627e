"""A sheet between its file and its lines: the cells that hold something, within limits that are told."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

MAX_ROWS = 100_000
"""Rows with content that are read of one sheet."""

MAX_COLUMNS = 1_000
"""Cells with content that are read of one row, wherever they lie."""

MAX_CELLS = 2_000_000
"""Cells with content that are read of one workbook, merged ones counted as often as they are repeated."""

LAST_COLUMN = 20_000
"""No program has columns behind this one: how far a stretch of hidden ones is followed."""

MAX_CELL = 32_767
"""Characters of a cell, the limit of spreadsheet programs; no more are repeated over merged cells."""

Row = dict[int, str]
"""Texts by column, from 0."""

Area = tuple[int, int, int, int]
"""First row, first column, last row, last column, from 0."""


@dataclass(slots=True)
class Sheet:
    """What one sheet holds. rows by number, from 0, in order. remarks: comments on cells. shapes: texts over it.

    hidden_rows, hidden_columns: numbers, from 0, of what its program does not show.
    cut: a clause for people about what was left out, empty where nothing was.
    """

    name: str
    hidden: bool = False
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    rows: dict[int, Row] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    cut: str = ""


class Budget:
    """Counts the cells of a workbook and says when a sheet is full."""

    def __init__(self, cells: int = MAX_CELLS, rows: int = MAX_ROWS, columns: int = MAX_COLUMNS) -> None:
        self._cells = cells
        self._rows = rows
        self._columns = columns

    def take(self, sheet: Sheet, number: int, row: Row) -> bool:
        """Add a row to a sheet. Return whether there is room for more; what does not fit is noted on the sheet."""
        if not row:
            return True
        if len(sheet.rows) >= self._rows or self._cells <= 0:
            sheet.cut = f"rows from {number + 1:,} on"
            return False
        if len(row) > self._columns:
            kept = sorted(row)[: self._columns]
            sheet.cut = sheet.cut or f"columns behind {column_name(kept[-1])}"
            row = {column: row[column] for column in kept}
        self._cells -= len(row)
        sheet.rows[number] = row
        return True

    def merge(self, sheet: Sheet) -> None:
        """Repeat the text of every merged area in all cells that it covers, in rows that hold something.

        A text that stands alone in its row is a banner over the table: it is not repeated.
        """
        for top, left, bottom, right in sheet.merged:
            row = sheet.rows.get(top, {})
            text = row.get(left, "")
            banner = top == bottom and len(row) == 1
            if not text or banner or len(text) > MAX_CELL:
                continue
            last = min(right, left + self._columns)
            for number in _rows_within(sheet.rows, top, bottom):
                row = sheet.rows[number]
                for column in range(left, last + 1):
                    if self._cells > 0 and column not in row:
                        row[column] = text
                        self._cells -= 1


def _rows_within(rows: dict[int, Row], first: int, last: int) -> list[int]:
    if last - first < len(rows):
        return [number for number in range(first, last + 1) if number in rows]
    return [number for number in rows if first <= number <= last]


def column_name(column: int) -> str:
    """Return the letters of a column, from 0: `A`, `AB`."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def column_number(reference: str) -> int | None:
    """Return the column of a cell's reference (`AB12`), from 0; None for what is no reference."""
    return _number_of(reference.rstrip("0123456789"))


@lru_cache(maxsize=20_000)
def _number_of(letters: str) -> int | None:
    if not 0 < len(letters) < 4 or not letters.isascii() or not letters.isalpha():
        return None
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1
