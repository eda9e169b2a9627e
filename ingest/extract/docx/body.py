"""Walks the body of a document block by block and writes canonical lines."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from ingest.domain.document import MAX_CONVERTED_LINE
from ingest.extract.docx.inline import Inline, InlineReader
from ingest.extract.docx.notes import Notes
from ingest.extract.docx.numbering import Marker, Numbering
from ingest.extract.docx.styles import ParagraphLook, Styles
from ingest.extract.docx.tables import cells_of, is_coloured, read_grid, rows_of, unwrapped
from ingest.extract.office_output import Output
from ingest.extract.office_xml import Element, child, descendants, short
from ingest.extract.paragraph_looks import Loudness, ParagraphLooks, line_behind
from ingest.extract.pipe_table import pipe_table

_PAGE_AT_END = re.compile(r"\s*\t\s*(\S{1,8})\s*$")
_MAX_DEPTH = 40
"""How deep text boxes and layout tables may lie in one another before they are flattened."""


_PARAGRAPHS = frozenset(("w:p", "m:oMath", "m:oMathPara", "w:r", "w:hyperlink", "w:fldSimple"))
_EMBEDDED = frozenset(("w:altChunk", "w:subDoc"))
_CONTAINERS = frozenset(("w:sdt", "w:customXml", "w:smartTag", "w:ins", "w:moveTo", "mc:AlternateContent"))

BLOCKS = ("w:tbl", *_PARAGRAPHS, *_EMBEDDED, *_CONTAINERS)
"""Names of everything that may stand in a body and holds text."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a block stands: on a coloured ground, inside a text box or a cell that cannot hold headings."""

    coloured: bool = False
    headings: bool = True
    depth: int = 0


class BodyReader:
    """Turns blocks into lines. After the last block, call `finish`."""

    def __init__(
        self, styles: Styles, numbering: Numbering, inline: InlineReader, notes: Notes, output: Output
    ) -> None:
        self._styles = styles
        self._numbering = numbering
        self._inline = inline
        self._notes = notes
        self._output = output
        self._carried = ""
        self._carried_loudness: Loudness = Counter()
        self.looks = ParagraphLooks(bold=styles.everywhere.bold, size=styles.everywhere.size)
        self.title: list[str] = []
        self.pictures = 0
        self.hidden = 0
        self.unread: list[str] = []

    def block(self, element: Element) -> None:
        """Read one child of the body, wrappers included."""
        for inner in unwrapped_block(element):
            self._block(inner, _Place())
        self._write_notes()

    def on_coloured_page(self) -> None:
        """Take note that the page itself has a colour, so that white text can be read."""
        self._inline.on_coloured_page()

    def finish(self) -> None:
        """Write what is still owed."""
        if self._carried.strip():
            self._output.text(self._carried)
            self._carried = ""
        self._write_notes()
        self._output.finish()

    def _block(self, element: Element, place: _Place) -> None:
        name = short(element)
        if name == "w:tbl":
            self._table(element, place)
        elif name in _EMBEDDED:
            self.unread.append("An embedded document was not read. Open the file in Word and save it again.")
        elif name in _PARAGRAPHS:
            self._paragraph(element, place)

    def _paragraph(self, element: Element, place: _Place) -> None:
        properties = child(element, "w:pPr")
        look = self._styles.paragraph(properties)
        found = self._inline.read(element, look.run, coloured=place.coloured)
        in_contents = look.contents or (found.in_contents and not found.in_body)
        text = self._output.cleaned(self._carried + found.text)
        loudness = self._carried_loudness + found.loudness
        self._count(found)
        if found.joins_next:
            self._carried, self._carried_loudness = text, loudness
            self._boxes(found, place)
            return
        self._carried, self._carried_loudness = "", Counter()
        marker = self._numbering.marker(look.number, look.style) if look.number else None
        if text.strip() or look.code:
            before = len(self._output.lines)
            self._write(text, look, marker, in_contents=in_contents, headings=place.headings)
            self._note_look(
                before, text, marker, loudness, may_head=place.headings and not (in_contents or look.code)
            )
        self._boxes(found, place)

    def _write(
        self, text: str, look: ParagraphLook, marker: Marker | None, *, in_contents: bool, headings: bool
    ) -> None:
        one_line = " ".join(text.split())
        if in_contents:
            self._output.contents(" ".join(_PAGE_AT_END.sub(r" … \1", text).split()))
        elif look.level is not None and headings:
            self._output.heading(one_line, look.level + 1, number=marker.text if marker else "")
        elif look.code:
            self._output.code(text)
        elif marker is not None and (marker.bullet or marker.text):
            self._output.item(marker.text or "-", text, max(marker.level, look.depth))
        else:
            if look.title and len(one_line) <= 300 and len(self._output.lines) < 60:
                self.title.append(one_line)
            self._output.text(text)

    def _note_look(
        self, before: int, text: str, marker: Marker | None, loudness: Loudness, *, may_head: bool
    ) -> None:
        """Take note of how a paragraph looks that was just written behind so many lines."""
        line = line_behind(self._output.lines, before)
        bullet = marker is not None and marker.bullet
        label = f"{marker.text} " if marker is not None and not bullet and marker.text else ""
        one = " ".join(f"{label}{text}".split())
        self.looks.add(line, one, loudness, may_head=may_head and not bullet)

    def _boxes(self, found: Inline, place: _Place) -> None:
        """Write the text boxes that are anchored in a paragraph, and the texts of its diagrams, after it."""
        for text in found.diagrams:
            self._output.item("-", self._output.cleaned(text), 0)
        if place.depth >= _MAX_DEPTH:
            return
        inside = _Place(coloured=True, headings=False, depth=place.depth + 1)
        for box in found.boxes:
            for inner in unwrapped(box):
                self._block(inner, inside)

    def _table(self, table: Element, place: _Place) -> None:
        coloured = place.coloured or is_coloured(table, self._styles.coloured_tables)
        if place.headings and place.depth < _MAX_DEPTH and self._is_layout(table):
            inside = _Place(coloured=True, headings=place.headings, depth=place.depth + 1)
            for row in rows_of(table):
                for cell in cells_of(row):
                    for inner in unwrapped(cell):
                        self._block(inner, inside)
            return
        boxes: list[Inline] = []
        grid = read_grid(
            table, lambda cell, ground: self._cell(cell, boxes, coloured=ground), coloured=coloured
        )
        rows = pipe_table(grid, MAX_CONVERTED_LINE)
        if rows:
            self._output.rows(rows)
        for found in boxes:
            self._boxes(found, place)

    def _is_layout(self, table: Element) -> bool:
        """Whether a table only places text on the page: a frame of one cell, or headings within cells."""
        cells = sum(1 for row in rows_of(table) for _ in cells_of(row))
        return cells == 1 or any(
            self._styles.paragraph(properties).level is not None for properties in descendants(table, "w:pPr")
        )

    def _cell(self, cell: Element, boxes: list[Inline], *, coloured: bool) -> str:
        """Return all text of a cell on one line; tables inside it are flattened, however deep they lie."""
        parts: list[str] = []
        stack = list(reversed(list(unwrapped(cell))))
        while stack:
            element = stack.pop()
            name = short(element)
            if name == "w:tbl":
                stack.extend(reversed([c for row in rows_of(element) for c in cells_of(row)]))
            elif name == "w:tc":
                stack.extend(reversed(list(unwrapped(element))))
            elif name == "w:p":
                parts.append(self._cell_paragraph(element, boxes, coloured=coloured))
        return " ".join(part for part in parts if part)

    def _cell_paragraph(self, element: Element, boxes: list[Inline], *, coloured: bool) -> str:
        look = self._styles.paragraph(child(element, "w:pPr"))
        found = self._inline.read(element, look.run, coloured=coloured)
        self._count(found)
        if found.boxes or found.diagrams:
            boxes.append(found)
        marker = self._numbering.marker(look.number, look.style) if look.number else None
        text = " ".join(self._output.cleaned(found.text).split())
        return f"{marker.text} {text}" if marker and marker.text and text else text

    def _count(self, found: Inline) -> None:
        self.pictures += found.pictures
        self.hidden += found.hidden

    def _write_notes(self) -> None:
        """Write the notes owed; a note that mentions a note owes that too."""
        while owed := self._notes.take_owed():
            for label, body in owed:
                boxes: list[Inline] = []
                text = self._cell(body, boxes, coloured=False)
                self._output.note(label, text)


def unwrapped_block(element: Element) -> list[Element]:
    """Return a block, or the blocks inside the content controls around them."""
    name = short(element)
    if name in {"w:p", "w:tbl"}:
        return [element]
    return list(unwrapped(element)) if name in _CONTAINERS else [element]
