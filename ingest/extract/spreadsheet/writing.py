"""Sheets as canonical lines: a section each, its blocks of rows as tables, single cells as paragraphs."""

from __future__ import annotations

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

Block = list[Row]


class SheetWriter:
    """Writes one sheet after the other; remembers what there is to say about them."""

    def __init__(self, text_bytes: int) -> None:
        self._output = Output(text_bytes, provenance=Provenance.SHEET)
        self._hidden: list[str] = []
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
        for block in blocks(sheet):
            self._block(block)
        for text in sheet.shapes:
            output.text(output.cleaned(text))
        for remark in sheet.remarks:
            output.quote(output.cleaned(remark))

    def result(self, metadata: Metadata, notes: Iterable[str] = ()) -> Extraction:
        """Return the extraction. Raises EmptyFile where no sheet holds anything."""
        output = self._output
        if not any(line.text.strip() for line in output.lines):
            raise EmptyFile("The workbook holds no text. Check that the right file was added.")
        if self._hidden:
            names = ", ".join(self._hidden[:20])
            told = f"{counted(len(self._hidden), 'hidden sheet')} in the text, marked as such: {names}."
            self._notes.insert(0, told)
        return Extraction(
            lines=tuple(output.lines),
            hints=Hints(headings=tuple(output.headings)),
            metadata=metadata,
            coverage=Coverage(invisible_characters=output.invisible, notes=(*self._notes, *notes)),
        )

    def _block(self, block: Block) -> None:
        """Write a run of rows: single cells on top are paragraphs, the rest is a table."""
        at = 0
        while at < len(block) and len(block[at]) == 1:
            self._output.text(self._output.cleaned(next(iter(block[at].values()))))
            at += 1
        if block[at:]:
            self._table(block[at:])

    def _table(self, block: Block) -> None:
        used = sorted(set().union(*block))
        grid = [[" ".join(self._output.cleaned(row.get(at, "")).split()) for at in used] for row in block]
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
