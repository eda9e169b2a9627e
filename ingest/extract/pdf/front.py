"""Titles, names and dates of title pages and covers, which look like headings and are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ingest.extract.heading_numbers import squash
from ingest.extract.pdf.candidate import Candidate
from ingest.extract.pdf.contents import CONTENTS, CONTENTS_TITLES
from ingest.extract.pdf.measure import Usual
from ingest.extract.pdf.rows import Page, Row

_ABSTRACT = frozenset({"abstract", "概要", "摘要", "zusammenfassung", "résumé", "要旨", "はじめに"})
_NEVER = 10**9
_LARGER = 1.07
_Series = tuple[tuple[float, bool], str, int]


def without_front(found: list[Candidate], pages: Sequence[Page], usual: Usual) -> list[Candidate]:
    """Leave out title, authors and date: what stands above the first text, or looks as only covers do."""
    first = next((page.index for page in pages if page.rows), None)
    if first is None or not found:
        return found
    end = _end_of_title(pages[first], usual)
    inside = {id(c) for c in found if c.page == first and c.order < end}
    outside = [c for c in found if id(c) not in inside]
    later = {c.look for c in outside}
    highest = _highest_numbers(outside)
    on_pages: defaultdict[tuple[float, bool], set[int]] = defaultdict(set)
    for candidate in found:
        on_pages[candidate.look].add(candidate.page)
    limit = _cover_limit(found, first, len(pages))

    names = _names_below_title([c for c in found if id(c) in inside], pages[first].rows, end)

    def of_title(c: Candidate) -> bool:
        if id(c) not in inside or _is_counted_on(c, highest):
            return False
        return end == _NEVER or id(c) in names or (not _is_decimal(c) and c.look not in later)

    def of_cover(c: Candidate) -> bool:
        if c.page >= limit or max(on_pages[c.look]) >= limit or c.number:
            return False
        return squash(c.text) not in CONTENTS_TITLES and (c.page <= first or c.relative > 1.6)

    return [c for c in found if not of_title(c) and not of_cover(c)]


def _highest_numbers(found: Sequence[Candidate]) -> dict[_Series, tuple[int, ...]]:
    """The highest number of each series of headings: of one look, kind and depth."""
    highest: dict[_Series, tuple[int, ...]] = {}
    for c in found:
        if c.number and c.number.values:
            series = c.look, c.number.kind, c.number.depth
            highest[series] = max(highest.get(series, ()), c.number.values)
    return highest


def _is_counted_on(candidate: Candidate, highest: Mapping[_Series, tuple[int, ...]]) -> bool:
    """Whether headings of the same look count on from a candidate: then it is one of them, and no title."""
    number = candidate.number
    if number is None or not number.values or not (candidate.bold or candidate.relative > _LARGER):
        return False
    return highest.get((candidate.look, number.kind, number.depth), ()) > number.values


def _names_below_title(inside: Sequence[Candidate], rows: Sequence[Row], end: int) -> set[int]:
    """The ids of the candidates between a title and the text, or the abstract, that are not its first heading."""
    if not inside or end >= len(rows):
        return set()
    largest = max(row.relative for row in rows[:end])
    above = end
    if rows[end].skip != CONTENTS and squash(rows[end].text) not in CONTENTS_TITLES | _ABSTRACT:
        for c in reversed(inside):  # headings may stand on each other, down to the text
            above = c.order if c.order + len(c.rows) == above else above
    return {id(c) for c in inside if c.order < above and not c.number and c.relative < 0.9 * largest}


def _is_decimal(candidate: Candidate) -> bool:
    return candidate.number is not None and candidate.number.kind == "decimal"


def _cover_limit(found: Sequence[Candidate], first: int, page_count: int) -> int:
    """The page from which on nothing is a cover any more."""
    if page_count <= 5:
        return first
    kinds = {"decimal", "chapter", "part"}
    numbered = [c.page for c in found if c.number and c.number.kind in kinds]
    return min([*numbered, max(2, page_count // 10)])


def _end_of_title(page: Page, usual: Usual) -> int:
    """The place of the row where the text of the first page begins."""
    least = 20 if usual.cjk else 40
    wide = 0.45 * page.frame.width
    rows = page.rows
    for i, row in enumerate(rows):
        if row.skip == CONTENTS or squash(row.text) in CONTENTS_TITLES | _ABSTRACT:
            return i
        text = 0.9 < row.relative < 1.1 and len(row.text) > least and row.x1 - row.x0 > wide
        if text and i + 1 < len(rows):
            below = rows[i + 1]
            if 0.9 < below.relative < 1.1 and below.x1 - below.x0 > 0.6 * wide:
                return i
    return _NEVER
