"""Delimited text (.csv, .tsv): the delimiter is found by the shape of the rows, the encoding by the bytes."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ingest.domain.document import Extraction, Metadata
from ingest.domain.errors import EmptyFile
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.plain_text import NativeText, read_native
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.spreadsheet.sheet import Budget, Sheet
from ingest.extract.spreadsheet.writing import SheetWriter

_DELIMITERS = ",;\t|"
_SAMPLE_ROWS = 200
_MOST_ROWS = 300_000
_LONGEST_FIELD = 100_000
_HINT = "sep="


@dataclass(frozen=True, slots=True)
class Dialect:
    """How rows are written. quoted: whether quotes around a field hold delimiters and line ends."""

    delimiter: str
    quoted: bool = True
    first_line: int = 0


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the rows of a file as a table, its first row as the head.

    Raises EmptyFile, or TooLarge over `limits.text_bytes`.
    """
    native = read_native(source, limits)
    lines = native.lines
    if not any(line.strip() for line in lines):
        raise EmptyFile
    dialect = find_dialect(lines)
    sheet = Sheet(source.name)
    if not _fill(sheet, lines, dialect):
        sheet = Sheet(source.name)
        _fill(sheet, lines, replace(dialect, quoted=False))
    writer = SheetWriter(limits.text_bytes)
    cut, sheet.cut = sheet.cut, ""
    writer.write(sheet, heading=False)
    notes = (
        *native.coverage.notes,
        *((f"{cut[0].upper()}{cut[1:]} left out. Split the file.",) if cut else ()),
    )
    progress(Progress(len(lines), len(lines), "line"))
    return _with_invisible(writer.result(Metadata(), notes), native)


def find_dialect(lines: list[str]) -> Dialect:
    """Return the dialect whose rows agree best: most rows with the same count of fields, and most fields."""
    first = lines[0].strip().lower() if lines else ""
    if first.startswith(_HINT) and len(first) == len(_HINT) + 1:
        return Dialect(lines[0].strip()[-1], first_line=1)
    sample = lines[: _SAMPLE_ROWS * 2]
    best, delimiter = 0.0, ","
    for candidate in _DELIMITERS:
        counts = Counter(len(row) for row in islice(_rows(sample, Dialect(candidate)), _SAMPLE_ROWS) if row)
        if not counts:
            continue
        fields, rows = max(counts.items(), key=lambda item: (item[1], item[0]))
        score = rows / counts.total() * min(fields - 1, 20) ** 0.5
        if score > best:
            best, delimiter = score, candidate
    return Dialect(delimiter)


def _fill(sheet: Sheet, lines: list[str], dialect: Dialect) -> bool:
    """Read all rows. Return False where a quote that never ends swallowed a part of the file."""
    budget = Budget(rows=_MOST_ROWS)
    for number, fields in enumerate(_rows(lines[dialect.first_line :], dialect)):
        if dialect.quoted and any(
            len(text) > _LONGEST_FIELD or text.count("\n") > _SAMPLE_ROWS for text in fields
        ):
            return False
        row = {at: text.strip() for at, text in enumerate(fields) if text.strip()}
        if not budget.take(sheet, number, row):
            break
    return True


def _rows(lines: list[str], dialect: Dialect) -> Iterator[list[str]]:
    """Yield the rows; what no reader accepts is one field."""
    csv.field_size_limit(100_000_000)
    source = (f"{line}\n" for line in lines)
    delimiter = dialect.delimiter
    if dialect.quoted:
        reader = csv.reader(source, delimiter=delimiter, skipinitialspace=True)
    else:
        reader = csv.reader(source, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield from ([line] for line in source)
            return


def _with_invisible(extraction: Extraction, native: NativeText) -> Extraction:
    found = extraction.coverage.invisible_characters + native.coverage.invisible_characters
    return replace(extraction, coverage=replace(extraction.coverage, invisible_characters=found))
