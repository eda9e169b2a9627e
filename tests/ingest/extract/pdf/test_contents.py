"""Printed contents, bookmarks and headings, through files that are built here."""

from __future__ import annotations

import pytest

from ingest.extract.pdf.contents import is_contents_title
from ingest.outline import from_bookmarks, from_contents_page, from_layout

CHAPTERS = ["Lamps of the north pier", "Lamps of the south pier", "Keeping a log", "Storms", "Who pays"]


def book(sheet, *, linked: bool = False, wrapped: bool = False):
    """A contents page and five chapters of two pages each."""
    sheet.new_page().heading("Contents", size=18)
    for number, title in enumerate(CHAPTERS, 1):
        label = f"{number} {title}"
        if wrapped and number == 3:
            sheet.write(f"{number} Keeping a log of the colours, the periods and the")
            label = "storms of every night"
        sheet.write(label + " " + "." * (70 - len(label)), font="cour", size=9)
        sheet.page.insert_text((520, sheet.y), str(2 * number), fontsize=9, fontname="cour")
    for number, title in enumerate(CHAPTERS, 1):
        long = "Keeping a log of the colours, the periods and the storms of every night"
        shown = long if wrapped and number == 3 else title
        sheet.new_page().heading(f"{number} {shown}", size=14).prose(3)
        sheet.new_page().prose(4)
    return sheet


def test_the_printed_contents_are_found_and_located(sheet, read):
    extraction = read(book(sheet).save())
    assert [entry.title for entry in extraction.hints.contents] == [
        f"{n} {title}" for n, title in enumerate(CHAPTERS, 1)
    ]
    assert [entry.page for entry in extraction.hints.contents] == [2, 4, 6, 8, 10]
    for entry in extraction.hints.contents:
        assert extraction.lines[entry.line - 1].text == entry.title
    found = from_contents_page.find(extraction)
    assert found is not None
    headings, _ = found
    assert [h.title for h in headings] == [f"{n} {title}" for n, title in enumerate(CHAPTERS, 1)]


def test_entries_of_the_contents_are_no_headings(sheet, read):
    extraction = read(book(sheet).save())
    found = from_layout.find(extraction)
    assert found is not None
    headings, _ = found
    assert all(extraction.lines[h.line - 1].place.page > 1 for h in headings)


def test_a_wrapped_entry_is_joined(sheet, read):
    extraction = read(book(sheet, wrapped=True).save())
    titles = [entry.title for entry in extraction.hints.contents]
    assert "3 Keeping a log of the colours, the periods and the storms of every night" in titles


def test_bookmarks_find_their_lines_with_and_without_numbers(sheet, read):
    book(sheet)
    sheet.file.set_toc([[1, title, 2 * number] for number, title in enumerate(CHAPTERS, 1)])
    extraction = read(sheet.save())
    assert [extraction.lines[b.line - 1].text for b in extraction.hints.bookmarks] == [
        f"{n} {title}" for n, title in enumerate(CHAPTERS, 1)
    ]
    assert from_bookmarks.find(extraction) is not None


def test_a_heading_of_two_rows_is_one_line(sheet, read):
    sheet.prose().heading("A rather long title about the lamps of the north", size=16)
    sheet.write("pier and those who keep them", size=16, font="hebo", gap=1.2).prose()
    hints = read(sheet.save()).hints.layout
    assert [h.title for h in hints] == [
        "A rather long title about the lamps of the north pier and those who keep them"
    ]


def test_a_chapter_label_joins_the_title_below_it(sheet, read):
    for number, title in enumerate(CHAPTERS, 1):
        sheet.new_page().heading(f"Chapter {number}", size=18)
        sheet.write(title, size=22, font="hebo", gap=2.5).prose(3)
    hints = read(sheet.save()).hints.layout
    assert [h.title for h in hints] == [f"Chapter {n} {title}" for n, title in enumerate(CHAPTERS, 1)]
    assert [h.number.values for h in hints] == [(1,), (2,), (3,), (4,), (5,)]


def test_the_title_of_a_document_is_not_one_of_its_sections(sheet, read):
    sheet.new_page().heading("The Harbour Manual", size=26).write("A. Keeper", size=14)
    sheet.prose(2)
    for title in CHAPTERS:
        sheet.heading(title, size=14).prose(2)
        if sheet.y > 500:
            sheet.new_page()
    titles = [h.title for h in read(sheet.save()).hints.layout]
    assert "The Harbour Manual" not in titles
    assert CHAPTERS[0] in titles


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3: The lamps",
        "•  Lamps",
        "Lamps, and more lamps,",
        "mail@example.org",
        "x = y + 2",
        "12.5",
    ],
)
def test_what_stands_out_for_another_reason_is_no_heading(sheet, read, text):
    sheet.prose().heading(text, size=14).prose(2)
    assert read(sheet.save()).hints.layout == ()


@pytest.mark.parametrize(
    "text", ["Contents", "Table of Contents", "目　次", "目录", "Inhaltsverzeichnis", "차례"]
)
def test_contents_have_a_name_in_every_language(text):
    assert is_contents_title(text)


def test_a_sentence_about_contents_is_not_their_title():
    assert not is_contents_title("Contents of the second lamp")
