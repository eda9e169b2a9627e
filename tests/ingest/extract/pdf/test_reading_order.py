from __future__ import annotations

import pytest

BODY = (
    "The harbour master keeps one log for each",
    "of the lamps and compares it every evening",
    "with the log of the night before, so that a",
    "lamp that is about to fail is found in time.",
)
BOX = ("A lamp lasts for about", "two thousand hours when", "its glass is kept clean.")


def _write(sheet, lines, x, y, size=11):
    for number, line in enumerate(lines):
        sheet.page.insert_text((x, y + number * size * 1.3), line, fontsize=size)


def _text(sheet, read) -> str:
    return "\n".join(line.text for line in read(sheet.save()).lines)


def _page_whose_order_jumps(sheet):
    """What stands lower comes first in the file, as in files that were set by hand."""
    sheet.new_page()
    _write(sheet, ["The last line of the page, first in the file."], 60, 700)
    return sheet


def test_a_box_beside_the_text_does_not_come_between_its_lines(sheet, read):
    _page_whose_order_jumps(sheet)
    _write(sheet, BODY, 60, 100)
    _write(sheet, BOX, 380, 112, size=9)
    text = _text(sheet, read)
    assert " ".join(BODY) in text
    assert " ".join(BOX) in text
    assert text.index(BODY[0]) < text.index(BOX[0])


def test_short_cells_of_a_list_without_rules_stay_on_their_lines(sheet, read):
    _page_whose_order_jumps(sheet)
    _write(sheet, ("Lamp", "Colour"), 60, 100)
    _write(sheet, ("North", "red"), 200, 100)
    text = _text(sheet, read)
    assert text.index("Lamp") < text.index("North") < text.index("Colour") < text.index("red")


def test_a_word_that_was_set_apart_is_read_at_its_place(sheet, read):
    _page_whose_order_jumps(sheet)
    _write(sheet, ("The harbour master keeps one log for every", "of the lamps and compares it"), 60, 100)
    _write(sheet, ("with the log of the night before, and so on.",), 60, 100 + 2 * 14.3)
    _write(sheet, ("carefully",), 215, 114.3)
    text = _text(sheet, read)
    assert text.index("compares it") < text.index("carefully") < text.index("with the log")


def _table(sheet, top):
    """A ruled table of two rows."""
    for number in range(3):
        sheet.page.draw_line((60, top + 70 * number), (360, top + 70 * number))
        sheet.page.draw_line((60 + 150 * number, top), (60 + 150 * number, top + 140))
    for number, cells in enumerate((("Lamp", "Colour"), ("North", "red"))):
        for place, cell in enumerate(cells):
            sheet.page.insert_text((64 + 150 * place, top + 16 + 70 * number), cell, fontsize=11)


@pytest.mark.parametrize("above", [BODY, BODY[:1]])
def test_what_stands_above_a_table_is_read_before_it_though_drawn_later(sheet, read, above):
    sheet.new_page()
    _table(sheet, 150)
    _write(sheet, above, 60, 90)
    _write(sheet, BOX, 60, 330)
    text = _text(sheet, read)
    assert text.index(above[0]) < text.index("| Lamp | Colour |") < text.index(BOX[0])


def test_what_is_drawn_last_over_one_column_is_read_first(sheet, read):
    sheet.new_page()
    _write(sheet, (*BODY, "A short end."), 60, 100)
    _write(sheet, ("Lamps of the harbour",), 200, 70, size=16)
    text = _text(sheet, read)
    assert text.index("Lamps of the harbour") < text.index(BODY[0])


def test_a_column_on_the_right_is_read_after_the_left_one_and_the_table_in_it(sheet, read):
    sheet.new_page()
    _write(sheet, BODY, 60, 100)
    for x in (60, 120, 180):
        sheet.page.draw_line((x, 200), (x, 248))
    for y in (200, 224, 248):
        sheet.page.draw_line((60, y), (180, y))
    for x, y, cell in ((64, 216, "Lamp"), (124, 216, "Colour"), (64, 240, "North"), (124, 240, "red")):
        sheet.page.insert_text((x, y), cell, fontsize=11)
    _write(sheet, BOX, 60, 280)
    _write(sheet, [f"On the right, in line {n} of it." for n in range(6)], 320, 100)
    text = _text(sheet, read)
    places = [text.index(part) for part in (BODY[0], "| Lamp | Colour |", BOX[0], "line 0", "line 5")]
    assert places == sorted(places)
