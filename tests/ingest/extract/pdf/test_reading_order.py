from __future__ import annotations

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
