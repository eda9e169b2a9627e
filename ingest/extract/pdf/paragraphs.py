"""Rows to paragraphs: which rows go on from the one before, and how their texts join."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from operator import attrgetter

from ingest.extract.pdf.contents import CONTENTS
from ingest.extract.pdf.measure import Usual
from ingest.extract.pdf.rows import EAST_ASIAN, Page, Row

_RIGHT = attrgetter("x1")
_EAST = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u30ff\U00020000-\U0003ffff"
_HYPHENS = frozenset("-\u00ad\u2010")
_EAST_START = re.compile(f"[{_EAST}]")
_HYPHENATED = re.compile(r"[^\W\d_]{2,}[-\u00ad\u2010]$")
_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_BULLET = re.compile(r"^[•●■◆▪◦‣∙·▶►➢➤✓\uf0a7\uf0b7\uf0d8\uf06c\uf06e\uf0fc]\s*(?=\S)|^[–—*-]\s+(?=\S)")
_MARKER = re.compile(
    r"^(?:[•●■◆▪◦‣∙·○◎◇□▶►➢➤✓※\uf0a7\uf0b7\uf0d8\uf06c\uf06e\uf0fc–—*-]\s*\S"
    r"|[(（\[]?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4}|[一二三四五六七八九十ア-ンあ-ん])[)）\].．、]\s*\S|[①-⑳]\s*\S|[・･]\s*\S"
    r"|\d{1,2}(?:\.\d{1,2})*\.?\s+\S)"
)
_FOLD = re.compile("[\u2e80-\u2fdf\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]")
_END = frozenset(".!?。！？:：")
_ALIGNED = 3
_NARROWEST = 10
_INDENT = 5
_NO_PROSE = re.compile(r"[\\{}=<>|_]|(?:[.·…‥・]\s?){4}|[\s,，、.…]\d{1,4}$")
"""Code, leaders, and entries of an index."""


class Compounds:
    """Words that the document itself writes with a hyphen inside a line; they keep it at a line's end."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._known: set[str] = set()
        for page in pages:
            for row in page.rows:
                if "-" in row.text:
                    self._known.update(word.lower() for word in _COMPOUND.findall(row.text))

    def keeps(self, first: str, second: str) -> bool:
        """Whether `first-second` is written so elsewhere."""
        return f"{first}-{second}".lower() in self._known


def tidy(text: str) -> str:
    """Fold presentation forms and radicals to the letters they stand for, and collapse blanks."""
    if not text.isascii() and _FOLD.search(text):
        text = _FOLD.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text)
    return " ".join(text.split())


def glue(left: str, right: str, compounds: Compounds | None = None) -> str:
    """Join two rows: no space in East Asian text, no hyphen in a broken word."""
    if not left or not right:
        return left + right
    last = left[-1]
    if not last.isascii() and _EAST_START.match(last) and _EAST_START.match(right):
        return left + right
    if last in _HYPHENS and right[0].islower() and _HYPHENATED.search(left[-40:]):
        first, second = _LAST_WORD.search(left[-40:-1]), _FIRST_WORD.match(right)
        if compounds and first and second and compounds.keeps(first.group(), second.group()):
            return left + right
        return left[:-1] + right
    return f"{left} {right}"


def as_list_item(text: str) -> str:
    """Write a bullet, whatever sign the file uses, as Markdown does."""
    return _BULLET.sub("- ", text, count=1)


def group_rows(rows: Sequence[Row], usual: Usual, breaks: set[int]) -> list[list[Row]]:
    """Split the rows of a page, in reading order, into paragraphs.

    breaks: ids of rows that begin a paragraph whatever their looks, such as the first row of a heading and
    the row after it.
    """
    groups: list[list[Row]] = []
    right = _RightEdges(rows)
    for row in rows:
        if groups and id(row) not in breaks and _goes_on(groups[-1], row, usual, right):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


class _RightEdges:
    """The right edge of the text that a row belongs to.

    The furthest that text of about the same left edge reaches on the page, or less where the lines around the row
    reach less far and end at one place: in a narrow column, beside a picture or a box. Worked out when asked for.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._places = {id(row): i for i, row in enumerate(rows)}
        self._known: dict[int, float] = {}
        self._alike: defaultdict[int, list[Row]] = defaultdict(list)
        for row in sorted(rows, key=_RIGHT):
            place = round(row.x0 / 40)
            for near in (place - 1, place, place + 1):
                self._alike[near].append(row)

    def of(self, row: Row) -> float:
        edge = self._known.get(id(row))
        if edge is None:
            alike = self._alike[round(row.x0 / 40)]
            edge = alike[-1].x1
            if edge - row.x1 > row.size:  # else the row is full by any measure
                edge = _narrow_edge(_around(self._rows, self._places[id(row)]), alike) or edge
            self._known[id(row)] = edge
        return edge


def _narrow_edge(around: Sequence[Row], alike: Sequence[Row]) -> float | None:
    """How far the lines around a row reach, if at least three lines of prose on the page end there; else None.

    alike: by their right edges.
    """
    row = around[0]
    edge = max(other.x1 for other in around)
    if edge - row.x0 < _NARROWEST * row.size:
        return None
    slack = row.size * (0.6 if EAST_ASIAN.search(row.text) else 0.15)
    near = alike[bisect_left(alike, edge - slack, key=_RIGHT) : bisect_right(alike, edge + slack, key=_RIGHT)]
    aligned = (other for other in near if abs(other.x1 - edge) < slack and not _NO_PROSE.search(other.text))
    return edge if len(list(islice(aligned, _ALIGNED))) == _ALIGNED else None


def _around(rows: Sequence[Row], i: int) -> list[Row]:
    """A row, then up to three lines of the same passage on either side."""
    found = [rows[i]]
    for step in (-1, 1):
        last = rows[i]
        for other in rows[i + step : i + 4 * step if i + 4 * step >= 0 else None : step]:
            distance = step * (other.base - last.base)
            if not 0 < distance < 2.2 * last.size or abs(other.x0 - rows[i].x0) > 40 or other.cells:
                break
            found.append(other)
            last = other
    return found


def _goes_on(group: list[Row], row: Row, usual: Usual, right: _RightEdges) -> bool:
    before = group[-1]
    if CONTENTS in {row.skip, before.skip} or row.mono or before.mono:
        return False
    if abs(row.relative - before.relative) > 0.16 or row.cells or before.cells or _MARKER.match(row.text):
        return False
    gap = (row.base - before.base) / usual.body
    if before.text[-1] in _HYPHENS and row.text[0].islower() and gap < 2 * usual.lead:
        return True
    if gap < 0 or row.x0 > before.x1 + 20:
        return _fills(before, row, right) and before.text[-1] not in _END  # the next column
    if gap > max(usual.lead * 1.3, 1.3 * row.size / usual.body * 1.15) or row.x1 < before.x0:
        return False
    if gap < 0.3:
        return True
    if abs(row.x0 - before.x0) > _INDENT * row.size:
        return False  # set to the right, such as a date, or in the middle
    if len(group) > 1 and row.x0 > before.x0 + 0.7 * row.size and abs(before.x0 - group[-2].x0) < 2:
        return False  # the first line of the next paragraph is indented
    return _fills(before, row, right)


def _fills(before: Row, row: Row, right: _RightEdges) -> bool:
    """Whether the first word of a row would not have fitted into the row before: then the break is no end."""
    edge = right.of(before)
    if _EAST_START.match(row.text):
        return edge - before.x1 < 2.2 * row.size
    word = row.text.split(" ", 1)[0]
    width = (row.x1 - row.x0) / max(1, len(row.text)) * (len(word) + 1)
    return edge - before.x1 < width + 0.5 * row.size
