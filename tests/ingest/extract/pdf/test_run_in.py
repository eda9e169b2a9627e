"""Numbered titles that run into their text, as the classes of journals set them."""

from __future__ import annotations

import pymupdf
import pytest

from ingest.outline import from_layout

TITLES = ["Red lamps", "Green lamps of the pier", "White lamps"]


def write_run_in(sheet, label: str, title: str, rest: str, font: str) -> None:
    """Write `1.1. Red lamps. They are` with the title in a font of its own, and a second line of text."""
    sheet.write(label, font="tiro", gap=2.2)
    x = 60 + pymupdf.get_text_length(f"{label} ", "tiro", 11)
    for text, face in ((f"{title}.", font), (f" {rest}", "tiro")):
        sheet.page.insert_text((x, sheet.y), text, fontsize=11, fontname=face)
        x += pymupdf.get_text_length(text, face, 11)
    sheet.write(
        "and writes down the colour and the period of each lamp, so that the inspector can", font="tiro"
    )


@pytest.mark.parametrize("font", ["tiit", "tibo"])
def test_a_slanted_or_bold_title_with_a_number_is_a_heading_though_text_follows_on_its_line(
    sheet, read, font
):
    sheet.new_page().prose(2)
    for number, title in enumerate(TITLES, 1):
        write_run_in(sheet, f"1.{number}.", title, "The keeper walks the whole length of the pier", font)
        sheet.prose(1)
    found = from_layout.find(read(sheet.save()))
    assert found is not None
    headings, _ = found
    assert [h.title for h in headings] == [f"1.{n}. {title}" for n, title in enumerate(TITLES, 1)]


def test_a_numbered_sentence_in_the_type_of_the_text_is_no_heading(sheet, read):
    sheet.new_page().prose(2)
    for number, title in enumerate(TITLES, 1):
        write_run_in(sheet, f"1.{number}.", title, "The keeper walks the whole length of the pier", "tiro")
        sheet.prose(1)
    assert from_layout.find(read(sheet.save())) is None


def test_an_entry_of_the_contents_is_found_where_its_title_runs_into_the_text(sheet, read):
    sheet.new_page().heading("Contents", size=16)
    for number, title in enumerate(TITLES, 1):
        sheet.write(f"1.{number}. {title} " + "." * 40 + " 2", font="cour", size=9)
    sheet.new_page().prose(1)
    for number, title in enumerate(TITLES, 1):
        write_run_in(sheet, f"1.{number}.", title, "The keeper walks the whole length of the pier", "tiro")
        sheet.prose(1)
    extraction = read(sheet.save())
    assert [entry.page for entry in extraction.hints.contents] == [2, 2, 2]
    for entry in extraction.hints.contents:
        assert extraction.lines[entry.line - 1].text.startswith(entry.title)
