"""Finds the row that each bookmark means: its title, near its target, on its page or beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from ingest.domain.document import BookmarkHint
from ingest.extract.heading_numbers import split_number, squash
from ingest.extract.pdf.contents import CONTENTS
from ingest.extract.pdf.locate import titles_of
from ingest.extract.pdf.rows import Page, Row
from ingest.extract.pdf.running_heads import HEAD

_ROWS_IN_A_TITLE = 4
_FURNITURE = 1000.0
_INEXACT = 100.0
_UNKNOWN = 50.0
_ALIKE = 0.7
_Squashed = list[tuple[str, str, Row]]


def locate_bookmarks(bookmarks: Sequence[BookmarkHint], pages: Sequence[Page]) -> list[list[Row]]:
    """Return the rows that hold the title of each bookmark, an empty list where there are none.

    A row that was taken for a running head, but is the only one with the title, becomes text again.
    """
    squashed: dict[int, _Squashed] = {}
    taken: set[int] = set()
    found: list[list[Row]] = []
    for bookmark in bookmarks:
        rows: list[Row] = []
        if bookmark.page is not None:
            target = bookmark.page - 1
            for index in (target, target + 1, target - 1):
                if 0 <= index < len(pages) and not rows:
                    top = bookmark.top if index == target else None
                    rows = _best(bookmark.title, top, _squash_page(pages, index, squashed), taken)
        taken.update(id(row) for row in rows)
        for row in rows:
            row.skip = "" if row.skip == HEAD else row.skip
        found.append(rows)
    return found


def _squash_page(pages: Sequence[Page], index: int, known: dict[int, _Squashed]) -> _Squashed:
    """The rows of a page with their squashed texts, with and without a leading number."""
    if index not in known:
        known[index] = []
        for row in pages[index].rows:
            text = squash(row.text) if row.skip != CONTENTS else ""
            if text:
                numbered = split_number(row.text)
                known[index].append((text, squash(numbered[1]) if numbered else text, row))
    return known[index]


def _best(title: str, top: float | None, rows: _Squashed, taken: set[int]) -> list[Row]:
    keys = titles_of(title)
    matches = [match for match in _matches(keys, top, rows) if id(match[1][0]) not in taken]
    if matches:
        return min(matches, key=lambda match: match[0])[1]
    return _similar(keys, top, rows, taken) if top is not None else []


def _matches(keys: set[str], top: float | None, rows: _Squashed) -> Iterator[tuple[float, list[Row]]]:
    """All places that hold a title, each with how far it is from a perfect match."""
    for start, (whole, bare, row) in enumerate(rows):
        for first in {whole, bare}:
            for key in keys:
                count = _rows_of_title(key, first, rows, start)
                if count:
                    distance = (
                        abs(row.y0 - top) if top is not None else _UNKNOWN - 10 * row.relative - 5 * row.bold
                    )
                    distance += _FURNITURE * (row.skip == HEAD)
                    distance += _INEXACT * (first.startswith(key) and first != key)
                    yield distance, [item[2] for item in rows[start : start + count]]


def _rows_of_title(key: str, first: str, rows: _Squashed, start: int) -> int:
    """How many rows from here on make up a title, 0 where they do not."""
    if first.startswith(key):
        return int(len(first) < 2 * len(key) + 8)
    text = first
    for count in range(1, _ROWS_IN_A_TITLE):
        if not text or not key.startswith(text) or start + count >= len(rows):
            return 0
        text += rows[start + count][0]
        if text.startswith(key):
            return count + 1
    return 0


def _similar(keys: set[str], top: float, rows: _Squashed, taken: set[int]) -> list[Row]:
    """The row right below the target that says nearly the same: formulas and logos differ in bookmarks."""
    best: tuple[float, list[Row]] = (_ALIKE, [])
    for whole, bare, row in rows:
        if not -8 < row.y0 - top < 45 or id(row) in taken or row.skip == HEAD:
            continue
        for key in keys:
            ratio = max(SequenceMatcher(None, key, text).ratio() for text in {whole, bare})
            if ratio > best[0]:
                best = ratio, [row]
    return best[1]
