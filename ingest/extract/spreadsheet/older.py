"""The older workbooks of Excel (.xls since 1993, .xlsb), read by a kept library."""

from __future__ import annotations

import datetime
import struct
from pathlib import Path

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetVisibleEnum

from ingest.domain.document import Extraction, Metadata
from ingest.domain.errors import Damaged, EmptyFile, PasswordNeeded
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.spreadsheet.number_formats import duration, plain_number
from ingest.extract.spreadsheet.sheet import Budget, Sheet
from ingest.extract.spreadsheet.writing import SheetWriter

_ENCRYPTED = "Encrypted with a password. Save a copy without the password in its program."

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER = 512
_SPECIAL = 0xFFFFFFF0
"""Sector numbers from here on mark free sectors, ends of chains and the like."""

Value = int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of a workbook.

    Raises EmptyFile, PasswordNeeded or Damaged.
    """
    if not source.path.stat().st_size:
        raise EmptyFile
    if _runs_in_circles(source.path):
        raise Damaged
    writer = SheetWriter(limits.text_bytes)
    budget = Budget()
    notes: list[str] = []
    try:
        workbook = CalamineWorkbook.from_path(str(source.path))
        about = workbook.sheets_metadata
        for number, entry in enumerate(about, start=1):
            sheet = Sheet(entry.name, entry.visible != SheetVisibleEnum.Visible)
            _read_sheet(workbook.get_sheet_by_index(number - 1), budget, sheet)
            budget.merge(sheet)
            writer.write(sheet)
            progress(Progress(number, len(about), "sheet"))
    except (CalamineError, OSError, ValueError) as error:
        if "password" in str(error).lower():
            raise PasswordNeeded(_ENCRYPTED) from error
        raise Damaged from error
    except BaseException as panic:
        if type(panic).__name__ != "PanicException":
            raise
        raise Damaged from panic
    return writer.result(Metadata(), notes)


def _runs_in_circles(path: Path) -> bool:
    """Return whether sectors of a compound file follow each other in a circle: the library would never end.

    In a sound file no sector has two before it, and none stands before the first of the directory.
    """
    with path.open("rb") as file:
        head = file.read(_HEADER)
        if len(head) < _HEADER or not head.startswith(_OLE):
            return False
        size = 1 << min(struct.unpack_from("<H", head, 30)[0], 16)
        followers: list[int] = []
        for sector in struct.unpack_from("<109I", head, 76):
            if sector < _SPECIAL:
                file.seek((sector + 1) * size)
                table = file.read(size)
                followers += struct.unpack(f"<{len(table) // 4}I", table[: len(table) // 4 * 4])
    real = [sector for sector in followers if sector < _SPECIAL]
    return len(set(real)) < len(real) or struct.unpack_from("<I", head, 48)[0] in real


def _read_sheet(cells: CalamineSheet, budget: Budget, sheet: Sheet) -> None:
    top, left = cells.start or (0, 0)
    for number, values in enumerate(cells.iter_rows(), start=top):
        row = {left + at: text for at, value in enumerate(values) if (text := shown(value))}
        if not budget.take(sheet, number, row):
            break
    sheet.merged = [(*first, *last) for first, last in cells.merged_cell_ranges or ()]


def shown(value: Value) -> str:
    """Return a value as people see it: dates as ISO 8601, numbers without noise."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return plain_number(value)
    if isinstance(value, datetime.timedelta):
        return duration(value / datetime.timedelta(days=1))
    return value.isoformat().removesuffix("T00:00:00").removesuffix(":00")
