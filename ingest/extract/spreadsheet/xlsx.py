"""Excel workbooks (.xlsx, .xlsm, .xltx): streamed row by row, formulas by their stored results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, Unsupported
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.counted import counted
from ingest.extract.natural_number import natural
from ingest.extract.office_metadata import read_metadata
from ingest.extract.office_xml import Element, attribute, child, descendants, short
from ingest.extract.opc import Package
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.spreadsheet.number_formats import Kind, kind_of, shown
from ingest.extract.spreadsheet.over_sheets import comments, shapes
from ingest.extract.spreadsheet.sheet import LAST_COLUMN, Area, Budget, Sheet, column_number
from ingest.extract.spreadsheet.writing import SheetWriter

_USUAL_MAIN = "xl/workbook.xml"
_NO_BOOK = "The file holds no workbook. Save it again in Excel."
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_TRUE = frozenset({"1", "true"})
_MERGES = 100_000

Format = tuple[Kind, int]


@dataclass(slots=True)
class _Workbook:
    """What the cells of all sheets refer to. unsolved: formulas without a stored result."""

    strings: list[str] = field(default_factory=list)
    formats: list[Format] = field(default_factory=list)
    from_1904: bool = False
    unsolved: int = 0


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of a workbook.

    Raises EmptyFile, PasswordNeeded, Damaged, TooLarge or Unsupported.
    """
    writer = SheetWriter(limits.text_bytes)
    notes: list[str] = []
    with Package(source.path, unpacked_bytes=limits.unpacked_bytes, password=source.password) as package:
        main = _main_part(package)
        root = package.read(main)
        workbook = _workbook(package, main, root)
        budget = Budget()
        named = list(descendants(root, "x:sheet"))
        links = package.relationships(main)
        others = damaged = 0
        for number, entry in enumerate(named, start=1):
            link = links.get(attribute(entry, "r:id") or "")
            if link is None or link.kind != "worksheet" or not link.target or not package.has(link.target):
                others += 1
                continue
            sheet = Sheet(
                entry.get("name") or f"Sheet {number}", (entry.get("state") or "visible") != "visible"
            )
            try:
                _read_sheet(package, link.target, workbook, budget, sheet)
            except Damaged:
                damaged += 1
                sheet.cut = "what follows a damaged place"
            budget.merge(sheet)
            writer.write(sheet)
            progress(Progress(number, len(named), "sheet"))
        if damaged and damaged == len(named):
            raise Damaged
        if others:
            notes.append(f"{counted(others, 'chart or macro sheet')} left out.")
        if workbook.unsolved:
            notes.append(
                f"{counted(workbook.unsolved, 'formula')} without a stored result, shown as written. "
                "Open the file in Excel and save it."
            )
        metadata = replace(read_metadata(package), page_count=None)
    return writer.result(metadata, notes)


def _main_part(package: Package) -> str:
    main = package.related("", "officeDocument") or _USUAL_MAIN
    if not package.has(main):
        raise Damaged(_NO_BOOK)
    if main.lower().endswith(".bin"):
        raise Unsupported("A binary workbook (.xlsb). Save it as .xlsx in Excel.")
    return main


def _workbook(package: Package, main: str, root: Element) -> _Workbook:
    if short(root) != "x:workbook":
        raise Damaged(_NO_BOOK)
    properties = child(root, "x:workbookPr")
    workbook = _Workbook(from_1904=properties is not None and properties.get("date1904") in _TRUE)
    strings = package.related(main, "sharedStrings")
    if strings:
        for item in package.stream(strings, names=("x:si",)):
            workbook.strings.append(_string(item))
            item.clear()
    styles = package.related(main, "styles")
    if styles:
        try:
            workbook.formats = _formats(package.read(styles))
        except Damaged:
            workbook.formats = []
    return workbook


def _formats(root: Element) -> list[Format]:
    """Return what the number format of each cell style shows."""
    patterns = {
        natural(entry.get("numFmtId")): entry.get("formatCode") or ""
        for entry in descendants(root, "x:numFmt")
    }
    styles = child(root, "x:cellXfs")
    numbers = [natural(entry.get("numFmtId")) or 0 for entry in styles] if styles is not None else []
    return [kind_of(number, patterns.get(number, "")) for number in numbers]


def _string(item: Element) -> str:
    """Return a rich or plain text, without the readings that Japanese Excel keeps beside it."""
    parts: list[str] = []
    for element in item:
        name = short(element)
        if name == "x:t":
            parts.append(element.text or "")
        elif name == "x:r":
            parts += [text.text or "" for text in element if short(text) == "x:t"]
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), "".join(parts))


def _read_sheet(package: Package, part: str, workbook: _Workbook, budget: Budget, sheet: Sheet) -> None:
    number = -1
    full = False
    for element in package.stream(part, names=("x:col", "x:row", "x:mergeCell")):
        if short(element) == "x:col":
            sheet.hidden_columns.update(_hidden_columns(element))
            continue
        if short(element) == "x:mergeCell":
            area = _area(element.get("ref") or "")
            if area and len(sheet.merged) < _MERGES:
                sheet.merged.append(area)
            continue
        said = element.get("r") or ""
        stated = natural(said)
        number = number + 1 if stated is None else stated - 1
        if element.get("hidden") in _TRUE:
            sheet.hidden_rows.add(number)
        full = full or not budget.take(sheet, number, dict(_cells(element, workbook)))
        holder = element.getparent()
        element.clear()
        while holder is not None and element.getprevious() is not None:
            del holder[0]
    sheet.rows = dict(sorted(sheet.rows.items()))
    links = package.relationships(part)
    sheet.remarks = comments(package, links)
    sheet.shapes = shapes(package, links)


def _hidden_columns(stretch: Element) -> range:
    first, last = natural(stretch.get("min")), natural(stretch.get("max"))
    if not first or not last or stretch.get("hidden") not in _TRUE:
        return range(0)
    return range(first - 1, min(last, LAST_COLUMN))


def _cells(row: Element, workbook: _Workbook) -> Iterator[tuple[int, str]]:
    column = -1
    for cell in row:
        reference = cell.get("r")
        found = column_number(reference) if reference else None
        column = column + 1 if found is None else found
        text = _value(cell, workbook)
        if text:
            yield column, text


def _value(cell: Element, workbook: _Workbook) -> str:
    """Return the text that a cell shows, empty where it shows none."""
    kind = cell.get("t") or "n"
    if kind == "inlineStr":
        inline = child(cell, "x:is")
        return _string(inline).strip() if inline is not None else ""
    stored = child(cell, "x:v")
    text = (stored.text or "") if stored is not None else ""
    if not text:
        return _unsolved(cell, workbook)
    if kind == "s":
        place = natural(text)
        return workbook.strings[place].strip() if place is not None and place < len(workbook.strings) else ""
    if kind == "b":
        return "TRUE" if text in _TRUE else "FALSE"
    if kind == "n":
        style = cell.get("s") or ""
        at = natural(style)
        known = at is not None and at < len(workbook.formats)
        look = workbook.formats[at or 0] if known else (Kind.NUMBER, 0)
        return shown(text, *look, from_1904=workbook.from_1904)
    if kind == "d":
        return text.removesuffix("T00:00:00")
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text).strip()


def _unsolved(cell: Element, workbook: _Workbook) -> str:
    """Return the formula of a cell that holds no result: better than an empty cell."""
    formula = child(cell, "x:f")
    if formula is None or not formula.text or cell.get("t") == "str":
        return ""
    workbook.unsolved += 1
    return f"={formula.text}"


def _area(reference: str) -> Area | None:
    match = re.fullmatch(r"\$?([A-Za-z]{1,3})\$?(\d{1,7}):\$?([A-Za-z]{1,3})\$?(\d{1,7})", reference)
    if match is None:
        return None
    left, right = column_number(f"{match[1]}1"), column_number(f"{match[3]}1")
    if left is None or right is None:
        return None
    return int(match[2]) - 1, left, int(match[4]) - 1, right
