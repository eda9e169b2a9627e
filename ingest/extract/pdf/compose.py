"""Puts a document together: rows in reading order become lines with their places."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.domain.cleaning import clean
from ingest.domain.document import MAX_CONVERTED_LINE, Line, Place
from ingest.extract.pdf.document import Box
from ingest.extract.pdf.measure import Usual
from ingest.extract.pdf.paragraphs import Compounds, as_list_item, glue, group_rows, tidy
from ingest.extract.pdf.reading_order import in_reading_order
from ingest.extract.pdf.rows import Page, Row
from ingest.extract.pdf.running_heads import HEAD
from ingest.extract.pdf.tables import TABLE, Table
from ingest.extract.wrapping import wrap


class Composer:
    """Collects the lines of a document page by page. line_of tells the 1-based line of a row by its id."""

    def __init__(self, usual: Usual, compounds: Compounds) -> None:
        self.lines: list[Line] = []
        self.first_lines: list[int] = []
        self.invisible = 0
        self.line_of: dict[int, int] = {}
        self._usual = usual
        self._compounds = compounds

    def add(self, page: Page, headings: Sequence[Sequence[Row]], tables: Sequence[Table] = ()) -> None:
        """Append a page. headings: groups of rows that each stay on a line of their own."""
        self.first_lines.append(len(self.lines) + 1)
        whole = {id(group[0]): list(group) for group in headings}
        inner = {id(row) for group in headings for row in group[1:]}
        by_stand_in = {}
        rows = list(page.rows)
        for table in tables:
            stand_in = _stand_in(table, page)
            by_stand_in[id(stand_in)] = table
            rows.insert(rows.index(table.before) + 1 if table.before in rows else 0, stand_in)
        rows = in_reading_order([row for row in rows if row.skip != HEAD], page.frame.height)
        breaks, after = set(whole) | set(by_stand_in), False
        for row in rows:
            if after and id(row) not in inner:
                breaks.add(id(row))
            after = (id(row) in breaks and (id(row) in whole or id(row) in by_stand_in)) or id(row) in inner
        for group in group_rows([row for row in rows if id(row) not in inner], self._usual, breaks):
            key = id(group[0])
            if key in by_stand_in:
                self._add_table(by_stand_in[key], page)
            else:
                self._add_paragraph(whole.get(key, group), page, heading=key in whole)
        for row in page.loose:
            self._append(tidy(row.text), page, [row])

    def _add_table(self, table: Table, page: Page) -> None:
        for text, box in table.lines:
            for piece in [text] if text.startswith("|") else wrap(text, MAX_CONVERTED_LINE):
                self._append_line(piece, page, box)

    def page_starts(self) -> tuple[int, ...]:
        """The first line of each page; a page without lines points at the next line there is."""
        return tuple(min(start, max(1, len(self.lines))) for start in self.first_lines)

    def _add_paragraph(self, rows: Sequence[Row], page: Page, *, heading: bool) -> None:
        text, starts = self._joined(rows)
        if heading or len(text) <= MAX_CONVERTED_LINE:
            self._append(text if heading else as_list_item(text), page, rows)
            return
        offset = 0
        for piece in wrap(text, MAX_CONVERTED_LINE):
            offset = max(offset, text.find(piece, offset))
            end = offset + len(piece)
            stops = [*starts[1:], len(text)]
            inside = [r for r, a, b in zip(rows, starts, stops, strict=True) if a < end and b > offset]
            self._append(as_list_item(piece) if offset == 0 else piece, page, inside or rows)
            offset = end

    def _joined(self, rows: Sequence[Row]) -> tuple[str, list[int]]:
        """The text of a paragraph, and where each row starts in it."""
        text = ""
        starts: list[int] = []
        for row in rows:
            part = tidy(row.text)
            text = glue(text, part, self._compounds)
            starts.append(max(0, len(text) - len(part)))
        return text, starts

    def _append(self, text: str, page: Page, rows: Sequence[Row]) -> None:
        if self._append_line(text, page, _box(rows)):
            for row in rows:
                self.line_of.setdefault(id(row), len(self.lines))

    def _append_line(self, text: str, page: Page, box: Box) -> bool:
        if not (text.isascii() and text.isprintable()):
            cleaned = clean(text)
            self.invisible += cleaned.invisible
            text = cleaned.text
        text = text.strip()
        if text:
            x0, y0, x1, y1 = page.frame.leave(box)
            place = Place(page.index + 1, (round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1)))
            self.lines.append(Line(text, place))
        return bool(text)


def _stand_in(table: Table, page: Page) -> Row:
    """A row of the size of a table, to find its place in the reading order."""
    x0, y0, x1, y1 = table.box
    return Row(page.index, x0, y0, x1, y1, y1, "", [], -1, skip=TABLE)


def _box(rows: Sequence[Row]) -> Box:
    first = rows[0]
    x0, y0, x1, y1 = first.x0, first.y0, first.x1, first.y1
    for row in rows:
        x0, y0 = min(x0, row.x0), min(y0, row.y0)
        x1, y1 = max(x1, row.x1), max(y1, row.y1)
    return x0, y0, x1, y1
