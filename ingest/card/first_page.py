"""What the first page of a paged document shows as its title: the largest type, else the subject of a letter."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ingest.card.prose import plain
from ingest.domain.document import Line

_LOOKED_AT = 60
"""Lines of a first page."""
_BODY_LINES = 400
_LARGER = 1.1
"""Size of a title over the size of the body."""
_SAME = 0.06
_ALIKE = 0.1
"""Share by which the sizes of the rows of one title may differ: they are estimates."""
_MOST_PARAGRAPHS = 2
"""Paragraphs of text after which a large row is a heading of a section, not the title."""
_MOST_ROWS = 4
_LEADING = 1.15
_SMALLEST = 6.0
"""Points of the smallest body: what seems smaller is a table or a paragraph of many rows."""
_ROWS = 12
"""Rows of print that one line may hold."""
_FEWEST = 4
"""Columns of a line whose size can be told."""
_LONGEST = 110
"""Columns of a row of a title; ideographs take two."""
_LONG = 60
"""Characters of a line of running text."""
_SUBJECT = re.compile(
    r"(?:について|に関して|に関する件|の件|のお知らせ|のご案内|的通知|的公告|的通告|的决定|的決定|的意见|的批复|的函|的报告|的请示)"
    r"(?:\s*[（(].{1,14}[)）])?$"
)
_NEVER = re.compile(r"^\s*(?:\||[-*•・●]\s|[①-⑳]|\d{1,4}\s*$)|(?:\.\s?){4,}|…{2,}|\d{5,}")
_VERSION = re.compile(
    r"^(?:version|ver\.?|v|rev\.?|revision|release|バージョン|第?\d+版|版本)\s*[\d.]", re.IGNORECASE
)
_PARAGRAPH = re.compile(r"[.!?。！？][\"'”’)）」』]*$")


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the page with the estimated size of its type, in points."""

    position: int
    text: str
    size: float


def title_of_first_page(lines: Sequence[Line], is_usable: Callable[[str], bool]) -> str | None:
    """Return the text in the largest type of the first page that has text, rows of equal size joined.

    None where nothing is larger than the body, or where the lines have no places.
    """
    rows = list(_rows(lines))
    body = _body_size(lines)
    large = [row for row in rows if row.size >= body * _LARGER and is_usable(row.text)] if body else []
    if not large:
        return None
    most = max(row.size for row in large)
    largest = next(row for row in large if row.size >= most * (1 - _SAME))
    found = [largest]
    for direction in (-1, 1):
        while len(found) < _MOST_ROWS:
            edge = found[0] if direction < 0 else found[-1]
            beside = next((row for row in large if row.position == edge.position + direction), None)
            if beside is None or not _belongs(beside, largest):
                break
            found.insert(0 if direction < 0 else len(found), beside)
    return _joined([row.text for row in found])


def _belongs(row: _Row, largest: _Row) -> bool:
    return abs(row.size - largest.size) <= largest.size * _ALIKE and not _VERSION.match(row.text)


def subject_of_letter(lines: Sequence[Line]) -> str | None:
    """Return the line that names what an official letter is about (…について, …的通知), None without one."""
    for line in lines[:_LOOKED_AT]:
        text = plain(line.text)
        if 6 <= len(text) <= 70 and _SUBJECT.search(text):
            return text
    return None


def _rows(lines: Sequence[Line]) -> Iterator[_Row]:
    page = next((line.place.page for line in lines if line.text.strip() and line.place), None)
    if page is None:
        return
    position = paragraphs = 0
    for line in lines[:_LOOKED_AT]:
        if not line.text.strip():
            continue
        if line.place is None or line.place.page != page or paragraphs >= _MOST_PARAGRAPHS:
            return
        paragraphs += len(line.text) >= _LONG and _PARAGRAPH.search(line.text) is not None
        size = _type_size(line)
        running = _PARAGRAPH.search(line.text) or _columns(line.text) > _LONGEST
        if size is not None and not running and not _NEVER.search(line.text):
            yield _Row(position, plain(line.text), size)
        position += 1


def _type_size(line: Line) -> float | None:
    """Return the size of a line's type, as its box and its letters allow: it may hold several rows of print."""
    box = line.place.box if line.place else None
    columns = _columns(line.text)
    if not box or columns < _FEWEST:
        return None
    width, height = box[2] - box[0], box[3] - box[1]
    if height > 2 * width:
        return None
    return max(min(height / (_LEADING * rows), 2 * width * rows / columns) for rows in range(1, _ROWS + 1))


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _body_size(lines: Sequence[Line]) -> float | None:
    """Return the commonest size of type, by letters."""
    sizes: Counter[float] = Counter()
    for line in lines[:_BODY_LINES]:
        size = _type_size(line)
        if size and size >= _SMALLEST:
            sizes[round(size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else None


def _joined(parts: Sequence[str]) -> str:
    text = parts[0]
    for part in parts[1:]:
        close = text[-1:] > "\u2e80" and part[:1] > "\u2e80"
        text += part if close else f" {part}"
    return text
