"""The order in which rows are read: the file's own, unless it jumps about; footnotes come last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ingest.extract.pdf.rows import Row

_FOOTNOTE = re.compile(r"(?:\d{1,3}|[*†‡§¶]{1,3}|[（(]?注\d*[)）]?|※\d*)[\s.)]?\s*\S")
_LONG = 18
_LEAST_ROWS = 6


def in_reading_order(rows: Sequence[Row], height: float) -> list[Row]:
    """Return the rows in reading order, footnotes after everything else."""
    ordered = list(rows) if _orderly(rows) else _by_columns(list(rows))
    notes = _footnotes(ordered, height)
    if not notes:
        return ordered
    of_notes = {id(row) for row in notes}
    return [row for row in ordered if id(row) not in of_notes] + notes


def _orderly(rows: Sequence[Row]) -> bool:
    """Whether the file's order goes down each column, and to a column on the right only by going up."""
    jumps = side_by_side = 0
    for before, row in pairwise(rows):
        up = before.y0 - row.y0 > 0.6 * (before.y1 - before.y0) + 2
        if up and row.x0 < before.x1 - 1:
            jumps += 1
        beside = abs(row.base - before.base) < 2 and row.x0 > before.x1
        side_by_side += beside and len(row.text) > _LONG and len(before.text) > _LONG
    return not jumps and side_by_side < max(3, 0.25 * len(rows))


def _by_columns(rows: list[Row]) -> list[Row]:
    """Split at a gutter that few rows cross; those that do divide the page into bands."""
    gutter = _gutter(rows)
    if gutter is None:
        return _by_lines(rows)
    crossing = sorted((row for row in rows if row.x0 < gutter - 2 and row.x1 > gutter + 2), key=_top)
    rest = sorted((row for row in rows if not (row.x0 < gutter - 2 and row.x1 > gutter + 2)), key=_top)
    ordered: list[Row] = []
    for divider in (*crossing, None):
        band = [row for row in rest if divider is None or row.y0 < divider.y0]
        rest = rest[len(band) :]
        ordered += _by_columns([row for row in band if row.x1 <= gutter + 2])
        ordered += _by_columns([row for row in band if row.x1 > gutter + 2])
        if divider is not None:
            ordered.append(divider)
    return ordered


def _top(row: Row) -> float:
    return row.y0


def _by_lines(rows: list[Row]) -> list[Row]:
    """Top to bottom; rows on one baseline from left to right."""
    ordered = sorted(rows, key=lambda row: (row.base, row.x0))
    line: list[Row] = []
    result: list[Row] = []
    for row in ordered:
        if line and row.base - line[0].base > 3:
            result += sorted(line, key=lambda r: r.x0)
            line = []
        line.append(row)
    return result + sorted(line, key=lambda r: r.x0)


def _gutter(rows: Sequence[Row]) -> float | None:
    """The middle of the widest strip between columns, None where there is one column."""
    if len(rows) < _LEAST_ROWS:
        return None
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    width = right - left
    best: tuple[int, float] | None = None
    starts = sorted({row.x0 for row in rows if left + 0.2 * width < row.x0 < left + 0.8 * width})
    for start in starts:
        x = start - 3
        crossing = sum(row.x0 < x < row.x1 for row in rows)
        before = sum(row.x1 <= x + 1 for row in rows)
        after = sum(row.x0 >= x for row in rows)
        if crossing <= 0.2 * len(rows) and min(before, after) >= max(3, 0.2 * len(rows)):
            key = (crossing, x)
            best = min(best, key) if best else key
    return best[1] if best else None


def _footnotes(rows: Sequence[Row], height: float) -> list[Row]:
    """The runs of small rows at the lower end of a column that begin with a mark."""
    notes: list[Row] = []
    end = len(rows)
    for i in range(len(rows) - 1, -1, -1):
        column_end = i + 1 == len(rows) or rows[i + 1].y0 < rows[i].y0
        if column_end:
            end = i + 1
        if rows[i].relative >= 0.93 or rows[i].y0 < 0.4 * height:
            end = -1
        elif end > i and _FOOTNOTE.match(rows[i].text) and (i == 0 or rows[i - 1].relative >= 0.93):
            notes = [*rows[i:end], *notes]
            end = -1
    return notes
