"""The printed contents: which pages hold it, and its entries."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.extract.heading_numbers import squash
from ingest.extract.leaders import Tail, find_leader, split_tail
from ingest.extract.pdf.document import Link
from ingest.extract.pdf.rows import Page, Row
from ingest.extract.pdf.running_heads import HEAD

CONTENTS = "contents"
"""What `skip` says of the rows of a printed contents."""

CONTENTS_TITLES = frozenset(
    [
        *(
            "contents",
            "tableofcontents",
            "目次",
            "もくじ",
            "目录",
            "目錄",
            "inhaltsverzeichnis",
        ),
        *(
            "inhalt",
            "tabledesmatières",
            "sommaire",
            "차례",
            "목차",
            "содержание",
            "оглавление",
        ),
        *(
            "índice",
            "sumário",
            "indice",
            "contenido",
            "contenidos",
            "briefcontents",
            "inhaltsübersicht",
        ),
        *(
            "saturs",
            "shortcontents",
            "listofcontents",
            "inhoudsopgave",
            "spistreści",
            "innehåll",
            "obsah",
        ),
    ]
)
_LETTER = re.compile(r"[^\W\d]")
_TRIM = " .·…‥・．"
_MISSES = 3
_BAND = 16
_Bands = defaultdict[int, list[Link]]

Links = Callable[[int], list[Link]]
"""Looks up the links of a page (0-based)."""


@dataclass(slots=True)
class Entry:
    """An entry of the printed contents.

    printed: the page number as it is printed. target: 0-based page of its link.
    before: lines above that belong to it, if it was wrapped. page, rows: where it was located, by `locate`.
    """

    title: str
    printed: str | None
    target: int | None
    row: Row
    indent: float
    before: str = ""
    page: int | None = None
    rows: list[Row] = field(default_factory=list)

    @property
    def printed_number(self) -> int | None:
        """The printed page as a number, None for Roman ones."""
        return int(self.printed) if self.printed is not None and self.printed.isdecimal() else None


@dataclass(slots=True)
class _Item:
    """A row that may be contents. weight 2: an entry; 1: a linked line without a number; 0: neither."""

    row: Row
    title: str
    printed: str | None
    target: int | None
    weight: int


def find_contents(pages: Sequence[Page], links: Links) -> list[Entry]:
    """Return the entries of the printed contents and mark its rows; empty where there is none."""
    count = len(pages)
    front = min(count, 14 + count // 8)
    items: list[_Item] = []
    last = -9
    for index in (*range(front), *range(max(front, count - 8), count)):
        run, titled = _contents_run(pages[index], links, follows=last == index - 1)
        if not run:
            continue
        if items and last != index - 1 and (not titled or len(items) > _hits(run)):
            continue  # a second list, of figures perhaps
        items = [*items, *run] if last == index - 1 else run
        last = index
        for item in run:
            item.row.skip = CONTENTS
    return _entries(_first_list(items))


def _contents_run(page: Page, links: Links, *, follows: bool) -> tuple[list[_Item], bool]:
    """The rows of a page that form a contents list, and whether they stand under its title."""
    rows = [row for row in page.rows if row.skip != HEAD]
    title = next((i for i, row in enumerate(rows) if is_contents_title(row.text)), None)
    tails = [split_tail(row.text) for row in rows]
    likely = [row for row, tail in zip(rows, tails, strict=True) if tail and _named(tail, row)]
    if title is None and not follows and len(likely) < 5:
        return [], False
    items = _items(rows, tails, likely, links(page.index))
    start = title + 1 if title is not None else next((i for i, item in enumerate(items) if item.weight), 0)
    run = _unbroken(items[start:], titled=title is not None)
    good = _is_contents(run, titled=title is not None, follows=follows)
    return (run, title is not None) if good else ([], False)


def is_contents_title(text: str) -> bool:
    """Whether a text is the title of a contents page."""
    return len(text) < 40 and not text[-1:].isdecimal() and squash(text) in CONTENTS_TITLES


def _named(tail: Tail, row: Row) -> bool:
    return bool(tail.title) and len(row.text) > 3 and _LETTER.search(tail.title) is not None


def _items(
    rows: Sequence[Row], tails: Sequence[Tail | None], likely: Sequence[Row], links: Sequence[Link]
) -> list[_Item]:
    ends = Counter(round(row.x1 / 4) for row in likely)
    edges = [place * 4 for place, count in ends.items() if count >= 3]  # where page numbers end
    bands = _by_height(links)
    items = [_item(row, tail, edges, bands) for row, tail in zip(rows, tails, strict=True)]
    full = sum(item.weight == 2 for item in items)
    if full > 0.4 * sum(item.weight > 0 for item in items):
        for item in items:  # then links without a number are first lines of wrapped entries
            item.weight //= 2
            item.weight *= 2
    return items


def _item(row: Row, tail: Tail | None, edges: Sequence[float], links: _Bands) -> _Item:
    leader = find_leader(row.text)
    over = _links_over(row, links)
    full = bool(leader and over) or _is_entry(row, tail, leader, edges, linked=bool(over))
    title = (tail.title if full and tail else row.text) if not leader else row.text[: leader.start()]
    printed = tail.number if full and tail else None
    weight = 2 if full else int(_mostly_linked(row, over))
    target = over[-1].target if over and weight else None
    return _Item(row, (title or row.text).strip(_TRIM), printed, target, weight)


def _is_entry(
    row: Row,
    tail: Tail | None,
    leader: re.Match[str] | None,
    edges: Sequence[float],
    *,
    linked: bool,
) -> bool:
    if not tail or not tail.title:
        return False
    if leader:
        return True
    aligned = any(abs(row.x1 - edge) < 7 for edge in edges)
    return _LETTER.search(tail.title) is not None and (aligned or (linked and not edges))


def _by_height(links: Sequence[Link]) -> _Bands:
    """Links by the bands of the page that they lie in: contents pages have hundreds."""
    bands: _Bands = defaultdict(list)
    for link in links:
        for band in range(int(link.box[1] - 1) // _BAND, int(link.box[3] + 1) // _BAND + 1):
            bands[band].append(link)
    return bands


def _links_over(row: Row, links: _Bands) -> list[Link]:
    middle = (row.y0 + row.y1) / 2
    return [
        link
        for link in links.get(int(middle) // _BAND, ())
        if link.box[1] - 1 < middle < link.box[3] + 1
        and link.box[0] < row.x1
        and link.box[2] > row.x0
        and link.box[2] - link.box[0] > 3
    ]


def _mostly_linked(row: Row, over: Sequence[Link]) -> bool:
    width = sum(min(link.box[2], row.x1) - max(link.box[0], row.x0) for link in over)
    return len(row.text) > 1 and width > 0.6 * (row.x1 - row.x0)


def _unbroken(items: Sequence[_Item], *, titled: bool) -> list[_Item]:
    """The items from the first on until too many in a row are no entries."""
    run: list[_Item] = []
    misses = 0
    for item in items:
        misses = 0 if item.weight else misses + 1
        if misses > _MISSES and not (titled and misses <= 2 * _MISSES and len(run) < 6):
            break
        run.append(item)
    while run and not run[-1].weight:
        run.pop()
    return run


def _hits(run: Sequence[_Item]) -> int:
    return sum(item.weight > 0 for item in run)


def _is_contents(run: Sequence[_Item], *, titled: bool, follows: bool) -> bool:
    """Whether a run has enough entries, whose page numbers rise."""
    hits = _hits(run)
    least = 3 if titled else 4 if follows else 6
    if hits < max(least, 0.5 * len(run)):
        return False
    strong = sum(1 for item in run if item.weight and (item.target is not None or find_leader(item.row.text)))
    if not (titled or follows or strong >= 0.7 * hits):
        return False
    numbers = [int(i.printed) for i in run if i.weight and i.printed and i.printed.isdecimal()]
    numbers = numbers or [item.target for item in run if item.target is not None]
    rising = sum(b >= a for a, b in pairwise(numbers))
    return bool(numbers) and rising >= 0.85 * (len(numbers) - 1)


def _first_list(items: list[_Item]) -> list[_Item]:
    """Cut where the page numbers start again: a list of figures or examples follows."""
    places = [_place(item) for item in items]
    highest = 0
    for i, place in enumerate(places):
        again = 0 < place < 0.6 * highest - 2 and all(x < 0.8 * highest for x in places[i : i + 4])
        if i >= 4 and highest > 5 and again:
            return items[:i]
        highest = max(highest, place)
    return items


def _place(item: _Item) -> int:
    if item.target is not None:
        return item.target
    return int(item.printed) if item.printed and item.printed.isdecimal() else 0


def _entries(items: Sequence[_Item]) -> list[Entry]:
    """Join the first lines of wrapped entries to the one that carries the number."""
    entries: list[Entry] = []
    waiting, first = "", None
    for item in items:
        first = first if waiting and first is not None else item.row
        if item.weight:
            entries.append(Entry(item.title, item.printed, item.target, item.row, first.x0, waiting))
            waiting = ""
        else:
            waiting = f"{waiting} {item.title}".strip()
    return entries
