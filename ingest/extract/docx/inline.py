"""The text of a paragraph: runs, fields, tracked changes, ruby, equations, pictures and what is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from ingest.extract.docx.drawing import look_into
from ingest.extract.docx.fields import FieldStack
from ingest.extract.docx.run_look import PLAIN, RunLook, run_look, value
from ingest.extract.docx.styles import Styles
from ingest.extract.docx.symbols import from_symbol_font, symbol
from ingest.extract.east_asian_faces import has_east_asian
from ingest.extract.office_equations import linear
from ingest.extract.office_xml import Element, attribute, child, short
from ingest.extract.paragraph_looks import Look, Loudness

_SKIPPED_NAMES = """
    w:pPr w:rPr w:del w:moveFrom w:delText w:delInstrText w:sdtPr w:sdtEndPr w:annotationRef w:footnoteRef
    w:endnoteRef w:separator w:continuationSeparator w:commentReference w:softHyphen w:proofErr
    w:bookmarkStart w:bookmarkEnd w:commentRangeStart w:commentRangeEnd w:lastRenderedPageBreak w:permStart
    w:permEnd
    w:customXmlPr w:smartTagPr w:pgNum w:contentPart w:rubyPr
"""
_SKIPPED = frozenset(_SKIPPED_NAMES.split())
_MAX_DEPTH = 150


class Drawings(Protocol):
    """Where drawings lead to: charts and diagrams are parts of their own."""

    def text_of(self, relationship: str) -> list[str]:
        """Return the texts of the chart or diagram behind a relationship id."""
        ...


@dataclass(slots=True)
class Inline:
    """What a paragraph holds. text may hold line feeds (manual line breaks) and tabs.

    boxes: contents of the text boxes anchored here. diagrams: texts of its charts and diagrams. hidden:
    characters kept out because nobody sees them. joins_next: its end
    mark was deleted, so the next paragraph continues it. in_contents, in_body: whether it shows text inside
    and outside of a generated table of contents. loudness: how its characters look, as far as the run or the
    paragraph's style says so.
    """

    text: str = ""
    boxes: list[Element] = field(default_factory=list)
    diagrams: list[str] = field(default_factory=list)
    pictures: int = 0
    hidden: int = 0
    joins_next: bool = False
    in_contents: bool = False
    in_body: bool = False
    loudness: Loudness = field(default_factory=Counter)


class InlineReader:
    """Reads paragraphs in document order; keeps the open fields between them."""

    def __init__(
        self,
        styles: Styles,
        drawings: Drawings,
        note_mark: Callable[[str, str], str],
        *,
        ground: bool = False,
    ) -> None:
        self._styles = styles
        self._drawings = drawings
        self._note_mark = note_mark
        self._ground = False
        self.fields = FieldStack()
        self._out: list[str] = []
        self._result = Inline()
        self._below = PLAIN
        self._coloured = False

    def on_coloured_page(self) -> None:
        """Take note that the whole page has a colour, so that white text can be read."""
        self._ground = True

    def read(self, paragraph: Element, below: RunLook, *, coloured: bool = False) -> Inline:
        """Return the visible text of a paragraph.

        below: the look that its style gives to runs. coloured: whether it stands on a coloured ground, where
        white text can be read.
        """
        self._out, self._result, self._below = [], Inline(), below
        self._coloured = coloured or self._ground
        self._children(paragraph, 0)
        result = self._result
        result.text = "".join(self._out)
        mark = child(child(paragraph, "w:pPr"), "w:rPr")
        result.joins_next = mark is not None and any(short(m) in {"w:del", "w:moveFrom"} for m in mark)
        return result

    def _children(self, element: Element, depth: int) -> None:
        if depth > _MAX_DEPTH:
            self._out.append(" ".join(text for text in _texts(element) if text))
            return
        for inner in element:
            name = short(inner)
            if name == "w:r":
                self._run(inner, depth)
            elif name not in _SKIPPED and name:
                self._inner(inner, name, depth, None)

    def _run(self, run: Element, depth: int) -> None:
        properties = child(run, "w:rPr")
        look: RunLook | None = None
        if properties is not None or self._below is not PLAIN:
            look = run_look(properties).over(self._styles.run(value(child(properties, "w:rStyle"))))
        for inner in run:
            name = short(inner)
            if name == "w:t":
                self._show(inner.text or "", look)
            elif name and name not in _SKIPPED:
                self._inner(inner, name, depth, look)

    def _inner(self, element: Element, name: str, depth: int, look: RunLook | None) -> None:
        handler = _HANDLERS.get(name)
        if handler is not None:
            handler(self, element, depth, look)
        elif name in _BREAKS:
            self._show(_BREAKS[name], look)
        else:
            self._children(element, depth + 1)

    def _show(self, text: str, look: RunLook | None) -> None:
        if not text or self.fields.in_instruction:
            return
        if look is not None:
            if self._is_hidden(look):
                self._result.hidden += len(text.strip())
                return
            text = from_symbol_font(text, look.font or self._below.font)
        elif not text.isascii():
            text = from_symbol_font(text, None)
        if not text.isspace():
            if self.fields.in_contents:
                self._result.in_contents = True
            else:
                self._result.in_body = True
            shown = self._below if look is None else look.over(self._below)
            gothic = self._is_gothic(shown) if has_east_asian(text) else None
            self._result.loudness[Look(shown.bold, shown.size, gothic)] += len(text.strip())
        self.fields.show()
        self._out.append(text)

    def _is_gothic(self, look: RunLook) -> bool:
        return bool(self._styles.everywhere.gothic if look.gothic is None else look.gothic)

    def _is_hidden(self, look: RunLook) -> bool:
        hidden = self._below.hidden if look.hidden is None else look.hidden
        shaded = look.shaded or self._below.shaded or self._coloured
        return bool(hidden) or (bool(look.white) and not shaded)

    def _break(self, element: Element, _depth: int, look: RunLook | None) -> None:
        self._show("\n", look)

    def _symbol(self, element: Element, _depth: int, look: RunLook | None) -> None:
        code = attribute(element, "w:char") or ""
        try:
            shown = symbol(int(code, 16), attribute(element, "w:font"))
        except ValueError:
            return
        self._show(shown, look)

    def _field_mark(self, element: Element, _depth: int, look: RunLook | None) -> None:
        shown = self.fields.mark(attribute(element, "w:fldCharType"))
        self._show(shown, look)

    def _instruction(self, element: Element, _depth: int, _look: RunLook | None) -> None:
        self.fields.instruct(element.text or "")

    def _note(self, element: Element, _depth: int, look: RunLook | None) -> None:
        kind = "footnote" if short(element) == "w:footnoteReference" else "endnote"
        if self.fields.in_instruction or (look is not None and self._is_hidden(look)):
            return
        self._out.append(self._note_mark(kind, attribute(element, "w:id") or ""))

    def _ruby(self, element: Element, depth: int, look: RunLook | None) -> None:
        """Base text with its reading in brackets: 目次（もくじ）."""
        start = len(self._out)
        reading = child(element, "w:rt")
        base = child(element, "w:rubyBase")
        if base is not None:
            self._children(base, depth + 1)
        middle = len(self._out)
        if reading is not None:
            self._children(reading, depth + 1)
        read = "".join(self._out[middle:]).strip()
        shown = "".join(self._out[start:middle])
        self._out[start:] = [f"{shown}（{read}）" if read and shown else shown or read]

    def _equation(self, element: Element, _depth: int, look: RunLook | None) -> None:
        text = " ".join(linear(element).split())
        before = self._out[-1][-1:] if self._out and self._out[-1] else ""
        self._show(f" {text}" if before.isalnum() else text, look)

    def _alternatives(self, element: Element, depth: int, look: RunLook | None) -> None:
        """Read the first choice only: the fallback says the same again."""
        chosen = child(element, "mc:Choice")
        if chosen is None:
            chosen = child(element, "mc:Fallback")
        if chosen is None:
            return
        for inner in chosen:
            name = short(inner)
            if name == "w:r":
                self._run(inner, depth + 1)
            elif name == "w:t":
                self._show(inner.text or "", look)
            elif name and name not in _SKIPPED:
                self._inner(inner, name, depth + 1, look)

    def _drawing(self, element: Element, _depth: int, look: RunLook | None) -> None:
        """Note a picture's alternative text, set text boxes aside and read charts and diagrams."""
        if look is not None and look.hidden:
            return
        found = look_into(element)
        self._result.boxes += found.boxes
        self._result.pictures += found.picture
        shown = list(found.art)
        for relationship in found.relationships:
            self._result.diagrams += self._drawings.text_of(relationship)
        if found.alternative and (found.picture or not found.boxes):
            shown.append(f"![{found.alternative}]")
        if shown:
            before = self._out[-1][-1:] if self._out else " "
            self._show(("" if not before or before.isspace() else " ") + " ".join(shown), look)


_Handler = Callable[[InlineReader, Element, int, RunLook | None], None]
_HANDLERS: dict[str, _Handler] = {
    "w:t": lambda reader, element, _, look: reader._show(element.text or "", look),
    "w:br": InlineReader._break,
    "w:cr": InlineReader._break,
    "w:sym": InlineReader._symbol,
    "w:fldChar": InlineReader._field_mark,
    "w:instrText": InlineReader._instruction,
    "w:footnoteReference": InlineReader._note,
    "w:endnoteReference": InlineReader._note,
    "w:ruby": InlineReader._ruby,
    "m:oMath": InlineReader._equation,
    "m:oMathPara": InlineReader._equation,
    "mc:AlternateContent": InlineReader._alternatives,
    "w:drawing": InlineReader._drawing,
    "w:pict": InlineReader._drawing,
    "w:object": InlineReader._drawing,
}
_BREAKS = {"w:tab": "\t", "w:ptab": "\t", "w:noBreakHyphen": "-"}


def _texts(element: Element) -> Iterator[str]:
    for inner in element.iter():
        if short(inner) == "w:t":
            yield inner.text or ""
