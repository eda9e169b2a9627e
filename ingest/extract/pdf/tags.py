"""Headings by the structure tree: Word, LibreOffice, InDesign and new LaTeX write into the file what is one.

Trusted only where the tags look like an author's work. Programs that guess tags (scanners, converters) leave
trees in which the text itself is a heading, or in which a title page and nothing else is one.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ingest.extract.heading_numbers import split_number
from ingest.extract.pdf.contents import is_contents_title
from ingest.extract.pdf.document import Box
from ingest.extract.pdf.rows import Page, Row
from ingest.extract.pdf.running_heads import HEAD, NO_TITLE

_TOKEN = re.compile(
    r'<struct [^>]*?std="(?P<kind>[^"]*)"[^>]*?(?P<empty>/?)>|(?P<end></struct>)'
    r'|<line bbox="(?P<box>[^"]*)"[^>]*? text="(?P<text>[^"]*)"'
)
_HEADING = re.compile(r"H([1-6])?$")
_ANY_HEADING = 'std="H'
_NOT_INSIDE = frozenset({"TOC", "Artifact", "Table", "Caption", "Index", "BibEntry", "Note", "FENote"})
_PROBED = 24
_LEAST, _MOST_ROWS, _LONGEST = 3, 0.45, 250
_LEAST_FOUND, _LEAST_STANDING_OUT, _LEAST_COVERED = 0.75, 0.6, 0.4
_SMALL_FILE = 5
_WORDY, _WORDY_SHARE = 120, 0.3

Structure = Callable[[int], str]
"""Looks up the structured text of a page (0-based) as MuPDF prints it."""


@dataclass(slots=True)
class Tagged:
    """A heading by its tag. page: 0-based. level: 1 to 6, 0 for an `H` that does not say. rows: those it is made of."""

    page: int
    level: int
    boxes: list[Box] = field(default_factory=list)
    text: str = ""
    rows: list[Row] = field(default_factory=list)


def find_tagged(pages: Sequence[Page], structure: Structure) -> list[Tagged]:
    """Return the tagged headings with their rows, in reading order; empty where they cannot be trusted."""
    count = len(pages)
    probed = sorted({count * step // _PROBED for step in range(_PROBED)}) if count > _PROBED else range(count)
    found = {index: tagged_on(structure(index), index) for index in probed}
    if not any(found.values()):
        return []
    headings = [
        heading
        for index in range(count)
        for heading in (found[index] if index in found else tagged_on(structure(index), index))
    ]
    headings = [heading for heading in headings if _may_be_title(heading)]
    _locate(headings, pages)
    located = [heading for heading in headings if heading.rows]
    if len(located) < _LEAST_FOUND * len(headings) or not _are_good(located, pages):
        return []
    return located


def tagged_on(structured: str, page: int) -> list[Tagged]:
    """Return the headings in the structured text of one page, with the boxes and texts of their lines."""
    if _ANY_HEADING not in structured:
        return []
    open_kinds: list[str] = []
    current: Tagged | None = None
    depth = 0
    found: list[Tagged] = []
    for token in _TOKEN.finditer(structured):
        if token["end"]:
            if open_kinds:
                open_kinds.pop()
            if current is not None and len(open_kinds) < depth:
                current = None
        elif token["kind"] is not None:
            if token["empty"]:
                continue
            open_kinds.append(token["kind"])
            level = _HEADING.match(token["kind"])
            if level and current is None and not _NOT_INSIDE.intersection(open_kinds):
                depth = len(open_kinds)
                current = Tagged(page, int(level[1] or 0))
                found.append(current)
        elif current is not None:
            x0, y0, x1, y1 = map(float, token["box"].split())
            current.boxes.append((x0, y0, x1, y1))
            current.text = f"{current.text} {html.unescape(token['text'])}".strip()
    return [heading for heading in found if heading.boxes]


def _may_be_title(heading: Tagged) -> bool:
    text = heading.text
    return len(text) <= _LONGEST and any(c.isalpha() for c in text) and not is_contents_title(text)


def _locate(headings: Sequence[Tagged], pages: Sequence[Page]) -> None:
    """Give every heading the rows that lie where it is printed. A row belongs to one heading."""
    taken: set[int] = set()
    by_page: defaultdict[int, list[Tagged]] = defaultdict(list)
    for heading in headings:
        by_page[heading.page].append(heading)
    for index, here in by_page.items():
        page = pages[index]
        for heading in here:
            boxes = [page.frame.enter_box(box) if not page.frame.plain else box for box in heading.boxes]
            heading.rows = [
                row
                for row in page.rows
                if id(row) not in taken
                and row.skip in {"", HEAD, NO_TITLE}
                and any(_holds(box, row) for box in boxes)
            ]
            taken.update(id(row) for row in heading.rows)


def _holds(box: Box, row: Row) -> bool:
    """Whether a line of a tag is (part of) a row: a number and its title may be two lines of one row."""
    middle = (box[1] + box[3]) / 2
    return row.y0 - 1 <= middle <= row.y1 + 1 and box[0] < row.x1 and box[2] > row.x0


def _are_good(headings: Sequence[Tagged], pages: Sequence[Page]) -> bool:
    """Whether headings are neither too few nor the text itself, stand out and go through the document."""
    rows = sum(len(page.rows) for page in pages)
    if len(headings) < _LEAST or sum(len(heading.rows) for heading in headings) > _MOST_ROWS * rows:
        return False
    if sum(len(heading.text) > _WORDY for heading in headings) > _WORDY_SHARE * len(headings):
        return False
    standing_out = sum(heading.rows[0].hot or split_number(heading.text) is not None for heading in headings)
    if standing_out < _LEAST_STANDING_OUT * len(headings):
        return False
    return len(pages) <= _SMALL_FILE or headings[-1].page >= _LEAST_COVERED * len(pages)
