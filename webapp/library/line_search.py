"""Finding a text in the lines of one document, whatever its case and width, with the exact places."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from webapp.library.line_store import read_lines

_RUN = 4_096
"""Lines that are held in memory at a time."""


@dataclass(frozen=True, slots=True)
class LineMatch:
    """A line with what was sought. ranges: (start, end) in UTF-16 units, as JavaScript counts."""

    number: int
    text: str
    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LineMatches:
    """What was found. The totals count what the limit left out, too."""

    lines: tuple[LineMatch, ...]
    total_lines: int
    total_matches: int


def fold(text: str) -> str:
    """Return a text without differences of case and width: `Ａｂ` is `aB`, but `é` is not `e`."""
    return unicodedata.normalize("NFKD", text).casefold()


def ranges_of(text: str, sought: str) -> tuple[tuple[int, int], ...]:
    """Return where a folded text stands in a line: (start, end) in UTF-16 units, without overlaps.

    A match covers whole characters only: `e` is not found inside `é`, nor `ハ` inside `バ`.
    """
    if not sought or sought not in fold(text):
        return ()
    folded: list[str] = []
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    place = units = 0
    for character in text:
        piece = fold(character)
        starts.setdefault(place, units)
        place += len(piece)
        units += 2 if ord(character) > 0xFFFF else 1
        ends[place] = units
        folded.append(piece)
    return tuple(_whole_matches("".join(folded), sought, starts, ends))


def _whole_matches(
    line: str, sought: str, starts: dict[int, int], ends: dict[int, int]
) -> Iterator[tuple[int, int]]:
    found = line.find(sought)
    while found != -1:
        end = found + len(sought)
        whole = found in starts and end in ends
        if whole:
            yield starts[found], ends[end]
        found = line.find(sought, end if whole else found + 1)


def find_in_lines(revision_id: int, query: str, *, line_count: int, limit: int) -> LineMatches:
    """Return the lines of a revision that hold the query, in order, at most `limit` of them."""
    sought = fold(query)
    lines: list[LineMatch] = []
    total_lines = total_matches = 0
    for first in range(1, line_count + 1 if sought else 0, _RUN):
        for number, line in enumerate(
            read_lines(revision_id, first=first, last=first + _RUN - 1), start=first
        ):
            ranges = ranges_of(line.text, sought)
            if not ranges:
                continue
            total_lines += 1
            total_matches += len(ranges)
            if len(lines) < limit:
                lines.append(LineMatch(number, line.text, ranges))
    return LineMatches(tuple(lines), total_lines, total_matches)
