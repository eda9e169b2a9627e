"""OpenDocument spreadsheets (.ods, .ots): streamed row by row, values as they are stored."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.domain.document import Extraction
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.natural_number import natural
from ingest.extract.office_xml import Element, attribute, short
from ingest.extract.opc import Package
from ingest.extract.open_document import read_metadata, refuse_encrypted
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.spreadsheet.number_formats import plain_number
from ingest.extract.spreadsheet.sheet import LAST_COLUMN, MAX_COLUMNS, Budget, Row, Sheet, column_name
from ingest.extract.spreadsheet.writing import SheetWriter

_CONTENT = "content.xml"
_WANTED = ("style:style", "table:table", "table:table-column", "table:table-row", "table:shapes")
_TIME = re.compile(r"PT(\d+)H(\d+)M(\d+)")
_UNSEEN = frozenset({"collapse", "filter"})
_MOST_REPEATED = 1_000
_MOST_REMARKS = 5_000


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of a spreadsheet.

    Raises EmptyFile, PasswordNeeded, Damaged or TooLarge.
    """
    writer = SheetWriter(limits.text_bytes)
    with Package(source.path, unpacked_bytes=limits.unpacked_bytes) as package:
        refuse_encrypted(package)
        size = max(1, package.size(_CONTENT)) if package.has(_CONTENT) else 1
        for sheet in _sheets(package):
            writer.write(sheet)
            progress(Progress(min(package.unpacked, size), size, "byte"))
        metadata = read_metadata(package)
    return writer.result(metadata)


def _sheets(package: Package) -> Iterator[Sheet]:
    """Yield the sheets as they end."""
    reader = _Reader()
    for element in package.stream(_CONTENT, names=_WANTED):
        name = short(element)
        if name == "style:style":
            reader.style(element)
            continue
        if any(
            short(around) in ("table:table-cell", "office:annotation") for around in element.iterancestors()
        ):
            continue
        if name == "table:table-row":
            reader.row(element)
        elif name == "table:table-column":
            reader.column(element)
        elif name == "table:shapes":
            reader.shapes(element)
        elif name == "table:table":
            yield reader.finish(element)
        holder = element.getparent()
        element.clear()
        while holder is not None and element.getprevious() is not None:
            del holder[0]


class _Reader:
    """Collects the rows of one sheet after the other."""

    def __init__(self) -> None:
        self._budget = Budget()
        self._hidden_styles: set[str] = set()
        self._sheet = Sheet("")
        self._number = self._column = 0
        self._full = False

    def style(self, element: Element) -> None:
        """Note a style of tables that hides them."""
        hides = any(attribute(look, "table:display") == "false" for look in element)
        if hides:
            self._hidden_styles.add(attribute(element, "style:name") or "")

    def column(self, element: Element) -> None:
        """Note columns that are not shown."""
        repeated = min(_count(element, "table:number-columns-repeated"), LAST_COLUMN)
        if attribute(element, "table:visibility") in _UNSEEN:
            self._sheet.hidden_columns.update(range(self._column, self._column + repeated))
        self._column += repeated

    def row(self, element: Element) -> None:
        """Add a row as often as the file repeats it."""
        repeated = _count(element, "table:number-rows-repeated")
        row = self._cells(element)
        for copy in range(min(repeated, _MOST_REPEATED) if row and not self._full else 0):
            if attribute(element, "table:visibility") in _UNSEEN:
                self._sheet.hidden_rows.add(self._number + copy)
            self._full = not self._budget.take(self._sheet, self._number + copy, dict(row))
            if self._full:
                break
        if row and repeated > _MOST_REPEATED:
            self._sheet.cut = self._sheet.cut or f"copies of row {self._number + 1:,}"
        self._number += repeated

    def shapes(self, element: Element) -> None:
        """Note the texts of boxes over the sheet."""
        self._sheet.shapes += [text for box in element if (text := _text(box))]

    def finish(self, table: Element) -> Sheet:
        """Return the sheet that ends here, and begin another."""
        sheet = self._sheet
        sheet.name = attribute(table, "table:name") or "Sheet"
        sheet.hidden = (attribute(table, "table:style-name") or "") in self._hidden_styles
        self._budget.merge(sheet)
        self._sheet, self._number, self._column, self._full = Sheet(""), 0, 0, False
        return sheet

    def _cells(self, element: Element) -> Row:
        row: Row = {}
        column = 0
        for cell in element:
            name = short(cell)
            if name not in ("table:table-cell", "table:covered-table-cell"):
                continue
            repeated = _count(cell, "table:number-columns-repeated")
            text = _value(cell)
            if text:
                row |= dict.fromkeys(range(column, column + min(repeated, MAX_COLUMNS)), text)
                self._merged(cell, column)
            for note in cell:
                if short(note) == "office:annotation" and len(self._sheet.remarks) < _MOST_REMARKS:
                    said = _text(note)
                    place = f"{column_name(column)}{self._number + 1}"
                    self._sheet.remarks += [f"{place}: {said}"] if said else []
            column += repeated
        return row

    def _merged(self, cell: Element, column: int) -> None:
        wide, tall = _count(cell, "table:number-columns-spanned"), _count(cell, "table:number-rows-spanned")
        if wide > 1 or tall > 1:
            last = (self._number + tall - 1, column + wide - 1)
            self._sheet.merged.append((self._number, column, *last))


def _count(element: Element, name: str) -> int:
    text = attribute(element, name) or "1"
    return max(1, natural(text) or 1)


def _value(cell: Element) -> str:
    """Return the text of a cell: dates and plain numbers as stored, everything else as shown."""
    kind = attribute(cell, "office:value-type")
    if kind == "date":
        return (attribute(cell, "office:date-value") or "").removesuffix("T00:00:00")
    if kind == "time" and (found := _TIME.match(attribute(cell, "office:time-value") or "")):
        return f"{int(found[1]):02d}:{found[2]}" + (f":{found[3]}" if int(found[3]) else "")
    if kind == "float":
        stored = attribute(cell, "office:value") or ""
        try:
            return plain_number(float(stored))
        except ValueError:
            return stored
    shown = " ".join(text for part in cell if short(part) != "office:annotation" and (text := _text(part)))
    return shown or attribute(cell, "office:string-value") or ""


def _text(element: Element) -> str:
    """Return all text inside on one line, paragraphs apart."""
    parts: list[str] = []
    for inner in element.iter():
        name = short(inner)
        if name in ("text:p", "text:s", "text:tab", "text:line-break"):
            parts.append(" ")
        if name not in ("dc:creator", "dc:date", "meta:date-string"):
            parts.append(inner.text or "")
        if inner is not element:
            parts.append(inner.tail or "")
    return " ".join("".join(parts).split())
