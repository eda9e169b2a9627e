"""The blocks of a page as lines of Markdown: headings, paragraphs, lists, tables, code, quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ingest.domain.document import MAX_CONVERTED_LINE, HeadingHint
from ingest.domain.outline import Provenance
from ingest.extract.html.elements import BLOCKS, HEADINGS, Element, attribute, tag_of
from ingest.extract.html.inline import InlineWriter, collapsed, tidy
from ingest.extract.html.tables import cells_of, grid_of, hidden_parts_of, is_layout, pipe_table, rows_of
from ingest.extract.wrapping import wrap

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?)[-\s]\s*([a-z0-9+#]+)", re.I
)
_LEAST_ROOM = 80
_NO_LANGUAGE = frozenset({"default", "none", "notranslate", "text", "plain"})


class BlockWriter:
    """Walks the content and writes its lines. Nesting is bounded by the parser, so recursion is."""

    def __init__(self, inline: InlineWriter, holds_blocks: set[Element]) -> None:
        """holds_blocks: every element with a block somewhere inside it."""
        self.lines: list[str] = []
        self.headings: list[HeadingHint] = []
        self.anchors: dict[str, int] = {}
        """From the ids inside the content to the number of lines before them."""
        self._inline = inline
        self._holds_blocks = holds_blocks
        self._prefixes: list[list[str]] = []
        self._gap = False
        self._fresh = True
        """Whether the list item or quote that was entered last has no line yet."""

    def write(self, element: Element) -> None:
        """Write everything inside an element: runs of inline content are paragraphs."""
        self._note_anchor(element)
        parts: list[str] = [collapsed(element.text)]
        for child in element:
            if self._is_block(child):
                self._paragraph(parts)
                parts = []
                if not self._inline.leaves_out(child):
                    self._block(child)
                else:
                    self._note_anchors(child)
            else:
                self._note_anchors(child)
                self._inline.collect(child, parts)
            parts.append(collapsed(child.tail))
        self._paragraph(parts)

    def _note_anchor(self, element: Element) -> None:
        name = element.get("id") or element.get("name")
        if name:
            self.anchors[name] = len(self.lines)

    def _note_anchors(self, element: Element) -> None:
        for inner in element.iter():
            self._note_anchor(inner)

    def _is_block(self, element: Element) -> bool:
        return tag_of(element) in BLOCKS or element in self._holds_blocks

    def _block(self, element: Element) -> None:
        tag = tag_of(element)
        if tag in HEADINGS or tag in ("pre", "table", "hr"):
            self._note_anchors(element)
        if tag in HEADINGS:
            self._heading(element, HEADINGS[tag])
        elif tag in ("ul", "ol", "menu", "dir"):
            self._list(element, tag == "ol")
        elif tag == "pre":
            self._code(element)
        elif tag == "table":
            self._table(element)
        elif tag == "blockquote":
            self._apart(element, "> ", "> ")
        elif tag == "dd":
            self._inside(element, ": ", "  ")
        elif tag == "hr":
            self._gap = True
        else:
            self._container(element, tag)

    def _container(self, element: Element, tag: str) -> None:
        label = self._inline.notes.get(attribute(element, "id"), "")
        if not self._fresh:
            self._gap = self._gap or tag not in ("dt", "li", "summary", "legend", "tr", "td", "th")
        if label:
            self._inside(element, f"[^{label}]: ", "    ")
        else:
            self.write(element)
        self._gap = self._gap or tag not in ("dt", "li", "tr", "td", "th")

    def _heading(self, element: Element, level: int) -> None:
        text = self._inline.text_of(element).replace("\n", " ")
        if not text:
            return
        self._gap = True
        pieces = wrap(text, MAX_CONVERTED_LINE - 8)
        title = re.sub(r"\[\^[^\]]+\]", "", pieces[0]).replace("`", "").strip()
        outer, self._prefixes = self._prefixes, []
        self._put(f"{'#' * level} {pieces[0]}")
        if title:
            self.headings.append(HeadingHint(len(self.lines), level, title, Provenance.MARKUP))
        self._prefixes = outer
        for piece in pieces[1:]:
            self._put(piece)
        self._gap = True

    def _paragraph(self, parts: list[str]) -> None:
        text = tidy("".join(parts))
        for line in text.split("\n"):
            for piece in wrap(line, self._room()) if line else ():
                self._put(piece)

    def _room(self) -> int:
        """Return the characters of a line beside the marks of the lists and quotes around it."""
        marks = sum(max(len(first), len(rest)) for first, rest in self._prefixes)
        return max(MAX_CONVERTED_LINE - marks, _LEAST_ROOM)

    def _list(self, element: Element, ordered: bool) -> None:
        self._gap = self._gap or not self._prefixes
        start = attribute(element, "start")
        number = int(start) if ordered and start.isdecimal() and len(start) < 7 else 1
        for item in element:
            if self._inline.leaves_out(item):
                continue
            label = self._inline.notes.get(attribute(item, "id"), "")
            bullet = f"[^{label}]: " if label else f"{number}. " if ordered else "- "
            if tag_of(item) in ("ul", "ol"):
                self._inside(item, "  ", "  ")
                continue
            self._inside(item, bullet, " " * (3 if ordered else 2))
            number += tag_of(item) == "li"
            self._gap = False
        self._gap = not self._prefixes

    def _raw_text(self, element: Element) -> Iterator[str]:
        """Yield the text of preformatted content as it is."""
        yield element.text or ""
        for child in element:
            tag = tag_of(child)
            if tag == "br":
                yield "\n"
            elif tag and tag not in ("script", "style") and not self._inline.keeps_back(child):
                yield from self._raw_text(child)
            yield child.tail or ""

    def _code(self, element: Element) -> None:
        text = "".join(self._raw_text(element)).replace("\r\n", "\n").strip("\n")
        if not text.strip():
            return
        fence = "```"
        while fence in text:
            fence += "`"
        self._gap = not self._prefixes
        self._put(fence + _language(element))
        for line in text.split("\n"):
            for piece in wrap(line.rstrip(), MAX_CONVERTED_LINE * 5) or [""]:
                self._put(piece)
        self._put(fence)
        self._gap = not self._prefixes

    def _table(self, element: Element) -> None:
        for child in element:
            if tag_of(child) == "caption" and not self._inline.leaves_out(child):
                self._gap = True
                self.write(child)
        for part in hidden_parts_of(element):
            self._inline.keeps_back(part)
        self._gap = True
        if is_layout(element):
            for row in rows_of(element):
                for cell in cells_of(row):
                    if not self._inline.leaves_out(cell):
                        self._container(cell, "div")
            return
        for line in pipe_table(grid_of(element, self._inline.text_of)):
            self._put(line)
        self._gap = True

    def _apart(self, element: Element, first: str, rest: str) -> None:
        self._gap = True
        self._inside(element, first, rest)
        self._gap = True

    def _inside(self, element: Element, first: str, rest: str) -> None:
        with self._prefix(first, rest):
            self.write(element)

    @contextmanager
    def _prefix(self, first: str, rest: str) -> Iterator[None]:
        self._prefixes.append([first, rest])
        self._fresh = True
        yield
        self._prefixes.pop()

    def _put(self, text: str) -> None:
        if self._gap and self.lines and self.lines[-1]:
            self.lines.append("")
        self._gap = self._fresh = False
        lead = ""
        for prefix in self._prefixes:
            lead += prefix[0]
            prefix[0] = prefix[1]
        self.lines.append((lead + text).rstrip())


def find_block_holders(content: Element) -> set[Element]:
    """Return every element with a block inside it, up to the content itself."""
    holders: set[Element] = set()
    for element in content.iter():
        if tag_of(element) not in BLOCKS:
            continue
        around = element.getparent()
        while around is not None and around not in holders:
            holders.add(around)
            around = around.getparent()
    return holders


def _language(element: Element) -> str:
    """Return the language of a code block where a class around or inside it names one."""
    candidates = [element, *list(element)[:1]]
    around = element.getparent()
    for _ in range(2):
        if around is not None:
            candidates.append(around)
            around = around.getparent()
    for candidate in candidates:
        match = _LANGUAGE.search(attribute(candidate, "class"))
        if match and match[1].lower() not in _NO_LANGUAGE:
            return match[1].lower()
    return ""
