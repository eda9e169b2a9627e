"""The order in which rows are read: the file's own, unless it jumps about; footnotes come last.

Where it jumps, the file's order still tells which rows were set as one passage: its lines stay together, so that a
box beside the text does not come between them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ingest.extract.pdf.rows import EAST_ASIAN, Row

_FOOTNOTE = re.compile(r"(?:\d{1,3}|[*†‡§¶]{1,3}|[（(]?注\d*[)）]?|※\d*)[\s.)]?\s*\S")
_LONG = 18
_LEAST_ROWS = 6
_SAME_SIZE = 0.1
_NEXT_LINE = 2.2
_MOST = 0.6
_WORDS = 4


def in_reading_order(rows: Sequence[Row], height: float) -> list[Row]:
    """Return the rows in reading order, footnotes after everything else."""
    ordered = list(rows) if _orderly(rows) else _by_columns(list(rows), _passages(rows))
    notes = _footnotes(ordered, height)
    if not notes:
        return ordered
    of_notes = {id(row) for row in notes}
    return [row for row in ordered if id(row) not in of_notes] + notes


def _orderly(rows: Sequence[Row]) -> bool:
    """Whether the file's order goes down each column, and to a column on the right only by going up."""
    jumps = side_by_side = 0
    for place, (before, row) in enumerate(pairwise(rows), start=1):
        up = before.y0 - row.y0 > 0.6 * _line_height(before, row) + 2
        if up and (row.x0 < before.x1 - 1 or _tops_all(rows[:place], row)):
            jumps += 1
        beside = abs(row.base - before.base) < 2 and row.x0 > before.x1
        side_by_side += beside and len(row.text) > _LONG and len(before.text) > _LONG
    return not jumps and side_by_side < max(3, 0.25 * len(rows))


def _line_height(before: Row, row: Row) -> float:
    """The height of the line that another may stand above; a table is higher than its lines are."""
    over_table = not before.text and row.y1 <= before.y0 + 2 and _has_words(row)
    line = row if over_table else before
    return line.y1 - line.y0


def _has_words(row: Row) -> bool:
    """Whether a row is more than a label of a drawing, or a part of a formula."""
    return sum(map(str.isalpha, row.text)) + len(EAST_ASIAN.findall(row.text)) >= _WORDS


def _tops_all(earlier: Sequence[Row], row: Row) -> bool:
    """Whether words stand above most of the page so far, which the file holds before them: no new column."""
    if not _has_words(row):
        return False
    below = [other for other in earlier if other.x0 < row.x1 and other.x1 > row.x0]
    return len(below) > _MOST * len(earlier) and all(other.y0 >= row.y1 - 2 for other in below)


def _passages(rows: Sequence[Row]) -> dict[int, int]:
    """The number of the passage that a row belongs to, by its id: lines of prose that follow each other in the file."""
    numbers: dict[int, int] = {}
    passage: list[Row] = []
    for row in rows:
        if passage and not _next_line(passage[-1], row):
            _number(passage, numbers)
            passage = []
        passage.append(row)
    _number(passage, numbers)
    return numbers


def _number(passage: Sequence[Row], numbers: dict[int, int]) -> None:
    widths = sum(len(row.text) + len(EAST_ASIAN.findall(row.text)) for row in passage)
    if len(passage) > 1 and widths > _LONG * len(passage):
        numbers.update((id(row), id(passage[0])) for row in passage)


def _next_line(before: Row, row: Row) -> bool:
    """Whether a row stands right below the one before it in the file, in the same size."""
    shared = min(before.x1, row.x1) - max(before.x0, row.x0)
    return (
        bool(before.text and row.text)
        and not (before.cells or row.cells)
        and abs(before.relative - row.relative) < _SAME_SIZE
        and 3 < row.base - before.base < _NEXT_LINE * row.size
        and shared > 0.5 * min(before.x1 - before.x0, row.x1 - row.x0)
    )


def _by_columns(rows: list[Row], passages: dict[int, int]) -> list[Row]:
    """Split at a gutter that few rows cross; those that do divide the page into bands."""
    gutter = _gutter(rows)
    if gutter is None:
        return _by_lines(rows, passages)
    crossing = sorted((row for row in rows if row.x0 < gutter - 2 and row.x1 > gutter + 2), key=_top)
    rest = sorted((row for row in rows if not (row.x0 < gutter - 2 and row.x1 > gutter + 2)), key=_top)
    ordered: list[Row] = []
    for divider in (*crossing, None):
        band = [row for row in rest if divider is None or row.y0 < divider.y0]
        rest = rest[len(band) :]
        ordered += _by_columns([row for row in band if row.x1 <= gutter + 2], passages)
        ordered += _by_columns([row for row in band if row.x1 > gutter + 2], passages)
        if divider is not None:
            ordered.append(divider)
    return ordered


def _top(row: Row) -> float:
    return row.y0


def _by_lines(rows: list[Row], passages: dict[int, int]) -> list[Row]:
    """Top to bottom; rows on one baseline from left to right; a passage where its first line stands."""
    ordered = sorted(_units(rows, passages), key=lambda unit: (unit[0].base, unit[0].x0))
    line: list[list[Row]] = []
    result: list[list[Row]] = []
    for unit in ordered:
        if line and unit[0].base - line[0][0].base > 3:
            result += sorted(line, key=_left)
            line = []
        line.append(unit)
    return [row for unit in (*result, *sorted(line, key=_left)) for row in unit]


def _left(unit: Sequence[Row]) -> float:
    return unit[0].x0


def _units(rows: Sequence[Row], passages: dict[int, int]) -> list[list[Row]]:
    """What stays together: the passages that no other row stands in, and each other row by itself."""
    together: dict[int, list[Row]] = {}
    for row in rows:
        together.setdefault(passages.get(id(row), id(row)), []).append(row)
    units: list[list[Row]] = []
    for number, unit in together.items():
        others = (row for row in rows if passages.get(id(row), id(row)) != number)
        if len(unit) > 1 and _is_entered(unit, others):
            units += [[row] for row in unit]
        else:
            units.append(sorted(unit, key=_top))
    return units


def _is_entered(unit: Sequence[Row], others: Iterable[Row]) -> bool:
    left, right = min(row.x0 for row in unit), max(row.x1 for row in unit)
    top, bottom = min(row.y0 for row in unit), max(row.y1 for row in unit)
    return any(
        row.x0 < right - 1 and row.x1 > left + 1 and row.y0 < bottom - 2 and row.y1 > top + 2
        for row in others
    )


def _gutter(rows: Sequence[Row]) -> float | None:
    """The middle of the widest strip between columns, None where there is one column."""
    if len(rows) < _LEAST_ROWS:
        return None
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    width = right - left
    best: tuple[int, float] | None = None
    begins, ends = sorted(row.x0 for row in rows), sorted(row.x1 for row in rows)
    least = max(3, 0.2 * len(rows))
    for start in sorted({x0 for x0 in begins if left + 0.2 * width < x0 < left + 0.8 * width}):
        x = start - 3
        before, after = bisect_right(ends, x + 1), len(rows) - bisect_left(begins, x)
        if min(before, after) < least:
            continue
        crossing = sum(row.x0 < x < row.x1 for row in rows)
        if crossing <= 0.2 * len(rows):
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
