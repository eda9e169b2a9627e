"""The ruled lines of a page, and the grids that they form."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from ingest.extract.pdf.document import Box
from ingest.extract.pdf.rows import Vector

_THIN = 3.0
_SHORT = 8.0
_TOUCH = 3.0
_NARROW = 5.0
_MOST_LINES = 400
_AT, _START = attrgetter("at"), attrgetter("start")


class Ruled(NamedTuple):
    """A straight line: where it lies across its direction, and from where to where it runs."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Grid:
    """The edges of the columns and rows between lines that touch one another, and the lines on each edge."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    down: tuple[tuple[Ruled, ...], ...]
    across: tuple[tuple[Ruled, ...], ...]

    @property
    def box(self) -> Box:
        """The outer edges."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]

    def walls_right(self) -> list[set[int]]:
        """For each edge between columns, the rows in which a line lies on it."""
        return [_parted(self.ys, lines) for lines in self.down]

    def walls_below(self) -> list[set[int]]:
        """For each edge between rows, the columns in which a line lies on it."""
        return [_parted(self.xs, lines) for lines in self.across]


def _parted(edges: Sequence[float], lines: Sequence[Ruled]) -> set[int]:
    """The spaces between some edges whose middle a line runs past."""
    middles = [(a + b) / 2 for a, b in pairwise(edges)]
    parted = set[int]()
    for _, start, end in lines:
        parted.update(range(bisect_left(middles, start - 1), bisect_right(middles, end + 1)))
    return parted


def find_grids(vectors: Sequence[Vector], width: float, height: float) -> list[Grid]:
    """Return the grids of at least two rows and two columns on a page of this size."""
    across, down = _lines(vectors, width, height)
    if len(across) < 2 or not down or len(across) + len(down) > _MOST_LINES:
        return []
    grids = (_grid(group_across, group_down) for group_across, group_down in _connected(across, down))
    return [grid for grid in grids if len(grid.xs) > 2 and len(grid.ys) > 2]


def _lines(vectors: Sequence[Vector], width: float, height: float) -> tuple[list[Ruled], list[Ruled]]:
    across: list[Ruled] = []
    down: list[Ruled] = []
    for vector in vectors:
        x0, y0, x1, y1 = vector.box
        wide, high = x1 - x0, y1 - y0
        if high <= _THIN:
            if wide >= _SHORT:
                across.append(Ruled((y0 + y1) / 2, x0, x1))
        elif wide <= _THIN:
            if high >= _SHORT:
                down.append(Ruled((x0 + x1) / 2, y0, y1))
        elif wide >= 12 and high >= _SHORT and not (wide > 0.95 * width and high > 0.9 * height):
            across += (Ruled(y0, x0, x1), Ruled(y1, x0, x1))
            down += (Ruled(x0, y0, y1), Ruled(x1, y0, y1))
    return _merged(across), _merged(down)


def _merged(lines: Iterable[Ruled]) -> list[Ruled]:
    """Join pieces of one line: dashes, cell by cell, doubled."""
    by_place: defaultdict[int, list[Ruled]] = defaultdict(list)
    for line in lines:
        by_place[round(line.at / 2)].append(line)
    merged: list[Ruled] = []
    for group in by_place.values():
        group.sort(key=_START)
        current = group[0]
        for line in group[1:]:
            if line.start <= current.end + _TOUCH:
                current = Ruled(current.at, current.start, max(current.end, line.end))
            else:
                merged.append(current)
                current = line
        merged.append(current)
    return merged


def _connected(across: list[Ruled], down: list[Ruled]) -> Iterator[tuple[list[Ruled], list[Ruled]]]:
    """Groups of lines that meet."""
    down.sort(key=_AT)
    places = [line.at for line in down]
    reaches = [(start - _TOUCH, end + _TOUCH) for _, start, end in down]
    met: list[list[int]] = []
    by_down: defaultdict[int, list[int]] = defaultdict(list)
    for number, line in enumerate(across):
        first = bisect_left(places, line.start - _TOUCH)
        last = bisect_right(places, line.end + _TOUCH)
        at = line.at
        met.append([d for d in range(first, last) if reaches[d][0] <= at <= reaches[d][1]])
        for d in met[-1]:
            by_down[d].append(number)
    seen: set[int] = set()
    for number in range(len(across)):
        if number in seen or not met[number]:
            continue
        group_across, group_down = _reached(number, met, by_down)
        seen |= group_across
        yield [across[a] for a in group_across], [down[d] for d in group_down]


def _reached(start: int, met: list[list[int]], by_down: dict[int, list[int]]) -> tuple[set[int], set[int]]:
    """All lines that hang together with one across."""
    group_across, group_down = {start}, set[int]()
    waiting = [start]
    while waiting:
        for d in met[waiting.pop()]:
            if d not in group_down:
                group_down.add(d)
                fresh = [a for a in by_down[d] if a not in group_across]
                group_across.update(fresh)
                waiting += fresh
    return group_across, group_down


def _grid(across: Sequence[Ruled], down: Sequence[Ruled]) -> Grid:
    """The edges of a group; a table that is open at its sides ends where its lines end."""
    xs = [line.at for line in down] + [min(line.start for line in across), max(line.end for line in across)]
    ys = [line.at for line in across] + [min(line.start for line in down), max(line.end for line in down)]
    columns, rows = _edges(xs), _edges(ys)
    return Grid(columns, rows, _lines_on(columns, down), _lines_on(rows, across))


def _edges(places: Iterable[float]) -> tuple[float, ...]:
    """Places in order, without those that leave no room for text between."""
    edges: list[float] = []
    for place in sorted(places):
        if not edges or place - edges[-1] > _NARROW:
            edges.append(place)
    return tuple(edges)


def _lines_on(edges: Sequence[float], lines: Iterable[Ruled]) -> tuple[tuple[Ruled, ...], ...]:
    """The lines that lie on each edge."""
    on: list[list[Ruled]] = [[] for _ in edges]
    for line in lines:
        place = bisect_right(edges, line.at) - 1
        for near in (place, place + 1):
            if 0 <= near < len(edges) and abs(edges[near] - line.at) <= _NARROW:
                on[near].append(line)
    return tuple(tuple(group) for group in on)
