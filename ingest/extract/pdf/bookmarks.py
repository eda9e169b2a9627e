"""Finds the row that each bookmark means: its title, near its target, on its page or beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ingest.domain.document import BookmarkHint
from ingest.extract.pdf.contents import CONTENTS
from ingest.extract.pdf.locate import titles_of
from ingest.extract.pdf.numbering import squash
from ingest.extract.pdf.rows import Page, Row
from ingest.extract.pdf.running_heads import HEAD

_ROWS_IN_A_TITLE = 4
_FURNITURE = 1000.0
_INEXACT = 100.0
_UNKNOWN = 50.0
_Squashed = list[tuple[str, Row]]


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
    if index not in known:
        rows = (row for row in pages[index].rows if row.skip != CONTENTS)
        known[index] = [(text, row) for row in rows if (text := squash(row.text))]
    return known[index]


def _best(title: str, top: float | None, rows: _Squashed, taken: set[int]) -> list[Row]:
    matches = [match for match in _matches(titles_of(title), top, rows) if id(match[1][0]) not in taken]
    return min(matches, key=lambda match: match[0])[1] if matches else []


def _matches(keys: set[str], top: float | None, rows: _Squashed) -> Iterator[tuple[float, list[Row]]]:
    """All places that hold a title, each with how far it is from a perfect match."""
    for start, (first, row) in enumerate(rows):
        for key in keys:
            if not (key.startswith(first) or (first.startswith(key) and len(first) < 2 * len(key) + 8)):
                continue
            count = _rows_of_title(key, rows, start)
            if not count:
                continue
            distance = abs(row.y0 - top) if top is not None else _UNKNOWN - 10 * row.relative - 5 * row.bold
            distance += _FURNITURE * (row.skip == HEAD)
            distance += _INEXACT * (first.startswith(key) and first != key)
            yield distance, [pair[1] for pair in rows[start : start + count]]


def _rows_of_title(key: str, rows: _Squashed, start: int) -> int:
    """How many rows from here on make up a title, 0 where they do not."""
    text = ""
    for count, (part, _) in enumerate(rows[start : start + _ROWS_IN_A_TITLE], start=1):
        text += part
        if text.startswith(key):
            return count
        if not key.startswith(text):
            return 0
    return 0
