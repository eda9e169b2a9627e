from collections.abc import Callable

from ingest.domain.document import Extraction
from tests.support.word_file import HEADINGS, paragraph, run

Read = Callable[..., Extraction]
Lines = Callable[..., list[str]]


def cell(content: str, properties: str = "") -> str:
    inner = content if content.startswith("<") else paragraph(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    inner = "".join(c if c.startswith("<w:tc>") else cell(c) for c in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inner}</w:tr>"


def table(*rows: str, properties: str = "") -> str:
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{''.join(rows)}</w:tbl>"


def test_a_table_becomes_pipe_rows_with_a_head(lines: Lines) -> None:
    assert lines(table(row("Name", "Wert"), row("灯", "1"))) == ["| Name | Wert |", "|---|---|", "| 灯 | 1 |"]


def test_cells_merged_across_are_repeated(lines: Lines) -> None:
    wide = cell("both", '<w:gridSpan w:val="2"/>')

    assert lines(table(row("a", "b", "c"), row(wide, "z")))[2] == "| both | both | z |"


def test_cells_merged_down_are_repeated(lines: Lines) -> None:
    first = cell("top", '<w:vMerge w:val="restart"/>')
    body = table(row("a", "b"), row(first, "1"), row(cell("<w:p/>", "<w:vMerge/>"), "2"), row("x", "3"))

    assert lines(body)[2:] == ["| top | 1 |", "| top | 2 |", "| x | 3 |"]


def test_columns_that_no_cell_begins_in_are_not_doubled(lines: Lines) -> None:
    wide = '<w:gridSpan w:val="3"/>'

    assert lines(table(row(cell("only", wide), "x"), row(cell("column", wide), "y")))[0] == "| only | x |"


def test_pipes_and_line_breaks_cannot_break_a_row(lines: Lines) -> None:
    two = cell(paragraph("a|b") + paragraph(run("c") + "<w:r><w:br/></w:r>" + run("d")))

    assert lines(table(row("h", "i"), row(two, "x")))[2] == r"| a\|b c d | x |"


def test_nested_tables_are_flattened_and_each_text_stands_once(lines: Lines) -> None:
    inner = table(row("in1", "in2"))
    for _ in range(60):
        inner = table(row(cell(inner + "<w:p/>"), "edge"))
    text = "\n".join(lines(inner))

    assert text.count("in1") == text.count("in2") == 1
    assert text.count("edge") == 60


def test_thousands_of_nested_tables_do_not_exhaust_the_stack(lines: Lines) -> None:
    inner = table(row("in1"))
    for _ in range(400):
        inner = table(row(cell(inner + "<w:p/>")))

    assert "in1" in "\n".join(lines(paragraph("before") + inner))


def test_a_frame_of_one_cell_is_not_a_table(lines: Lines) -> None:
    assert lines(table(row(cell(paragraph("one") + paragraph("two"))))) == ["one", "two"]


def test_headings_inside_a_layout_table_are_headings(read: Read) -> None:
    left = cell(paragraph("Skills", "H2") + paragraph("Knots"))
    found = read(table(row(left, cell(paragraph("Work", "H2") + paragraph("Keeper")))))

    assert [hint.title for hint in found.hints.headings] == ["Skills", "Work"]
    assert [line.text for line in found.lines if line.text] == ["## Skills", "Knots", "## Work", "Keeper"]


def test_deleted_rows_are_out(lines: Lines) -> None:
    body = table(row("a", "b"), row("gone", "gone", properties="<w:del/>"), row("c", "d"))

    assert "gone" not in "\n".join(lines(body))


def test_rows_and_cells_in_content_controls_are_in(lines: Lines) -> None:
    wrapped = f"<w:sdt><w:sdtContent>{row('a', 'b')}</w:sdtContent></w:sdt>"

    assert lines(table(wrapped, row("c", "d")))[0] == "| a | b |"


def test_white_letters_on_a_dark_head_are_kept(read: Read) -> None:
    white = run("Head", '<w:color w:val="FFFFFF"/>')
    dark = cell(paragraph(white), '<w:shd w:val="clear" w:fill="000080"/>')
    styled = table(row(cell(paragraph(white)), "x"), properties='<w:tblStyle w:val="Dark"/>')
    styles = (
        HEADINGS
        + '<w:style w:type="table" w:styleId="Dark"><w:name w:val="Dark"/><w:tblStylePr w:type="firstRow">'
        '<w:tcPr><w:shd w:val="clear" w:fill="000080"/></w:tcPr></w:tblStylePr></w:style>'
    )
    found = read(table(row(dark, "x")) + styled, styles=styles)

    assert [line.text for line in found.lines if "Head" in line.text] == ["| Head | x |"] * 2
    assert found.coverage.hidden_text == 0


def test_white_letters_in_a_white_cell_are_hidden(read: Read) -> None:
    found = read(table(row(cell(paragraph(run("Head", '<w:color w:val="FFFFFF"/>'))), "x")))

    assert found.coverage.hidden_text == 4


def test_long_rows_go_on_below_within_the_limit(lines: Lines) -> None:
    rows = lines(table(row("Term", "Meaning"), row("lamp", "It shines. " * 100)))

    assert all(len(line) <= 400 and line.startswith("| ") for line in rows if "---" not in line)
    assert sum(line.count("It shines.") for line in rows) == 100
    assert sum(line.count("lamp") for line in rows) == 1
