"""Underlined headings, as word processors draw them."""

from __future__ import annotations

import pymupdf

from ingest.outline import from_layout

TITLES = ["Lamps of the pier", "Keeping a log", "Storms and fog", "Who pays"]


def rule(sheet, left: float, right: float) -> None:
    """Draw a thin rule under the last line."""
    sheet.page.draw_line((left, sheet.y + 1.5), (right, sheet.y + 1.5), width=0.6)


def test_lines_underlined_piece_by_piece_with_room_around_are_headings(sheet, read):
    for title in TITLES:
        sheet.new_page().prose(2)
        sheet.write(title, gap=2.6)
        half, end = (60 + pymupdf.get_text_length(title[:n], "helv", 11) for n in (7, len(title)))
        rule(sheet, 60, half)
        rule(sheet, half, end)
        sheet.prose(2)
    found = from_layout.find(read(sheet.save()))
    assert found is not None
    headings, _ = found
    assert [h.title for h in headings] == TITLES


def test_a_rule_across_the_page_underlines_nothing(sheet, read):
    for title in TITLES:
        sheet.new_page().prose(2)
        sheet.write(title, gap=2.6)
        rule(sheet, 60, 500)
        sheet.prose(2)
    assert from_layout.find(read(sheet.save())) is None
