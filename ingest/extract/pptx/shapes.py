"""The shapes of a slide in their order, groups opened: titles, text, tables, charts, diagrams, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ingest.domain.document import MAX_CONVERTED_LINE
from ingest.extract.office_drawings import DrawingParts, chart_grid, chart_titles, diagram_tree
from ingest.extract.office_xml import Element, attribute, child, descendants, short
from ingest.extract.pipe_table import pipe_table
from ingest.extract.pptx.text import Paragraph, one_line, paragraphs

_TITLES = frozenset({"title", "ctrTitle"})
_FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})
_LISTED = frozenset({"body", "obj", ""})
_MAX_SPAN = 64
_MAX_COLUMNS = 500


@dataclass(slots=True)
class Content:
    """What a slide holds. blocks: runs of paragraphs or the rows of a table, in order.

    others: pictures and the like without text. hidden: characters in shapes out of sight. unread: embedded files.
    """

    title: str = ""
    blocks: list[list[Paragraph] | list[str]] = field(default_factory=list)
    others: int = 0
    hidden: int = 0
    unread: int = 0


class ShapeReader:
    """Reads the shapes of one slide. inherited: list styles of its layout and master, by placeholder."""

    def __init__(self, drawings: DrawingParts, inherited: Callable[[str, str], list[Element]]) -> None:
        self._drawings = drawings
        self._inherited = inherited
        self._content = Content()

    def read(self, tree: Element) -> Content:
        """Return what the shapes of a tree hold; the first title placeholder is the title."""
        for shape in _opened(tree):
            self._shape(shape)
        return self._content

    def _shape(self, shape: Element) -> None:
        name = short(shape)
        about = next(descendants(shape, "p:cNvPr"), None)
        if about is not None and about.get("hidden") in ("1", "true"):
            self._content.hidden += sum(len((text.text or "").strip()) for text in descendants(shape, "a:t"))
        elif name == "p:sp":
            self._text(shape)
        elif name == "p:graphicFrame":
            self._frame(shape)
        elif name == "p:pic":
            self._content.others += 1
            self._described(about)

    def _text(self, shape: Element) -> None:
        kind, index = placeholder(shape)
        body = child(shape, "p:txBody")
        if kind in _FURNITURE:
            return
        if kind in _TITLES and not self._content.title:
            self._content.title = one_line(body)
            return
        own = child(body, "a:lstStyle")
        styles = [own] if own is not None else []
        if kind is not None:
            styles += self._inherited(kind, index)
        found = list(paragraphs(body, styles, listed=kind in _LISTED))
        if found:
            self._content.blocks.append(found)

    def _frame(self, frame: Element) -> None:
        """Read a table, a chart or a diagram."""
        table = next(descendants(frame, "a:tbl"), None)
        if table is not None:
            self._rows(_grid(table))
            return
        self._content.others += 1
        for data in descendants(frame, "a:graphicData"):
            for element in data.iter():
                name = short(element)
                if name in ("c:chart", "dgm:relIds") or name == "chart":
                    link = attribute(element, "r:dm") or attribute(element, "r:id") or ""
                    self._drawing(self._drawings.root_of(link))
                elif name == "p:oleObj":
                    self._content.unread += 1

    def _drawing(self, root: Element | None) -> None:
        if root is None:
            return
        if short(root) == "dgm:dataModel":
            found = [Paragraph(text, min(depth, 8), "-") for depth, text in diagram_tree(root)]
        elif short(root) == "c:chartSpace":
            found = [Paragraph(text) for text in chart_titles(root)]
        else:
            words = [
                element.text
                for element in root.iter()
                if short(element).rpartition(":")[2] in ("t", "pt", "v")
            ]
            found = [Paragraph(text, 0, "-") for text in dict.fromkeys(words) if text and text.strip()]
        if found:
            self._content.blocks.append(found)
        self._rows(chart_grid(root))

    def _rows(self, grid: list[list[str]]) -> None:
        rows = pipe_table(grid, MAX_CONVERTED_LINE) if any(any(row) for row in grid) else []
        if rows:
            self._content.blocks.append(rows)

    def _described(self, about: Element | None) -> None:
        words = " ".join(((about.get("descr") if about is not None else "") or "").split())
        if len(words) > 1:
            self._content.blocks.append([Paragraph(f"![{words.replace('[', '(').replace(']', ')')[:390]}]")])


def placeholder(shape: Element) -> tuple[str | None, str]:
    """Return the type and the index of a shape's placeholder; the type is None where it is no placeholder."""
    mark = next(descendants(shape, "p:ph"), None)
    if mark is None:
        return None, ""
    return mark.get("type") or "", mark.get("idx") or "0"


def _opened(tree: Element) -> Iterator[Element]:
    """Yield the shapes of a tree in order, those of groups in their place; of alternatives the first."""
    stack = list(reversed(tree))
    while stack:
        element = stack.pop()
        name = short(element)
        if name == "p:grpSp":
            about = child(child(element, "p:nvGrpSpPr"), "p:cNvPr")
            if about is not None and about.get("hidden") in ("1", "true"):
                yield element
            else:
                stack.extend(reversed(element))
        elif name == "mc:AlternateContent":
            chosen = child(element, "mc:Choice")
            fallback = child(element, "mc:Fallback")
            stack.extend(reversed(chosen if chosen is not None else fallback if fallback is not None else []))
        elif name in ("p:sp", "p:graphicFrame", "p:pic"):
            yield element


def _grid(table: Element) -> list[list[str]]:
    """Return the texts of a table; a merged cell is repeated in every place it covers."""
    grid: list[list[str]] = []
    for row in table:
        if short(row) != "a:tr":
            continue
        texts: list[str] = []
        for cell in row:
            if short(cell) != "a:tc" or len(texts) >= _MAX_COLUMNS:
                continue
            if cell.get("vMerge") in ("1", "true") and grid and len(texts) < len(grid[-1]):
                texts.append(grid[-1][len(texts)])
            elif cell.get("hMerge") in ("1", "true") and texts:
                texts.append(texts[-1])
            else:
                texts.append(one_line(child(cell, "a:txBody")))
        grid.append(texts)
    width = max(map(len, grid), default=0)
    return [row + [""] * (width - len(row)) for row in grid if any(row)]
