"""Paragraphs, tables and notes of an RTF file as canonical lines."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from ingest.domain.document import MAX_CONVERTED_LINE
from ingest.extract.office_output import Output
from ingest.extract.paragraph_looks import Look, Loudness, ParagraphLooks, line_behind
from ingest.extract.pipe_table import pipe_table
from ingest.extract.rtf.state import State, Weight
from ingest.extract.rtf.styles import BODY_LEVEL, StyleSheet

_TYPED_MARKER = re.compile(r"^\s*(\d{1,3}[.)]|\(?[a-z]{1,4}[.)]|[•◦▪·‣–o\uf0b7\uf0a7-])\t\s*(?=\S)")
_BULLET = re.compile(r"^[^\w(]*$|^o$")
_PAGE_AT_END = re.compile(r"\s*\t\s*(\S{1,8})\s*$")
_INDENT = 360
_DEEPEST = 8
_MAX_COLUMNS = 200


@dataclass(slots=True)
class CellLook:
    """How a cell of a row is merged: with the one before it, with the one above it."""

    across: bool = False
    down: bool = False


@dataclass(slots=True)
class _Table:
    rows: list[list[str]] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    looks: list[CellLook] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a paragraph holds. marker: of its list. code: whether all of it is in type of one width.

    loudness: how its characters look, as far as they and not their style say so.
    """

    text: str
    marker: str
    code: bool
    loudness: Loudness


class ParagraphWriter:
    """Takes the paragraphs in order. After the last one, call `finish`. paragraphs: how they look."""

    def __init__(self, styles: StyleSheet, output: Output) -> None:
        self._styles = styles
        self._output = output
        self._table = _Table()
        self._owed: list[tuple[str, str]] = []
        self.looks: list[CellLook] = []
        self.paragraphs = ParagraphLooks(bold=None, size=None)
        self.title = ""

    def paragraph(self, seen: Seen, state: State) -> None:
        """Write a paragraph, or keep it as a part of the cell that it stands in."""
        text, marker = self._output.cleaned(seen.text), seen.marker
        if state.in_table:
            lead = f"{marker} " if marker and text.strip() else ""
            self._table.cells[-1:] = [" ".join((self._cell() + " " + lead + text).split())]
            return
        self._end_table()
        if text.strip():
            before = len(self._output.lines)
            self._write(text, state, marker, seen.code)
            self._note_look(before, text, seen, state)
        self._write_notes()

    def cell(self) -> None:
        """End a cell."""
        self._cell()
        self._table.cells.append("")

    def row(self) -> None:
        """End a row, with the cells as they are defined now."""
        cells = (
            self._table.cells[:-1] if self._table.cells and not self._table.cells[-1] else self._table.cells
        )
        above = self._table.rows[-1] if self._table.rows else []
        line: list[str] = []
        for at, text in enumerate(cells[:_MAX_COLUMNS]):
            look = self.looks[at] if at < len(self.looks) else CellLook()
            shown = line[-1] if look.across and line else above[at] if look.down and at < len(above) else ""
            line.append(text or shown)
        if any(line):
            self._table.rows.append(line)
        self._table.cells = []

    def note(self, label: str, text: str) -> None:
        """Take a note that the open paragraph mentions; it is written behind it."""
        if text.strip():
            self._owed.append((label, text))

    def finish(self) -> None:
        """Write what is still owed."""
        self._end_table()
        self._write_notes()
        self._output.finish()

    def _cell(self) -> str:
        if not self._table.cells:
            self._table.cells.append("")
        return self._table.cells[-1]

    def _end_table(self) -> None:
        """Write the table that ends here; a row that was cut off counts too."""
        if any(self._table.cells):
            self.row()
        rows, self._table = self._table.rows, _Table()
        if len(rows) == 1 and len(rows[0]) == 1:
            self._output.text(rows[0][0])
        elif rows:
            width = max(map(len, rows))
            grid = [row + [""] * (width - len(row)) for row in rows]
            self._output.rows(pipe_table(grid, MAX_CONVERTED_LINE))
        if rows:
            self._write_notes()

    def _write(self, text: str, state: State, marker: str, code: bool) -> None:
        one_line = " ".join(text.split())
        level = self._level(state)
        typed = _TYPED_MARKER.match(text)
        if self._styles.in_contents(state.style):
            self._output.contents(" ".join(_PAGE_AT_END.sub(r" … \1", text).split()))
        elif level is not None:
            number = "" if not marker or _BULLET.match(marker) else marker
            self._output.heading(one_line, level + 1, number=number)
        elif code:
            self._output.code(text)
        elif marker:
            self._output.item("-" if _BULLET.match(marker) else marker, text, state.list_level)
        elif typed:
            shown = "-" if _BULLET.match(typed[1]) else typed[1]
            self._output.item(shown, text[typed.end() :], min(max(state.indent // _INDENT - 1, 0), _DEEPEST))
        else:
            if not self.title and self._styles.is_title(state.style) and len(one_line) <= 300:
                self.title = one_line
            self._output.text(text)

    def _note_look(self, before: int, text: str, seen: Seen, state: State) -> None:
        """Take note of how a paragraph looks that was just written behind so many lines."""
        line = line_behind(self._output.lines, before)
        typed = _TYPED_MARKER.match(text)
        marker = seen.marker or (typed[1] if typed else "")
        bullet = bool(marker and _BULLET.match(marker))
        loudness: Loudness = Counter()
        for said, count in seen.loudness.items():
            below = self._styles.weight(state.style, wide=said.gothic is not None)
            weight = Weight(said.bold, said.size).over(below)
            loudness[Look(weight.bold, weight.size, said.gothic)] += count
        may_head = not (bullet or seen.code or state.boxed or self._styles.in_contents(state.style))
        self.paragraphs.add(line, " ".join(f"{seen.marker} {text}".split()), loudness, may_head=may_head)

    def _level(self, state: State) -> int | None:
        if state.outline is not None:
            return state.outline if 0 <= state.outline < BODY_LEVEL else None
        return self._styles.level(state.style)

    def _write_notes(self) -> None:
        owed, self._owed = self._owed, []
        for label, text in owed:
            self._output.note(label, " ".join(self._output.cleaned(text).split()))
