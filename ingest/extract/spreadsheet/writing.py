"""Sheets as canonical lines: a section each, its blocks of rows as tables, single cells as paragraphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ingest.domain.document import MAX_CONVERTED_LINE, Coverage, Extraction, Hints, Metadata, Place
from ingest.domain.errors import EmptyFile
from ingest.domain.outline import Provenance
from ingest.extract.counted import counted
from ingest.extract.office_output import Output
from ingest.extract.pipe_table import pipe_table
from ingest.extract.spreadsheet.sheet import Row, Sheet, column_name

_NARROW = 12
"""Columns up to which a row that is too long for a line goes on below; the rows of wider tables become lists."""

_ROW, _COLUMN = "[Hidden row]", "[Hidden column]"

Block = list[Row]


class SheetWriter:
    """Writes one sheet after the other; remembers what there is to say about them."""

    def __init__(self, text_bytes: int) -> None:
        self._output = Output(text_bytes, provenance=Provenance.SHEET)
        self._hidden: list[str] = []
        self._unseen = Counter[str]()
        self._columns: frozenset[int] = frozenset()
        self._notes: list[str] = []

    def write(self, sheet: Sheet, *, heading: bool = True) -> None:
        """Write a sheet; one without any content is passed over."""
        if sheet.cut:
            self._notes.append(f"Sheet {sheet.name}: {sheet.cut} left out. Split the sheet.")
        if not (sheet.rows or sheet.remarks or sheet.shapes):
            return
        output = self._output
        output.move_to(Place(part=sheet.name))
        if heading:
            output.heading(output.cleaned(sheet.name), 1)
        if sheet.hidden:
            output.text("[Hidden sheet]")
            self._hidden.append(sheet.name)
        else:
            self._mark(sheet)
        for block in blocks(sheet):
            self._block(block)
        for text in sheet.shapes:
            output.text(output.cleaned(text))
        for remark in sheet.remarks:
            output.quote(output.cleaned(remark))
        self._columns = frozenset()

    def result(self, metadata: Metadata, notes: Iterable[str] = ()) -> Extraction:
        """Return the extraction. Raises EmptyFile where no sheet holds anything."""
        output = self._output
        if not any(line.text.strip() for line in output.lines):
            raise EmptyFile("The workbook holds no text. Check that the right file was added.")
        if self._hidden:
            names = ", ".join(self._hidden[:20])
            told = f"{counted(len(self._hidden), 'hidden sheet')} in the text, marked as such: {names}."
            self._notes.insert(0, told)
        if self._unseen:
            told = " and ".join(
                counted(number, kind) for kind, number in sorted(self._unseen.items(), reverse=True)
            )
            self._notes.insert(0, f"{told} in the text, marked as such.")
        return Extraction(
            lines=tuple(output.lines),
            hints=Hints(headings=tuple(output.headings)),
            metadata=metadata,
            coverage=Coverage(invisible_characters=output.invisible, notes=(*self._notes, *notes)),
        )

    def _mark(self, sheet: Sheet) -> None:
        """Mark what the program does not show: a row in its first cell, a column on top of each table."""
        rows = sheet.hidden_rows & sheet.rows.keys()
        for number in rows:
            row = sheet.rows[number]
            first = min(row)
            row[first] = f"{_ROW} {row[first]}"
        if sheet.hidden_columns:
            self._columns = frozenset(sheet.hidden_columns & set().union(*sheet.rows.values()))
        self._unseen.update({"hidden row": len(rows)} if rows else {})
        self._unseen.update({"hidden column": len(self._columns)} if self._columns else {})

    def _named(self, column: int, text: str) -> str:
        return f"{_COLUMN} {text}".rstrip() if column in self._columns else text

    def _block(self, block: Block) -> None:
        """Write a run of rows: single cells on top are paragraphs, the rest is a table."""
        at = 0
        while at < len(block) and len(block[at]) == 1:
            ((column, text),) = block[at].items()
            self._output.text(self._named(column, self._output.cleaned(text)))
            at += 1
        if block[at:]:
            self._table(block[at:])

    def _table(self, block: Block) -> None:
        used = sorted(set().union(*block))
        grid = [[" ".join(self._output.cleaned(row.get(at, "")).split()) for at in used] for row in block]
        grid[0] = [self._named(at, text) for at, text in zip(used, grid[0], strict=True)]
        too_long = any(sum(map(len, line)) + 3 * len(line) + 1 > MAX_CONVERTED_LINE for line in grid)
        if too_long and len(used) > _NARROW:
            for record in _records(grid, used):
                self._output.item("-", record, 0)
        else:
            self._output.rows(pipe_table(grid, MAX_CONVERTED_LINE))


def blocks(sheet: Sheet) -> Iterator[Block]:
    """Yield the runs of rows between empty ones; a table goes on behind an empty row that keeps to its columns."""
    block: Block = []
    before = -2
    for number, row in sheet.rows.items():
        if block and number != before + 1 and not _goes_on(block, row, number - before):
            yield block
            block = []
        block.append(row)
        before = number
    if block:
        yield block


def _goes_on(block: Block, row: Row, distance: int) -> bool:
    """Return whether a row behind one empty row fills the same columns as the long table above it."""
    return distance == 2 and len(block) > 2 and len(row) > 2 and set(row) == set(block[-1]) == set(block[-2])


def _records(grid: list[list[str]], columns: list[int]) -> Iterator[str]:
    """Yield the rows of a wide table as `name: value` pairs."""
    names = [name or column_name(column) for name, column in zip(grid[0], columns, strict=True)]
    for line in grid[1:] or grid:
        pairs = zip(names, line, strict=True)
        yield "; ".join(f"{name}: {text}" if name != text else text for name, text in pairs if text)
    if len(grid) > 1 and not all(any(line[at] for line in grid[1:]) for at in range(len(columns))):
        yield "Columns: " + "; ".join(names)
