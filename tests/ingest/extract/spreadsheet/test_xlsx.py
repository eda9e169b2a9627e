from pathlib import Path
from typing import Any

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile, ExtractionError, TooLarge
from ingest.domain.outline import Provenance
from ingest.domain.progress import Progress
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.spreadsheet.xlsx import extract
from tests.support.workbook_file import NAMES, SheetXml, number, rows, workbook_file


def read(tmp_path: Path, *sheets: SheetXml, limits: Limits | None = None, **kwargs: Any) -> Extraction:
    path = workbook_file(tmp_path / "a.xlsx", *sheets, **kwargs)
    return extract(SourceFile(path, "a.xlsx", ""), limits=limits or Limits())


def shown(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


def test_sheets_are_sections_with_a_table_each(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        SheetXml("Lamps", rows(["Name", "Oil"], ["North", "3"])),
        SheetXml("灯台", rows(["名前", "光"], ["犬吠埼", "白"])),
    )

    assert [line.text for line in found.lines] == [
        "# Lamps",
        "",
        "| Name | Oil |",
        "|---|---|",
        "| North | 3 |",
        "",
        "# 灯台",
        "",
        "| 名前 | 光 |",
        "|---|---|",
        "| 犬吠埼 | 白 |",
    ]
    assert [(h.line, h.level, h.title) for h in found.hints.headings] == [(1, 1, "Lamps"), (7, 1, "灯台")]
    assert {h.provenance for h in found.hints.headings} == {Provenance.SHEET}
    assert [line.place.part for line in found.lines if line.place and line.text][::5] == ["Lamps", "灯台"]


def test_values_are_read_as_they_are_seen(tmp_path: Path) -> None:
    line = [
        number("45352", "A1", 1),
        number("45352.5", "B1", 2),
        number("0.125", "C1", 3),
        number("7", "D1", 4),
        number("0.30000000000000004", "E1"),
        '<c r="F1" t="b"><v>1</v></c>',
        '<c r="G1" t="e"><v>#DIV/0!</v></c>',
        '<c r="H1"><f>A1+1</f><v>12</v></c>',
        '<c r="I1" t="str"><f>A1&amp;"x"</f><v>ax</v></c>',
    ]
    codes = ["yyyy/mm/dd", "yyyy/m/d h:mm", "0.0%", "000"]
    found = read(tmp_path, SheetXml("S", rows(line)), formats=codes)

    assert (
        shown(found)[1] == "| 2024-03-01 | 2024-03-01T12:00 | 12.5% | 007 | 0.3 | TRUE | #DIV/0! | 12 | ax |"
    )


def test_shared_texts_come_without_their_readings(tmp_path: Path) -> None:
    strings = (
        "<si><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si>"
        "<si><r><t>rich </t></r><r><t>text</t></r></si>"
    )
    cells = ['<c r="A1" t="s"><v>0</v></c>', '<c r="B1" t="s"><v>1</v></c>', '<c r="C1" t="s"><v>9</v></c>']

    assert shown(read(tmp_path, SheetXml("S", rows(cells)), strings=strings))[1] == "| 東京 | rich text |"


def test_a_formula_that_was_never_solved_is_shown_and_told(tmp_path: Path) -> None:
    found = read(tmp_path, SheetXml("S", rows(["a", '<c r="B1"><f>SUM(A1)</f></c>'])))

    assert shown(found)[1] == "| a | =SUM(A1) |"
    assert found.coverage.notes[0].startswith("1 formula without a stored result")


def test_merged_cells_are_repeated_and_banners_are_not(tmp_path: Path) -> None:
    data = rows(["Report 2024"], ["Where", "Oil", "Gas"], ["North", "1", "2"], ["", "3", "4"])
    merged = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A3:A4"/></mergeCells>'

    assert shown(read(tmp_path, SheetXml("S", data, after=merged)))[1:] == [
        "Report 2024",
        "| Where | Oil | Gas |",
        "|---|---|---|",
        "| North | 1 | 2 |",
        "| North | 3 | 4 |",
    ]


def test_hidden_sheets_are_read_and_marked(tmp_path: Path) -> None:
    found = read(tmp_path, SheetXml("S", rows(["a"])), SheetXml("T", rows(["b"]), state="veryHidden"))

    assert shown(found) == ["# S", "a", "# T", "[Hidden sheet]", "b"]
    assert found.coverage.notes == ("1 hidden sheet in the text, marked as such: T.",)


def test_hidden_rows_and_columns_are_read_and_marked(tmp_path: Path) -> None:
    data = rows(["Name", "Oil", "Cost"], ["North", "3", "9"], ["South", "4", "8"], ["West", "5", "7"])
    data = data.replace('<row r="3">', '<row r="3" hidden="1">')
    columns = '<cols><col min="1" max="1" width="9"/><col min="3" max="16384" hidden="true"/></cols>'
    alone = rows(["East"], ["", "", "Gone"]).replace('<row r="1">', '<row r="1" hidden="true">')
    found = read(tmp_path, SheetXml("S", data, before=columns), SheetXml("T", alone, before=columns))

    assert shown(found) == [
        "# S",
        "| Name | Oil | [Hidden column] Cost |",
        "|---|---|---|",
        "| North | 3 | 9 |",
        "| [Hidden row] South | 4 | 8 |",
        "| West | 5 | 7 |",
        "# T",
        "[Hidden row] East",
        "[Hidden column] Gone",
    ]
    assert found.coverage.notes == ("2 hidden rows and 2 hidden columns in the text, marked as such.",)


def test_what_is_hidden_and_empty_is_not_told(tmp_path: Path) -> None:
    data = rows(["Name", "Oil"]) + '<row r="7" hidden="1"/>'
    columns = '<cols><col min="4" max="9" hidden="1"/><col min="x" max="99999999999" hidden="1"/></cols>'
    found = read(tmp_path, SheetXml("S", data, before=columns))

    assert shown(found) == ["# S", "| Name | Oil |", "|---|---|"]
    assert found.coverage.notes == ()


def test_comments_boxes_and_titles_of_charts_are_read(tmp_path: Path) -> None:
    sheet = SheetXml(
        "S",
        rows(["a"]),
        links={"rId1": ("comments", "../comments1.xml"), "rId2": ("drawing", "../drawings/d.xml")},
    )
    parts = {
        "xl/comments1.xml": f'<comments {NAMES}><comment ref="B2"><text><t>Check</t></text></comment></comments>',
        "xl/drawings/d.xml": f"<xdr:wsDr {NAMES}><xdr:sp><xdr:txBody><a:p><a:r><a:t>A box</a:t></a:r></a:p>"
        '</xdr:txBody></xdr:sp><c:chart r:id="rId1"/></xdr:wsDr>',
        "xl/drawings/_rels/d.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        'relationships"><Relationship Id="rId1" Type="x/chart" Target="c.xml"/></Relationships>',
        "xl/drawings/c.xml": f"<c:chartSpace {NAMES}><c:title><a:t>Oil a year</a:t></c:title></c:chartSpace>",
    }

    assert shown(read(tmp_path, sheet, parts=parts)) == ["# S", "a", "A box", "Oil a year", "> B2: Check"]


def test_cells_far_apart_cost_nothing(tmp_path: Path) -> None:
    data = rows(["first"]) + '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>last</t></is></c></row>'

    assert shown(read(tmp_path, SheetXml("S", data))) == ["# S", "first", "last"]


def test_sheets_without_cells_of_their_own_are_told(tmp_path: Path) -> None:
    found = read(tmp_path, SheetXml("S", rows(["a"])), SheetXml("C", "", kind="chartsheet"))

    assert found.coverage.notes == ("1 chart or macro sheet left out.",)
    with pytest.raises(EmptyFile):
        read(tmp_path, SheetXml("S", ""))


def test_a_damaged_sheet_costs_only_itself(tmp_path: Path) -> None:
    found = read(tmp_path, SheetXml("S", rows(["a"])), SheetXml("T", rows(["b"]) + "<row><broken>"))

    assert shown(found)[:2] == ["# S", "a"]
    assert "Sheet T: what follows a damaged place left out" in found.coverage.notes[0]
    with pytest.raises(Damaged):
        read(tmp_path, SheetXml("S", "<row><broken>"))


def test_progress_counts_the_sheets(tmp_path: Path) -> None:
    seen: list[Progress] = []
    path = workbook_file(tmp_path / "a.xlsx", SheetXml("S", rows(["a"])), SheetXml("T", rows(["b"])))
    extract(SourceFile(path, "a.xlsx", ""), limits=Limits(), progress=seen.append)

    assert seen == [Progress(1, 2, "sheet"), Progress(2, 2, "sheet")]


@pytest.mark.parametrize("limits", [Limits(text_bytes=5), Limits(unpacked_bytes=100)])
def test_a_workbook_over_a_limit_is_refused(tmp_path: Path, limits: Limits) -> None:
    with pytest.raises(TooLarge):
        read(tmp_path, SheetXml("Lamps", rows(["some text"])), limits=limits)


@pytest.mark.parametrize("size", [0, 60, 500])
def test_a_cut_off_file_ends_with_a_reason(tmp_path: Path, size: int) -> None:
    path = workbook_file(tmp_path / "a.xlsx", SheetXml("S", rows(["a"])))
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ExtractionError):
        extract(SourceFile(path, "a.xlsx", ""), limits=Limits())
