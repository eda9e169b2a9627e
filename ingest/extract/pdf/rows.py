"""Visual lines: the rows of a page, built once from what MuPDF parsed, small enough for 5,000 pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from ingest.extract.heading_numbers import is_bare_number
from ingest.extract.pdf.accents import compose_accents
from ingest.extract.pdf.document import Box, RawPage
from ingest.extract.pdf.faces import FAINT_ALPHA, OPAQUE, Face, Look, is_light, judge_look
from ingest.extract.pdf.frame import Frame

EAST_ASIAN = re.compile("[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_TAIL_ONLY = re.compile(r"[\s.·…‥・．]*(?:[0-9]{1,4}|[ivxlc]{1,6})?\s*")
_LOOK_OF = itemgetter("font", "size", "flags", "color", "alpha", "char_flags")
_TEXT_OF = itemgetter("text")
_UPRIGHT, _ONE_LINE = 0.9, 2.5


class Piece(NamedTuple):
    """A part of a row that stands by itself, such as a cell of a table."""

    x0: float
    x1: float
    text: str


class Style(NamedTuple):
    """How rows of one kind look: size over the body, weight, slant, ink (0 for that of the text)."""

    relative: float
    bold: bool
    italic: bool
    color: int


def style_of(relative: float, bold: bool, italic: bool, color: int) -> Style:
    """Return the style of a row by its measured looks; near sizes are one."""
    return Style(round(relative * 20) / 20, bold, italic, color)


@dataclass(slots=True, eq=False)
class Row:
    """A visual line in the frame of its page. The fields after `skip` are filled in by `measure`.

    skip: why it is no heading and perhaps no text either: `head`, `contents`, `table`, `ruby`, `` for none.
    cells: wide gaps inside. relative: size over the body size of the same script. above, below: distance to
    the neighbouring baselines over the body size. italic: slanted or underlined. hot: it stands out.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    text: str
    runs: list[tuple[int, Face]]
    block: int
    cells: int = 0
    pieces: list[Piece] | None = None
    skip: str = ""
    chars: int = 0
    size: float = 0.0
    relative: float = 1.0
    mono: bool = False
    bold: bool = False
    all_bold: bool = False
    italic: bool = False
    underlined: bool = False
    color: int = 0
    above: float = 99.0
    below: float = 99.0
    hot: bool = False

    @property
    def style(self) -> Style:
        """The looks that rows of one kind share."""
        return style_of(self.relative, self.bold, self.italic, self.color)


@dataclass(slots=True)
class Vector:
    """A filled or stroked shape, in the frame of its page.

    solid: a filled rectangle that nothing shines through. order: its place among the blocks, as they are painted.
    """

    box: Box
    stroked: bool
    light: bool
    color: int = 0
    solid: bool = False
    order: int = 0


@dataclass(slots=True)
class Page:
    """The rows of one page in the order of the file.

    loose: rows that run in another direction than the page. vectors: shapes, until tables were read off them.
    hidden: characters that were found to be out of sight.
    """

    index: int
    frame: Frame
    rows: list[Row]
    loose: list[Row] = field(default_factory=list)
    vectors: list[Vector] = field(default_factory=list)
    hidden: int = 0


class RowReader:
    """Turns parsed pages into rows. Keeps the faces of the whole file, each once."""

    def __init__(self) -> None:
        self._looks: dict[tuple[Any, ...], Look] = {}

    def read(self, index: int, raw: RawPage) -> Page:
        """Return the rows of one page."""
        page = Page(index, Frame.of(raw), [])
        for number, block in enumerate(raw.blocks):
            if block["type"] == 3:
                _add_vector(page, block, number)
                continue
            for line in block.get("lines", ()):
                self._add_line(page, line, number)
        return page

    def blank(self, index: int) -> Page:
        """Return a page that could not be read."""
        return Page(index, Frame(1.0, 1.0, (1, 0), None), [])

    def _add_line(self, page: Page, line: dict[str, Any], block: int) -> None:
        """A line of MuPDF is one row, or several where a part of it may be hidden."""
        spans = line["spans"]
        # MuPDF makes most blanks between words a span of their own
        solid = [span for span in spans if (content := span["text"]) and not content.isspace()]
        if not solid:
            return
        text = "".join(map(_TEXT_OF, spans))
        keys = list(map(_LOOK_OF, solid))
        if keys.count(keys[0]) == len(keys):  # as in most lines
            look = self._look(keys[0], solid[0])
            latin = text.isascii() or not EAST_ASIAN.search(text)
            count = sum(map(len, map(str.strip, map(_TEXT_OF, solid)))) if latin else 0
            runs = [(count, look.latin)] if latin else _runs(solid, [look] * len(solid))
            _place(page, _row(page, line, solid, (text, runs), block, look.doubt), line["dir"])
            return
        looks = [self._look(key, span) for key, span in zip(keys, solid, strict=True)]
        doubt = looks[0].doubt
        if all(look.doubt == doubt for look in looks):
            _place(page, _row(page, line, solid, (text, _runs(solid, looks)), block, doubt), line["dir"])
        else:
            _add_parts(page, line, dict(zip(map(id, solid), looks, strict=True)), block)

    def _look(self, key: tuple[Any, ...], span: dict[str, Any]) -> Look:
        """The look of a span. key: all that decides it."""
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = judge_look(span)
        return look


def _add_parts(page: Page, line: dict[str, Any], looks: Mapping[int, Look], block: int) -> None:
    """Make a row of each part of a line that may be hidden, or not. looks: by the ids of spans with text."""
    parts: list[tuple[str, list[dict[str, Any]], list[dict[str, Any]]]] = []
    for span in line["spans"]:
        look = looks.get(id(span))
        if look is not None and not (parts and parts[-1][0] == look.doubt):
            parts.append((look.doubt, [], []))
        if parts:
            parts[-1][1].append(span)
            parts[-1][2].extend([span] if look is not None else [])
    for doubt, spans, solid in parts:
        text = "".join(map(_TEXT_OF, spans))
        runs = _runs(solid, [looks[id(span)] for span in solid])
        _place(page, _row(page, line, solid, (text, runs), block, doubt), line["dir"])


def _runs(solid: Sequence[dict[str, Any]], looks: Sequence[Look]) -> list[tuple[int, Face]]:
    """The faces of spans one after the other, each with the number of its characters."""
    runs: list[tuple[int, Face]] = []
    last, total = None, 0
    for span, look in zip(solid, looks, strict=True):
        content = span["text"]
        face = look.latin if content.isascii() or not EAST_ASIAN.search(content) else look.east
        if face is not last:
            if last is not None:
                runs.append((total, last))
            last, total = face, 0
        total += len(content.strip())
    if last is not None:
        runs.append((total, last))
    return runs


def _row(
    page: Page,
    line: dict[str, Any],
    spans: list[dict[str, Any]],
    content: tuple[str, list[tuple[int, Face]]],
    block: int,
    doubt: str,
) -> Row:
    x0, y0, x1, y1, base = _extent(page.frame, line, spans)
    text = compose_accents(content[0].strip())
    return Row(page.index, x0, y0, x1, y1, base, text, content[1], block, skip=doubt)


def _extent(
    frame: Frame, line: dict[str, Any], spans: list[dict[str, Any]]
) -> tuple[float, float, float, float, float]:
    """The box of some spans of a line, and their baseline, in reading coordinates."""
    x0, y0, x1, y1 = line["bbox"]
    if frame.plain and line["dir"][0] > _UPRIGHT:
        return spans[0]["bbox"][0], y0, spans[-1]["bbox"][2], y1, spans[0]["origin"][1]
    if len(spans) < len(line["spans"]):
        boxes = [span["bbox"] for span in spans]
        x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
        x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return frame.enter((x0, y0, x1, y1), spans[0]["origin"])


def _add_vector(page: Page, block: dict[str, Any], order: int) -> None:
    box = block["bbox"]
    if not page.frame.plain:
        box = page.frame.enter_box(box)
    if block["alpha"] >= FAINT_ALPHA:
        color, solid = block["color"], block["isrect"] and block["alpha"] == OPAQUE and not block["stroked"]
        page.vectors.append(Vector(box, block["stroked"], is_light(color), color, solid, order))


def _place(page: Page, row: Row, direction: tuple[float, float]) -> None:
    """Put a row where it belongs: out of sight, loose, or onto the page, joined to the one before."""
    frame = page.frame
    if not frame.shows((row.x0, row.y0, row.x1, row.y1)):
        page.hidden += sum(c.isalnum() for c in row.text)
    elif not (direction[0] > 0.98 if frame.plain else frame.along(direction)):
        page.loose.append(row)
    elif not (page.rows and abs(page.rows[-1].base - row.base) < _ONE_LINE and _join(page.rows[-1], row)):
        page.rows.append(row)


def join_rows(rows: list[Row]) -> list[Row]:
    """Join neighbours that are one visual line."""
    joined: list[Row] = []
    for row in rows:
        if not (joined and _join(joined[-1], row)):
            joined.append(row)
    return joined


def _join(left: Row, right: Row) -> bool:
    """Append a row to the one before it if both are one visual line, such as a title and its page number."""
    if abs(left.base - right.base) >= _ONE_LINE or right.x0 < left.x1 - 2 or left.skip != right.skip:
        return False
    gap = right.x0 - left.x1
    size = max(right.runs[0][1].size, left.runs[-1][1].size)
    fitting = _fits(left, right, gap)
    if not fitting and not _close(left, right, gap):
        return False
    if gap > 1.6 * size and not fitting:
        left.cells += 1
    if left.pieces is None:
        left.pieces = [Piece(left.x0, left.x1, left.text)]
    left.pieces.append(Piece(right.x0, right.x1, right.text))
    left.text += ("" if gap < 0.15 * size else " ") + right.text
    left.runs += right.runs
    left.x1, left.y0, left.y1 = right.x1, min(left.y0, right.y0), max(left.y1, right.y1)
    return True


def _gutter_number(left: Row, right: Row, gap: float) -> bool:
    """Whether one of two rows is a line number in the margin."""
    first, last = right.runs[0][1].size, left.runs[0][1].size
    if left.text.isdecimal() and last < 0.75 * first:
        return True
    return right.text.isdecimal() and first < 0.75 * last and gap > first


def _fits(left: Row, right: Row, gap: float) -> bool:
    """Whether a wide gap means a leader or a number's distance to its title, not a column."""
    if _gutter_number(left, right, gap):
        return False
    size = max(right.runs[0][1].size, left.runs[-1][1].size)
    if len(right.text) < 120 and _TAIL_ONLY.fullmatch(right.text):
        return True
    return gap < 6 * size and is_bare_number(left.text)


def _close(left: Row, right: Row, gap: float) -> bool:
    """Whether two rows without such a reason are near enough to be one line."""
    if _gutter_number(left, right, gap):
        return False
    first, last = right.runs[0][1], left.runs[-1][1]
    size = max(first.size, last.size)
    if left.block == right.block:
        return gap < 4 * size
    if first.bold != last.bold and gap > 0.5 * size:
        return False  # a label in the margin beside its text
    return gap < 1.2 * size
