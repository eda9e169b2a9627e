import datetime
from pathlib import Path

import pytest

from ingest.domain.errors import Damaged, EmptyFile
from ingest.domain.formats import XLS
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect
from ingest.extract.spreadsheet.older import Value, extract, shown
from tests.support.workbook_file import old_workbook_file


def test_a_workbook_of_1997_is_read(tmp_path: Path) -> None:
    cells: list[tuple[int, int, str | float]] = [(0, 0, "Name"), (0, 1, "Oil"), (1, 0, "灯台"), (1, 1, 2.5)]
    path = old_workbook_file(tmp_path / "a.xls", "Lämps", cells)
    found = extract(SourceFile(path, "a.xls", ""), limits=Limits())

    assert detect(path, "a.xls") == XLS
    assert [line.text for line in found.lines if line.text] == [
        "# Lämps",
        "| Name | Oil |",
        "|---|---|",
        "| 灯台 | 2.5 |",
    ]


def test_values_are_written_as_people_see_them() -> None:
    values: list[Value] = [
        " a ", True, 3.0, datetime.date(2024, 3, 1), datetime.datetime(2024, 3, 1, 8, 30), datetime.time(8, 30),
        datetime.datetime(2024, 3, 1), datetime.timedelta(hours=27),
    ]  # fmt: skip

    assert [shown(value) for value in values] == [
        "a", "TRUE", "3", "2024-03-01", "2024-03-01T08:30", "08:30", "2024-03-01", "27:00:00",
    ]  # fmt: skip


def test_a_broken_workbook_ends_with_a_reason(tmp_path: Path) -> None:
    path = old_workbook_file(tmp_path / "a.xls", "S", [(0, 0, "a")])
    path.write_bytes(path.read_bytes()[:1500])
    with pytest.raises(Damaged):
        extract(SourceFile(path, "a.xls", ""), limits=Limits())
    path.write_bytes(b"")
    with pytest.raises(EmptyFile):
        extract(SourceFile(path, "a.xls", ""), limits=Limits())


def test_sectors_in_a_circle_end_with_a_reason(tmp_path: Path) -> None:
    path = old_workbook_file(tmp_path / "a.xls", "S", [(0, 0, "a")])
    data = bytearray(path.read_bytes())
    data[512 + 4 * 5 : 512 + 4 * 6] = (3).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(Damaged):
        extract(SourceFile(path, "a.xls", ""), limits=Limits())
