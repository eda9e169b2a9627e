"""Running heads, feet and page numbers: what comes back on other pages at the same place."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter

from ingest.extract.heading_numbers import squash
from ingest.extract.pdf.measure import NO_ROOM_KNOWN, Usual
from ingest.extract.pdf.passages import is_sentence, passages
from ingest.extract.pdf.rows import Page, Row

HEAD = "head"
"""Furniture: left out of text and outline."""

NO_TITLE = "no title"
"""Looks like furniture, but what it says stands nowhere else: text, and no heading."""

_DIGITS = re.compile(r"\d+|\b[ivxl]+\b")
_NUMBER = re.compile(r"\d+")
_LAST_NUMBER = re.compile(r"\W*\d+\W*$")
_FIRST_NUMBER = re.compile(r"^\W*\d+\b")
_PAGE_NUMBER = re.compile(r"[\W\d]*\d+[\W\d]*|[ivxl]{1,6}")
_PAGE_WORD = re.compile(
    r"\bpage\b|\bseite\b|стр|ページ|頁|페이지|第\s*#\s*页|# / #|#/#|# of #", re.IGNORECASE
)
_NO_LETTERS = re.compile(r"[\W\d_]+")
_ASCII_NO_LETTERS = {code: None for code in range(128) if not chr(code).isalpha()}
_PLAIN_NUMBER = re.compile(r"\W*(\d{1,4})\W*")
_LAST = re.compile(r"(?<![\w.,])(\d{1,4}|[ivxl]{1,6})\W*$")
_FIRST = re.compile(r"^\W*(\d{1,4}|[ivxl]{1,6})(?![\w.,])")
_LONGEST_PAGE_NUMBER = 30
_MARGIN = 0.14
_FEW_PAGES = 3
_SMALL, _LARGE = 0.95, 1.15
_SET_APART = 1.9
_TOP = attrgetter("y0")
_Spot = tuple[str, int, int]


@dataclass(slots=True)
class _Sightings:
    """What was seen near the edges of pages, and at one spot of many pages."""

    edges: list[tuple[Row, str, int]] = field(default_factory=list)
    pages: defaultdict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    exact: Counter[str] = field(default_factory=Counter)
    spots: Counter[_Spot] = field(default_factory=Counter)
    tops: defaultdict[int, list[tuple[Row, bool]]] = field(default_factory=lambda: defaultdict(list))


def mark_running_heads(pages: Sequence[Page], usual: Usual) -> None:
    """Set `skip` to `head` on every row that belongs to the furniture of its page."""
    seen = _Sightings()
    for page in pages:
        _look_at_edges(page, usual, seen)
        _look_at_spots(page, seen)
    _mark_spots(pages, seen.spots)
    _mark_edges(seen, len(pages))
    _mark_tops(pages, seen)
    _keep_what_is_said_once(pages)
    few = len(pages) <= _FEW_PAGES
    for page in pages:
        if few:
            _keep_without_proof(page, usual)
        _keep_whole(page, usual, few=few)
        _keep_text(page)
        _forget_gaps(page)


def _keep_text(page: Page) -> None:
    """A page whose only rows look like furniture has them as its text, unless they are page numbers."""
    if any(not row.skip for row in page.rows):
        return
    for row in page.rows:
        numbered = row.chars < 20 and _PAGE_WORD.search(_masked(row.text))
        if not numbered and not _PAGE_NUMBER.fullmatch(row.text.lower()):
            row.skip = ""


def _keep_whole(page: Page, usual: Usual, *, few: bool) -> None:
    """A passage is no furniture where a part of it is text, nor where it looks like text and stands near it."""
    if not any(row.skip == HEAD for row in page.rows):
        return
    for passage in passages(page.rows, usual):
        if few or any(row.skip != HEAD or _is_near_text(row, page, usual) for row in passage):
            for row in passage:
                row.skip = "" if row.skip == HEAD and not _numbers_page(row) else row.skip


def _keep_without_proof(page: Page, usual: Usual) -> None:
    """That words come back proves little on few pages: furniture is small there, or stands far from the text."""
    doubtful = [
        row for row in page.rows if row.skip == HEAD and row.relative >= _SMALL and not _numbers_page(row)
    ]
    for row in doubtful:
        if is_sentence(row) or row.relative > _LARGE:
            row.skip = ""
    for row in [row for row in doubtful if _is_near_text(row, page, usual)]:
        row.skip = ""


def _is_near_text(row: Row, page: Page, usual: Usual) -> bool:
    """Whether a row is as large as the text of its page and no further from it than paragraphs are."""
    near = _SET_APART * usual.lead * usual.body
    return row.relative >= _SMALL and any(
        other.skip != HEAD and abs(other.base - row.base) <= near for other in page.rows
    )


def _numbers_page(row: Row) -> bool:
    if _PAGE_NUMBER.fullmatch(row.text.lower()):
        return True
    return row.chars < _LONGEST_PAGE_NUMBER and _PAGE_WORD.search(_masked(row.text)) is not None


def _keep_what_is_said_once(pages: Sequence[Page]) -> None:
    """Furniture comes back in the same words, but for the page's number, or repeats a title of the text.

    Whatever else looks like it is text: the first lines of forms, lists and tables that go on over pages.
    """
    marked = [row for page in pages for row in page.rows if row.skip == HEAD]
    usual = _usual_offset(marked, len(pages))
    said: defaultdict[str, set[int]] = defaultdict(set)
    for row in marked:
        said[_said(row, usual)].add(row.page)
    alone = [row for row in marked if _is_said_alone(row, usual, said)]
    if not alone:
        return
    kept = [row.text for page in pages for row in page.rows if not row.skip]
    titles = {squash(text) for text in kept} | {_letters(text) for text in kept}
    for row in alone:
        if squash(_said(row, usual)) not in titles:
            row.skip = "" if row.hot and not row.cells else NO_TITLE


def _is_said_alone(row: Row, usual: int | None, said: Mapping[str, set[int]]) -> bool:
    if _PAGE_WORD.search(_masked(row.text)) and row.chars < _LONGEST_PAGE_NUMBER:
        return False
    if not _letters(row.text):  # of numbers alone, only whole ones number pages
        number = _PLAIN_NUMBER.fullmatch(row.text)
        if number is None:
            return bool(_NUMBER.search(row.text))
        return row.relative >= 0.8 and usual is not None and int(number[1]) - row.page != usual
    return len(said[_said(row, usual)]) == 1


def _letters(text: str) -> str:
    """Return the letters of a text alone, in lower case."""
    if text.isascii():
        return text.lower().translate(_ASCII_NO_LETTERS)
    return _NO_LETTERS.sub("", text).lower()


def _said(row: Row, usual: int | None) -> str:
    """Return what a row says without the number of its page."""
    text = row.text
    for edge in (_LAST, _FIRST):
        if (found := edge.search(text)) and (not found[1].isdecimal() or int(found[1]) - row.page == usual):
            text = edge.sub("", text)
            break
    return "".join(text.lower().split())


def _usual_offset(marked: Sequence[Row], page_count: int) -> int | None:
    """Return by how much most of the numbers at the edges differ from the index of their page."""
    offsets: Counter[int] = Counter()
    for row in marked:
        ends = {
            int(found[1])
            for edge in (_LAST, _FIRST)
            if (found := edge.search(row.text)) and found[1].isdecimal()
        }
        offsets.update({number - row.page for number in ends})
    usual, count = offsets.most_common(1)[0] if offsets else (0, 0)
    return usual if count >= min(3, page_count) and count > 1 else None


def _forget_gaps(page: Page) -> None:
    """The text of a page begins below its head: the distance to that is no room above a title."""
    for before, row in pairwise(page.rows):
        if (before.skip == HEAD) != (row.skip == HEAD):
            before.below = row.above = NO_ROOM_KNOWN


def _without_page_number(text: str) -> str:
    """Leave out the last of several numbers, or the first: `第3節 灯火 17` is about section 3."""
    if len(_NUMBER.findall(text)) < 2:
        return text
    return _LAST_NUMBER.sub("", text) if _LAST_NUMBER.search(text) else _FIRST_NUMBER.sub("", text)


def _masked(text: str) -> str:
    return _DIGITS.sub("#", text.lower())


def _look_at_edges(page: Page, usual: Usual, seen: _Sightings) -> None:
    height = page.frame.height
    order = sorted(page.rows, key=_TOP)
    if len(order) > 2 and order[0].y1 < 0.13 * height:
        room = order[1].y0 - order[0].y0 > 1.7 * usual.body
        seen.tops[round(order[0].y0 / 3)].append((order[0], room))
    if len(order) > 1 and order[-1].text.isdecimal() and order[-1].y0 - order[-2].y1 > 1.2 * usual.body:
        order[-1].skip = HEAD
    for row in order[:3] + order[-3:]:
        if row.chars > 60 and min(row.above, row.below) < 1.1 * usual.lead:
            continue  # prose
        if _in_margin(row, height):
            masked, place = _masked(row.text), round(row.y0 / 3)
            seen.edges.append((row, masked, place))
            seen.exact[_without_page_number(row.text)] += 1
            for near in (place - 1, place, place + 1):
                seen.pages[masked, near].add(page.index)


def _in_margin(row: Row, height: float) -> bool:
    return row.y1 < _MARGIN * height or row.y0 > (1 - _MARGIN) * height


def _look_at_spots(page: Page, seen: _Sightings) -> None:
    for row in page.rows:
        if row.chars < 40 and row.hot:
            seen.spots[_spot(row)] += 1
        elif row.relative < 0.8 and row.text.isdecimal():
            row.skip = HEAD


def _spot(row: Row) -> _Spot:
    return row.text, round(row.x0 / 4), round(row.y0 / 4)


def _mark_spots(pages: Sequence[Page], spots: Counter[_Spot]) -> None:
    """The same words at the same spot of many pages. Away from the edges they may be labels of a form."""
    often = {spot for spot, count in spots.items() if count >= max(4, 0.4 * len(pages))}
    if not often:
        return
    for page in pages:
        for row in page.rows:
            if row.chars < 40 and _spot(row) in often:
                row.skip = HEAD if _in_margin(row, page.frame.height) else NO_TITLE


def _mark_edges(seen: _Sightings, page_count: int) -> None:
    bands: defaultdict[tuple[int, int, bool], list[bool]] = defaultdict(list)
    needed = 3 if page_count > 6 else 2
    for row, masked, place in seen.edges:
        again = len(seen.pages[masked, place]) >= needed and not _numbered_title(row, masked, seen)
        bands[place, round(row.size), row.bold].append(again)
        if again or _PAGE_NUMBER.fullmatch(row.text.lower()):
            row.skip = HEAD
    for row, _, place in seen.edges:  # a band of heads whose words change with the section
        band = bands[place, round(row.size), row.bold]
        if len(band) >= 4 and sum(band) >= 0.4 * len(band) and row.relative < 1.15:
            row.skip = HEAD


def _numbered_title(row: Row, masked: str, seen: _Sightings) -> bool:
    """Whether a row looks repeated only because digits are masked: `Chapter 3` over its first page."""
    if masked == "#":
        return row.relative > 1.5
    if _PAGE_WORD.search(masked) or row.relative <= 1.07:
        return False
    return "#" in masked and seen.exact[_without_page_number(row.text)] == 1


def _mark_tops(pages: Sequence[Page], seen: _Sightings) -> None:
    """The first line of many pages, at one height and with room below, whatever it says."""
    for band in seen.tops.values():
        roomy = sum(room for _, room in band)
        if len(band) < max(4, 0.25 * len(pages)) or roomy < 0.6 * len(band):
            continue
        for top, room in band:
            if not room or top.relative >= 1.12:
                continue
            for row in pages[top.page].rows:
                if abs(row.y0 - top.y0) < 3:
                    row.skip = HEAD
