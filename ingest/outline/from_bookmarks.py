"""An outline from a PDF's bookmarks, if they point somewhere, say what is there and cover the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from ingest.domain.document import BookmarkHint, Extraction
from ingest.domain.outline import Heading, OutlineQuality, Provenance
from ingest.outline.layout_styles import squash
from ingest.outline.nesting import nested

_PAGE_NAME = re.compile(
    r"(?:page|p\.?|seite|стр\.?|sheet|slide|scan|bookmark)?\s*[-–]?\s*(?:\d{1,5}|[ivxlc]{1,6})\s*(?:ページ|頁|页|쪽)?"
    r"|第\s*\d+\s*(?:ページ|頁|页)",
    re.IGNORECASE,
)
_LOCATED, _PLACED = 1.0, 0.85
_LEAST_USABLE = 0.6
_LEAST_LOCATED = 0.4
_MOST_UNNAMED_TAIL = 0.6
_SMALL_FILE = 5


def find(extraction: Extraction) -> tuple[tuple[Heading, ...], OutlineQuality] | None:
    """Return the bookmarks as headings, or None where they cannot be trusted."""
    bookmarks = _without_root(extraction)
    if not are_good(bookmarks, extraction):
        return None
    headings = nested(_headings(bookmarks, extraction))
    return (tuple(headings), OutlineQuality.HIGH) if headings else None


def are_good(bookmarks: Sequence[BookmarkHint], extraction: Extraction) -> bool:
    """Whether bookmarks have targets, name what stands there and cover the document."""
    usable = [b for b in bookmarks if b.page is not None and b.title]
    if not usable or len(usable) < _LEAST_USABLE * len(bookmarks):
        return False
    if sum(_PAGE_NAME.fullmatch(b.title) is not None for b in usable) > 0.5 * len(usable):
        return False
    return _say_what_is_there(usable, extraction) and _cover(usable, extraction)


def _say_what_is_there(usable: Sequence[BookmarkHint], extraction: Extraction) -> bool:
    """Whether the titles stand on their pages, as far as these pages could be read."""
    coverage = extraction.coverage
    unreadable = {*coverage.pages_without_text, *coverage.garbled_pages}
    checked = [b for b in usable if b.page not in unreadable]
    if not checked:
        return len(usable) > 2
    return sum(b.line is not None for b in checked) >= _LEAST_LOCATED * len(checked)


def _cover(usable: Sequence[BookmarkHint], extraction: Extraction) -> bool:
    """Whether the bookmarks go through the whole document and are not its title alone."""
    pages = len(extraction.hints.pages)
    if pages <= _SMALL_FILE:
        return len(usable) > 1 or pages == 1
    targets = {b.page for b in usable if b.page is not None}
    if len(usable) < 2 or (len(targets) == 1 and len(usable) > 2):
        return False
    return pages - max(targets) <= _MOST_UNNAMED_TAIL * pages


def _without_root(extraction: Extraction) -> list[BookmarkHint]:
    """Leave out a single top entry that is only the title of the whole document."""
    bookmarks = list(extraction.hints.bookmarks)
    if len(bookmarks) < 3 or sum(b.level == bookmarks[0].level for b in bookmarks) > 1:
        return bookmarks
    root = bookmarks[0]
    title = extraction.metadata.title
    named = title is not None and squash(title) == squash(root.title)
    return bookmarks[1:] if named or root.page in {None, 1} else bookmarks


def _headings(bookmarks: Sequence[BookmarkHint], extraction: Extraction) -> list[Heading]:
    taken = {b.line for b in bookmarks if b.line is not None}
    headings: list[Heading] = []
    seen: set[int] = set()
    for b in bookmarks:
        line, confidence = b.line, _LOCATED
        if line is None or line in seen:
            line, confidence = _free_line(b, extraction, taken), _PLACED
        if line is not None and b.title:
            seen.add(line)
            taken.add(line)
            headings.append(Heading(line, b.level, b.title, Provenance.BOOKMARK, confidence))
    return headings


def _free_line(bookmark: BookmarkHint, extraction: Extraction, taken: set[int]) -> int | None:
    """The first line at or below the target that no other bookmark has."""
    starts = extraction.hints.pages
    if bookmark.page is None or bookmark.page > len(starts):
        return None
    first = starts[bookmark.page - 1]
    end = starts[bisect_right(starts, first)] if starts[-1] > first else len(extraction.lines) + 1
    lines = range(first, end)
    if bookmark.top is not None:
        top = bookmark.top - 6
        below = [
            n for n in lines if (place := extraction.lines[n - 1].place) and place.box and place.box[1] >= top
        ]
        lines = range(below[0], end) if below else range(end - 1, end)
    return next((n for n in lines if n not in taken), None)
