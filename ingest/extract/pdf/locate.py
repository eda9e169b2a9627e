"""Finds the entries of a printed contents on the pages that they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.extract.heading_numbers import is_bare_number, split_number, squash
from ingest.extract.pdf.contents import Entry
from ingest.extract.pdf.rows import Page, Row
from ingest.extract.pdf.running_heads import HEAD

_SEARCH_ALL_UP_TO = 400
_START = 4
_RUN_IN = 8
_PRINTED = re.compile(r"(?<![\d.])(\d{1,4})\W*$|^\W*(\d{1,4})(?![\d.])")


def locate_entries(entries: Sequence[Entry], pages: Sequence[Page]) -> None:
    """Fill in the page and the rows of every entry that can be found."""
    if not entries:
        return
    titles = _TitleIndex(entries, pages)
    offset = _offset_by_feet(pages)
    if offset is None:
        offset = _offset_by_titles(entries, titles)
    for entry in entries:
        number = entry.printed_number
        if entry.target is not None:
            entry.page = entry.target
        elif number is not None:
            entry.page = number + offset
        _find(entry, titles, pages)


def titles_of(text: str) -> set[str]:
    """The squashed forms of a title, with and without its number."""
    numbered = split_number(text)
    return {squash(text), squash(numbered[1]) if numbered else ""} - {""}


class _TitleIndex:
    """The titles on a page, each over one to three joined rows; a page is read when it is asked for."""

    def __init__(self, entries: Sequence[Entry], pages: Sequence[Page]) -> None:
        wanted = [key for e in entries for key in (*titles_of(e.title), *titles_of(e.before))]
        self._starts = {key[:length] for key in wanted for length in range(1, _START + 1)}
        self._pages = pages
        self._known: dict[int, dict[str, list[Row]]] = {}

    @property
    def page_count(self) -> int:
        return len(self._pages)

    def on(self, index: int) -> dict[str, list[Row]]:
        """The squashed titles of a page and their rows; the loudest row wins."""
        found = self._known.get(index)
        if found is None:
            found = self._known[index] = {}
            rows = [row for row in self._pages[index].rows if not row.skip]
            for i, row in enumerate(rows):
                if self._may_start(row):
                    self._collect(rows, i, found)
        return found

    def _may_start(self, row: Row) -> bool:
        if row.chars > 60 and not row.hot and row.above < 1.3:
            return False
        return any(key[:_START] in self._starts for key in titles_of(row.text[:24])) or is_bare_number(
            row.text
        )

    @staticmethod
    def _collect(rows: Sequence[Row], start: int, found: dict[str, list[Row]]) -> None:
        first, text = rows[start], ""
        bare = is_bare_number(first.text)
        for end in range(start, min(start + 3, len(rows))):
            row = rows[end]
            if end > start and abs(row.relative - first.relative) > 0.12 and not bare:
                break
            text += " " + row.text
            for key in titles_of(text):
                known = found.get(key)
                if known is None or _loudness(row) > _loudness(known[-1]) + 0.03:
                    found[key] = list(rows[start : end + 1])


def _loudness(row: Row) -> float:
    return row.relative + 0.1 * row.bold


def _offset_by_feet(pages: Sequence[Page]) -> int | None:
    """Physical minus printed page number by the page numbers in heads and feet; None where few agree."""
    votes: Counter[int] = Counter()
    for page in pages:
        for row in page.rows:
            if row.skip == HEAD and row.chars < 80 and row.relative < 1.3:
                match = _PRINTED.search(row.text)
                if match:
                    votes[page.index - int(match.group(1) or match.group(2))] += 1
    if not votes:
        return None
    offset, count = votes.most_common(1)[0]
    return offset if count >= max(3, 0.4 * len(pages)) else None


def _offset_by_titles(entries: Sequence[Entry], titles: _TitleIndex) -> int:
    """The same by a vote of the titles of some entries."""
    votes: Counter[int] = Counter()
    for entry in entries[:: max(1, len(entries) // 40)]:
        number = entry.printed_number
        if number is None or entry.target is not None:
            continue
        keys = titles_of(entry.title)
        for index in range(max(0, number - 6), min(titles.page_count, number + 40)):
            if any(key in titles.on(index) for key in keys):
                votes[index - number] += 1
    return votes.most_common(1)[0][0] if votes else -1


def _find(entry: Entry, titles: _TitleIndex, pages: Sequence[Page]) -> None:
    """Look for an entry on its page, then on the neighbours; everywhere where no page is known."""
    promised = entry.page
    whole = f"{entry.before} {entry.title}" if entry.before else ""
    for index in _where(promised, titles.page_count):
        if _match(entry, index, whole, titles):
            return
        if index == promised and _match_start(entry, index, pages):
            return
    if promised is not None and any(
        _match_run_in(entry, index, pages) for index in _where(promised, titles.page_count)
    ):
        return
    if entry.before and split_number(entry.before) and not split_number(entry.title):
        entry.title = whole


def _where(promised: int | None, count: int) -> Iterator[int]:
    if promised is not None:
        near = (promised, promised + 1, promised - 1)
        yield from (index for index in near if 0 <= index < count)
    elif count <= _SEARCH_ALL_UP_TO:
        yield from range(count)


def _match(entry: Entry, index: int, whole: str, titles: _TitleIndex) -> bool:
    here = titles.on(index)
    for title in (whole, entry.title):
        keys = [key for key in titles_of(title) if key in here] if title else []
        if keys:
            entry.rows, entry.page, entry.title = here[max(keys, key=len)], index, title
            return True
    return False


def _match_run_in(entry: Entry, index: int, pages: Sequence[Page]) -> bool:
    """A numbered title may run into its text: `8.1. Red lamps. They are`."""
    key = squash(entry.title)
    if len(key) < _RUN_IN or split_number(entry.title) is None:
        return False
    rows = [row for row in pages[index].rows if not row.skip]
    for row, following in pairwise([*rows, *rows[-1:]]):
        if row.text[:1] == entry.title[:1] and squash(f"{row.text} {following.text}").startswith(key):
            entry.rows, entry.page = [row], index
            return True
    return False


def _match_start(entry: Entry, index: int, pages: Sequence[Page]) -> bool:
    """The page may say more than the contents: `3 Options` and `3 Options (GLOBAL)`."""
    key = max(titles_of(entry.title), key=len, default="")
    if len(key) < 3:
        return False
    rows = [
        row
        for row in pages[index].rows
        if not row.skip and row.hot and row.chars < 2.5 * len(key) + 10 and squash(row.text).startswith(key)
    ]
    if rows:
        entry.rows = [max(rows, key=_loudness)]
        entry.page = index
    return bool(rows)
