from __future__ import annotations

import pytest

from ingest.extract.pdf.document import PdfFile
from ingest.extract.pdf.measure import measure
from ingest.extract.pdf.passages import is_sentence, passages
from ingest.extract.pdf.rows import RowReader
from tests.ingest.extract.pdf.conftest import PROSE


def passages_of(path) -> list[list[str]]:
    with PdfFile(path) as file:
        page = RowReader().read(0, file.read(0))
    usual = measure([page])
    assert usual is not None
    return [[row.text for row in run] for run in passages(page.rows, usual)]


def test_lines_that_go_on_are_one_passage(sheet):
    assert passages_of(sheet.prose(2).save()) == [list(PROSE), list(PROSE)]


def test_east_asian_lines_that_fill_their_column_go_on(sheet):
    lines = [
        "港の灯台は毎晩同じ時刻に点灯して船の安全を守る",
        "役目を果たしていると言われているが記録は少ない",
        "と聞く。",
    ]
    for line in lines:
        sheet.write(line, font="japan")
    assert passages_of(sheet.save()) == [lines]


def test_a_short_line_over_the_text_is_no_part_of_it(sheet):
    sheet.write("Harbour Yearbook")
    for line in PROSE:
        sheet.write(line)
    assert passages_of(sheet.save()) == [list(PROSE)]


@pytest.mark.parametrize("looks", [{"size": 8}, {"font": "hebo"}, {"color": (1, 0, 0)}, {"gap": 2.6}])
def test_a_line_of_other_looks_or_with_room_above_is_no_part_of_the_text(sheet, looks):
    sheet.prose().write("of the harbour", **looks)
    assert passages_of(sheet.save()) == [list(PROSE)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All is well.", True),
        ("Dear Sir,", True),
        ("Harbour Yearbook", False),
        ("DRAFT NO.", False),
        ("港の灯台は点灯した。", True),
        ("港の灯台年鑑", False),
    ],
)
def test_sentences_end_as_such(sheet, text, expected):
    with PdfFile(sheet.write(text, font="japan").save()) as file:
        [row] = RowReader().read(0, file.read(0)).rows
    assert is_sentence(row) is expected
