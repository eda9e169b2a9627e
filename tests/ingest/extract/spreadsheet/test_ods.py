from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, ExtractionError, PasswordNeeded
from ingest.domain.formats import ODS
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect
from ingest.extract.spreadsheet.ods import extract
from tests.support.workbook_file import ODF, open_document_file


def cell(text: str = "", attributes: str = "", inside: str = "") -> str:
    shown = f"<text:p>{text}</text:p>" if text else ""
    return f"<table:table-cell {attributes}>{inside}{shown}</table:table-cell>"


def row(*cells: str, attributes: str = "") -> str:
    inner = "".join(c if c.startswith("<") else cell(c) for c in cells)
    return f"<table:table-row {attributes}>{inner}</table:table-row>"


def table(name: str, *rows: str, attributes: str = "") -> str:
    return f'<table:table table:name="{name}" {attributes}>{"".join(rows)}</table:table>'


def read(tmp_path: Path, body: str, styles: str = "", parts: dict[str, str] | None = None) -> Extraction:
    path = open_document_file(tmp_path / "a.ods", "spreadsheet", body, styles=styles, parts=parts)
    assert detect(path, "a.ods") == ODS
    return extract(SourceFile(path, "a.ods", ""), limits=Limits())


def shown(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


def test_values_are_dates_numbers_and_texts_as_shown(tmp_path: Path) -> None:
    line = row(
        cell("1,234.50", 'office:value-type="float" office:value="1234.5"'),
        cell("01.05.24", 'office:value-type="date" office:date-value="2024-05-01"'),
        cell("12,5 %", 'office:value-type="percentage" office:value="0.125"'),
        cell("8:30", 'office:value-type="time" office:time-value="PT08H30M00S"'),
        cell("two <text:span>spans</text:span>", 'office:value-type="string"'),
    )
    found = read(tmp_path, table("Lamps", line))

    assert shown(found)[:2] == ["# Lamps", "| 1234.5 | 2024-05-01 | 12,5 % | 08:30 | two spans |"]


def test_repeats_are_written_out_and_empty_ones_are_not(tmp_path: Path) -> None:
    body = table(
        "S",
        row("a", cell("x", 'table:number-columns-repeated="2"')),
        row("b", "c", "d", attributes='table:number-rows-repeated="2"'),
        row(
            cell("", 'table:number-columns-repeated="16384"'),
            attributes='table:number-rows-repeated="1048000"',
        ),
        row("end"),
    )

    assert shown(read(tmp_path, body))[1:] == [
        "| a | x | x |",
        "|---|---|---|",
        "| b | c | d |",
        "| b | c | d |",
        "end",
    ]


def test_merged_cells_are_repeated(tmp_path: Path) -> None:
    body = table(
        "S",
        row(cell("tall", 'table:number-rows-spanned="2"'), "b"),
        row("<table:covered-table-cell/>", "c"),
    )

    assert shown(read(tmp_path, body))[1:] == ["| tall | b |", "|---|---|", "| tall | c |"]


def test_comments_and_hidden_sheets_are_marked(tmp_path: Path) -> None:
    note = "<office:annotation><dc:creator>Someone</dc:creator><text:p>Check</text:p></office:annotation>"
    style = '<style:style style:name="ta1"><style:table-properties table:display="false"/></style:style>'
    body = table("S", row(cell("a", inside=note))) + table("T", row("b"), attributes='table:style-name="ta1"')
    found = read(tmp_path, body, style)

    assert shown(found) == ["# S", "a", "> A1: Check", "# T", "[Hidden sheet]", "b"]
    assert found.coverage.notes == ("1 hidden sheet in the text, marked as such: T.",)


def test_hidden_rows_and_columns_are_read_and_marked(tmp_path: Path) -> None:
    columns = (
        '<table:table-column table:number-columns-repeated="2"/>'
        '<table:table-column table:visibility="collapse" table:number-columns-repeated="1048576"/>'
    )
    body = table(
        "S",
        columns,
        row("Name", "Oil", "Cost"),
        row("North", "3", "9", attributes='table:visibility="collapse"'),
        row("South", "4", "8", attributes='table:visibility="filter" table:number-rows-repeated="2"'),
        row("West", "5", "7"),
    ) + table("T", row("a", "b", "c"))
    found = read(tmp_path, body)

    assert shown(found) == [
        "# S",
        "| Name | Oil | [Hidden column] Cost |",
        "|---|---|---|",
        "| [Hidden row] North | 3 | 9 |",
        "| [Hidden row] South | 4 | 8 |",
        "| [Hidden row] South | 4 | 8 |",
        "| West | 5 | 7 |",
        "# T",
        "| a | b | c |",
        "|---|---|---|",
    ]
    assert found.coverage.notes == ("3 hidden rows and 1 hidden column in the text, marked as such.",)


def test_an_encrypted_file_asks_for_its_password(tmp_path: Path) -> None:
    manifest = (
        f'<manifest:manifest {ODF}><manifest:file-entry manifest:full-path="content.xml">'
        "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
    )
    with pytest.raises(PasswordNeeded):
        read(tmp_path, table("S", row("a")), parts={"META-INF/manifest.xml": manifest})


def test_a_broken_file_ends_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(Damaged):
        read(tmp_path, "<table:table>")
    path = open_document_file(tmp_path / "b.ods", "spreadsheet", table("S", row("a")))
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(ExtractionError):
        extract(SourceFile(path, "b.ods", ""), limits=Limits())
