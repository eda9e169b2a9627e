from ingest.domain.document import Metadata
from ingest.extract.spreadsheet.sheet import Sheet
from ingest.extract.spreadsheet.writing import SheetWriter


def written(sheet: Sheet) -> list[str]:
    writer = SheetWriter(1_000_000)
    writer.write(sheet, heading=False)
    return [line.text for line in writer.result(Metadata()).lines]


def test_empty_rows_part_tables_of_different_shape() -> None:
    rows = {0: {0: "a", 1: "b"}, 1: {0: "c", 1: "d"}, 4: {3: "e", 4: "f"}}

    assert written(Sheet("S", rows=rows)) == [
        "| a | b |",
        "|---|---|",
        "| c | d |",
        "",
        "| e | f |",
        "|---|---|",
    ]


def test_a_long_table_goes_on_behind_an_empty_row() -> None:
    row = {0: "a", 1: "b", 2: "c"}
    rows = {at: dict(row) for at in (0, 1, 2, 4, 5)}

    assert written(Sheet("S", rows=rows)).count("|---|---|---|") == 1


def test_rows_of_wide_tables_name_their_columns() -> None:
    names = {at: f"name {at}" for at in range(40)}
    values = {at: f"value {at}" for at in range(40) if at != 3}
    lines = written(Sheet("S", rows={0: names, 1: values}))

    assert lines[0].startswith("- name 0: value 0; name 1: value 1; name 2: value 2; name 4: value 4")
    assert all(len(line) <= 400 for line in lines)
    assert any("Columns: " in line for line in lines)
    text = " ".join(lines)
    assert all(value in text for value in (*names.values(), *values.values()))


def test_line_breaks_and_bars_inside_cells_do_not_break_the_table() -> None:
    assert written(Sheet("S", rows={0: {0: "a\nb", 1: "c|d"}}))[0] == "| a b | c\\|d |"
