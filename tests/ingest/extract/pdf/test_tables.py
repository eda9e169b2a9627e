from __future__ import annotations

import pymupdf

from ingest.extract.pdf import extract
from ingest.extract.protocol import Limits, SourceFile


def lines_of(path) -> list[str]:
    source = SourceFile(path, path.name, "application/pdf")
    return [line.text for line in extract(source, limits=Limits()).lines]


def rule(page, *, xs, ys, skip=()):
    """Draw a grid; skip names (direction, place, cell) pieces of lines to leave out."""
    for n, x in enumerate(xs):
        for cell in range(len(ys) - 1):
            if ("down", n, cell) not in skip:
                page.draw_line((x, ys[cell]), (x, ys[cell + 1]))
    for n, y in enumerate(ys):
        for cell in range(len(xs) - 1):
            if ("across", n, cell) not in skip:
                page.draw_line((xs[cell], y), (xs[cell + 1], y))


def fill(page, xs, ys, rows):
    for y, row in zip(ys, rows, strict=False):
        for x, text in zip(xs, row, strict=False):
            if text:
                page.insert_text((x + 4, y + 14), text, fontsize=10)


XS, YS = (60, 160, 260, 360), (200, 220, 240, 260)


def test_a_ruled_table_becomes_a_pipe_table_at_its_place(sheet):
    sheet.prose()
    rule(sheet.page, xs=XS, ys=YS)
    fill(
        sheet.page, XS, YS, [("Lamp", "Colour", "Period"), ("North", "red", "4 s"), ("South", "green", "6 s")]
    )
    sheet.y = 280
    sheet.prose()
    lines = lines_of(sheet.save())
    assert lines[1:-1] == [
        "| Lamp | Colour | Period |",
        "| --- | --- | --- |",
        "| North | red | 4 s |",
        "| South | green | 6 s |",
    ]


def test_the_text_of_merged_cells_is_repeated(sheet):
    sheet.prose()
    rule(sheet.page, xs=XS, ys=YS, skip={("across", 2, 0), ("down", 2, 0)})
    fill(sheet.page, XS, YS, [("Lamp", "Colour by night", ""), ("North", "red", "4 s"), ("", "white", "6 s")])
    sheet.y = 280
    lines = lines_of(sheet.prose().save())
    assert lines[1] == "| Lamp | Colour by night | Colour by night |"
    assert lines[3:5] == ["| North | red | 4 s |", "| North | white | 6 s |"]


def test_a_cell_of_several_lines_is_one_cell_and_bars_are_escaped(sheet):
    sheet.prose()
    tall = (200, 220, 260, 280)
    rule(sheet.page, xs=XS, ys=tall)
    fill(
        sheet.page,
        XS,
        tall,
        [("Lamp", "Colour", "Period"), ("North", "red and", "4|5 s"), ("South", "green", "6 s")],
    )
    sheet.page.insert_text((164, 250), "white", fontsize=10)
    sheet.y = 300
    lines = lines_of(sheet.prose().save())
    assert "| North | red and white | 4\\|5 s |" in lines


def test_a_row_that_is_one_cell_is_a_note_below_the_table(sheet):
    sheet.prose()
    ys = (200, 220, 240, 260)
    rule(sheet.page, xs=XS, ys=ys, skip={("down", 1, 2), ("down", 2, 2)})
    fill(
        sheet.page,
        XS,
        ys,
        [("Lamp", "Colour", "Period"), ("North", "red", "4 s"), ("Note: by night only", "", "")],
    )
    sheet.y = 280
    lines = lines_of(sheet.prose().save())
    assert lines[4] == "Note: by night only"


def test_a_frame_around_text_is_no_table(sheet):
    sheet.new_page()
    sheet.page.draw_rect(pymupdf.Rect(50, 60, 560, 180))
    lines = lines_of(sheet.prose().save())
    assert len(lines) == 1
    assert not lines[0].startswith("|")


def test_cells_are_no_headings(sheet):
    source_rows = [("Lamp", "Colour", "Period"), ("North", "red", "4 s"), ("South", "green", "6 s")]
    sheet.prose()
    rule(sheet.page, xs=XS, ys=YS)
    for y, row in zip(YS, source_rows, strict=False):
        for x, text in zip(XS, row, strict=False):
            sheet.page.insert_text((x + 4, y + 15), text, fontsize=13, fontname="hebo")
    sheet.y = 280
    path = sheet.prose(3).save()
    source = SourceFile(path, path.name, "application/pdf")
    assert extract(source, limits=Limits()).hints.layout == ()


def test_a_file_of_nothing_but_a_table_keeps_its_text(sheet):
    sheet.new_page()
    rule(sheet.page, xs=XS, ys=YS)
    fill(
        sheet.page, XS, YS, [("Lamp", "Colour", "Period"), ("North", "red", "4 s"), ("South", "green", "6 s")]
    )
    text = " ".join(lines_of(sheet.save()))
    assert all(word in text for word in ("Lamp", "Colour", "North", "green", "6 s"))


NOTES = (
    "The keeper writes down the colour of each lamp,",
    "and the inspector compares the two logs later.",
    "Lamps that are about to fail are found this way.",
)


def test_boxes_that_lay_out_a_page_are_read_as_text_once(sheet):
    sheet.prose()
    for top in (180, 330, 480):
        sheet.page.draw_rect(pymupdf.Rect(60, top, 540, top + 120))
        sheet.page.draw_rect(pymupdf.Rect(60, top, 260, top + 20))
        sheet.page.draw_rect(pymupdf.Rect(240, top - 10, 520, top + 30), fill=(1, 1, 1))
        sheet.page.insert_text((66, top + 15), f"Step {top}", fontsize=10)
        sheet.page.insert_text((300, top + 15), f"How to begin {top}", fontsize=10)
        for n, note in enumerate(NOTES):
            sheet.page.insert_text((80, top + 60 + 14 * n), f"{note} {top}", fontsize=10)
    text = "\n".join(lines_of(sheet.save()))
    own = sheet.page.get_text()
    assert "|" not in text
    assert all(text.count(f"{note} {top}") == 1 for note in NOTES for top in (180, 330, 480))
    assert len("".join(text.split())) == len("".join(own.split()))


def test_a_long_text_over_many_rows_is_not_repeated_while_short_labels_are(sheet):
    sheet.prose()
    ys = (200, 220, 250, 280, 310)
    rule(sheet.page, xs=(60, 120, 400, 460), ys=ys, skip={("across", n, c) for n in (2, 3) for c in (0, 1)})
    rows = [("Lamp", "What to do", "Period"), ("North", "", "4 s"), ("", "", "6 s"), ("", "", "8 s")]
    fill(sheet.page, (60, 120, 400), ys, rows)
    for n, note in enumerate(NOTES):
        sheet.page.insert_text((124, 234 + 14 * n), note, fontsize=10)
    sheet.y = 330
    lines = lines_of(sheet.prose().save())
    assert lines[3:6] == [f"| North | {' '.join(NOTES)} | 4 s |", "| North |  | 6 s |", "| North |  | 8 s |"]
