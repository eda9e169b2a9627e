"""Walks the blocks of an OpenDocument text and writes canonical lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ingest.domain.document import MAX_CONVERTED_LINE
from ingest.extract.natural_number import natural
from ingest.extract.odf.inline import Inline, InlineReader
from ingest.extract.odf.numbering import LevelStyle, ListCounts, count, count_item, shown_number, start_value
from ingest.extract.odf.styles import Styles
from ingest.extract.odf.tables import grid_of, is_layout, layout_blocks
from ingest.extract.odf.text_look import Script
from ingest.extract.office_output import Output
from ingest.extract.office_xml import Element, attribute, child, short
from ingest.extract.paragraph_looks import ParagraphLooks, line_behind
from ingest.extract.pipe_table import pipe_table

_MAX_DEPTH = 60
_CONTAINER_NAMES = """
    text:section text:index-body text:numbered-paragraph office:text draw:text-box text:list-header
    text:bibliography text:illustration-index text:table-index text:object-index text:user-index
    text:alphabetical-index text:index-title draw:custom-shape draw:rect draw:ellipse draw:line draw:connector
    draw:caption
"""
_CONTAINERS = frozenset(_CONTAINER_NAMES.split())
_INDEXES = frozenset(
    {
        "text:illustration-index",
        "text:table-index",
        "text:object-index",
        "text:user-index",
        "text:alphabetical-index",
    }
)
_BULLET = LevelStyle(bullet=True)


@dataclass(slots=True)
class Found:
    """What there is to say about the text as a whole."""

    hidden: int = 0
    pictures: int = 0
    comments: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class _List:
    """A list that is being written: its level from 1, and what has been counted so far at each level."""

    level: int
    style: str | None
    counts: list[int]
    headings: bool


class BodyReader:
    """Turns blocks into lines. script: that of most of the text."""

    def __init__(
        self, styles: Styles, output: Output, equation: dict[str, str], *, script: Script = Script.WESTERN
    ) -> None:
        self._styles = styles
        self._output = output
        self._inline = InlineReader(styles, self._mention, lambda link: equation.get(link.lstrip("./"), ""))
        self._owed: list[tuple[str, Element]] = []
        self._labels = 0
        self._numbers: list[int] = []
        self._lists = ListCounts()
        self.looks = ParagraphLooks(bold=styles.everywhere.of(script).bold, size=styles.usual_size(script))
        self.found = Found()

    def blocks(self, holder: Element, *, headings: bool = True, depth: int = 0) -> None:
        """Write all blocks inside an element."""
        for block in holder:
            self.block(block, headings=headings, depth=depth)

    def block(self, block: Element, *, headings: bool = True, depth: int = 0) -> None:
        """Write one block."""
        name = short(block)
        writer = _WRITERS.get(name)
        if depth > _MAX_DEPTH:
            text = " ".join(" ".join(str(part) for part in block.itertext()).split())
            if text:
                self._output.text(self._output.cleaned(text))
        elif writer is not None:
            writer(self, block, headings, depth)
        elif name in _CONTAINERS:
            self._container(block, headings, depth)

    def _container(self, block: Element, headings: bool, depth: int) -> None:
        if attribute(block, "text:display") == "none":
            self.found.hidden += len("".join(str(part) for part in block.itertext()).strip())
        else:
            inside = headings and short(block) not in _INDEXES
            self.blocks(block, headings=inside, depth=depth + 1)

    def _list(self, block: Element, headings: bool, depth: int) -> None:
        style = attribute(block, "text:style-name")
        self._items(block, _List(1, style, self._lists.begin(block, style), headings), depth)

    def _items(self, holder: Element, place: _List, depth: int) -> None:
        """Write a list."""
        place = replace(place, style=attribute(holder, "text:style-name") or place.style)
        for item in holder:
            name = short(item)
            if name not in ("text:list-item", "text:list-header"):
                continue
            first = name == "text:list-item"
            if first:
                count_item(item, place.counts, place.level, self._styles.levels(place.style))
            for block in item:
                if short(block) == "text:list":
                    self._items(block, replace(place, level=place.level + 1), depth + 1)
                elif short(block) == "text:p" and depth <= _MAX_DEPTH:
                    first = self._item(block, first, place) and first
                elif short(block) == "text:h" and depth <= _MAX_DEPTH:
                    levels = self._styles.levels(place.style)
                    number = shown_number(levels, place.level, place.counts) if first else ""
                    self._heading(block, place.headings, depth + 1, number)
                    first = False
                else:
                    self.block(block, headings=place.headings, depth=depth + 1)

    def _item(self, paragraph: Element, first: bool, place: _List) -> bool:
        """Write a paragraph of a list item. Return whether the item still waits for its first one."""
        found = self._read(paragraph)
        text = self._output.cleaned(found.text)
        if text.strip():
            named = place.style or self._styles.list_of(attribute(paragraph, "text:style-name"))
            levels = self._styles.levels(named)
            look = levels.get(place.level, _BULLET)
            marker = shown_number(levels, place.level, place.counts)
            before = len(self._output.lines)
            if not first:
                self._output.item(" " * len(marker or "-"), text, place.level - 1)
            elif marker or look.bullet:
                self._output.item(marker or "-", text, place.level - 1)
            else:
                self._output.text(text)
            may_head = place.headings and first and not look.bullet
            self._note_look(before, f"{marker} {text}", found, may_head=may_head)
        self._after(found, 1)
        return not text.strip()

    def _heading(self, block: Element, headings: bool, depth: int, listed: str = "") -> None:
        """Write a heading. listed: its number where it is the item of a list."""
        said = attribute(block, "text:outline-level") or "1"
        level = min(natural(said) or 1, 10)
        found = self._read(block)
        text = " ".join(self._output.cleaned(found.text).split())
        before = len(self._output.lines)
        number = (listed or self._number(block, level)) if text and headings else ""
        if text and headings:
            self._output.heading(text, level, number=number)
        elif text:
            self._output.text(text)
        self._note_look(before, f"{number} {text}", found, may_head=headings)
        self._after(found, depth)

    def _number(self, block: Element, level: int) -> str:
        """Return the automatic number of a heading, as its outline style shows it."""
        look = self._styles.outline.get(level)
        if look is None or not look.numbered or attribute(block, "text:is-list-header") == "true":
            return ""
        if self._styles.list_of(attribute(block, "text:style-name")) == "":
            return ""
        count(self._numbers, level, start_value(block))
        return shown_number(self._styles.outline, level, self._numbers)

    def _paragraph(self, block: Element, headings: bool, depth: int) -> None:
        look = self._styles.look("paragraph", attribute(block, "text:style-name"))
        found = self._read(block)
        text = self._output.cleaned(found.text)
        if look.hidden:
            self.found.hidden += len(text.strip())
        elif text.strip():
            one_line = " ".join(text.split())
            before = len(self._output.lines)
            if look.title and not self.found.title and len(one_line) <= 300:
                self.found.title = one_line
            if look.outline and headings:
                self._output.heading(one_line, look.outline)
            elif look.code:
                self._output.code(text)
            else:
                self._output.text(text)
            self._note_look(before, text, found, may_head=headings and not look.code)
        self._after(found, depth)

    def _note_look(self, before: int, text: str, found: Inline, *, may_head: bool) -> None:
        """Take note of how a paragraph looks that was just written behind so many lines."""
        line = line_behind(self._output.lines, before)
        self.looks.add(line, " ".join(text.split()), found.loudness, may_head=may_head)

    def _contents(self, block: Element, _headings: bool, _depth: int) -> None:
        for paragraph in block.iter():
            if short(paragraph) == "text:p":
                found = self._read(paragraph)
                title, tab, page = found.text.rpartition("\t")
                text = f"{title.strip()} … {page.strip()}" if tab and title.strip() else page.strip()
                if text:
                    before = len(self._output.lines)
                    self._output.contents(" ".join(self._output.cleaned(text).split()))
                    self._note_look(before, text, found, may_head=False)

    def _table(self, table: Element, headings: bool, depth: int) -> None:
        if is_layout(table) and headings:
            for block in layout_blocks(table):
                self.block(block, headings=headings, depth=depth + 1)
            return
        boxes: list[Inline] = []
        rows = pipe_table(grid_of(table, lambda cell: self._cell(cell, boxes)), MAX_CONVERTED_LINE)
        if rows:
            self._output.rows(rows)
        for found in boxes:
            self._after(found, depth)
        self._write_notes()

    def _cell(self, cell: Element, boxes: list[Inline]) -> str:
        """Return all text of a cell on one line."""
        parts: list[str] = []
        for paragraph in _paragraphs(cell):
            found = self._read(paragraph)
            boxes.append(found)
            parts.append(" ".join(self._output.cleaned(found.text).split()))
        return " ".join(part for part in parts if part)

    def _shape(self, shape: Element, _headings: bool, depth: int) -> None:
        """Write a drawing that stands between blocks as if a paragraph held it."""
        found = self._inline.read_shape(shape)
        self._count(found)
        text = self._output.cleaned(found.text)
        if text.strip():
            self._output.text(text)
        self._after(found, depth)

    def _read(self, paragraph: Element) -> Inline:
        found = self._inline.read(paragraph)
        self._count(found)
        return found

    def _count(self, found: Inline) -> None:
        self.found.hidden += found.hidden
        self.found.pictures += found.pictures
        self.found.comments += found.comments

    def _after(self, found: Inline, depth: int) -> None:
        """Write what hangs on a paragraph: its boxes, and the notes that it mentions."""
        for box in found.boxes:
            if short(box) == "table:table":
                self._table(box, False, depth + 1)
            else:
                self.blocks(box, headings=False, depth=depth + 1)
        found.boxes = []
        self._write_notes()

    def _mention(self, note: Element) -> str:
        body = child(note, "text:note-body")
        if body is None:
            return ""
        self._labels += 1
        self._owed.append((str(self._labels), body))
        return f"[^{self._labels}]"

    def _write_notes(self) -> None:
        while self._owed:
            label, body = self._owed.pop(0)
            text = self._cell(body, [])
            if text:
                self._output.note(label, text)


def _paragraphs(holder: Element) -> Iterator[Element]:
    """Yield the paragraphs and headings inside an element, not those of notes, comments and boxes within them."""
    stack = list(reversed(holder))
    while stack:
        element = stack.pop()
        if short(element) in ("text:p", "text:h"):
            yield element
        elif short(element) not in ("office:annotation", "text:tracked-changes"):
            stack.extend(reversed(element))


_Writer = Callable[[BodyReader, Element, bool, int], None]
_WRITERS: dict[str, _Writer] = {
    "text:h": BodyReader._heading,
    "text:p": BodyReader._paragraph,
    "text:list": BodyReader._list,
    "table:table": BodyReader._table,
    "text:table-of-content": BodyReader._contents,
    **dict.fromkeys(("draw:frame", "draw:g", "draw:a"), BodyReader._shape),
}
