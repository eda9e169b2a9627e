"""What word processors and publishers make headings look like, and what only looks like one."""

from __future__ import annotations

import pymupdf
import pytest

from ingest.outline import from_layout

TITLES = ["Lamps of the pier", "Keeping a log", "Storms and fog", "Who pays"]


def titles(extraction) -> list[str]:
    found = from_layout.find(extraction)
    return [heading.title for heading in found[0]] if found else []


def write_paragraphs(sheet, count: int = 3, *, gap: float = 2.3) -> None:
    """Short paragraphs with much room between them, and one of full lines."""
    for n in range(count):
        sheet.write(f"The lamp {n} was lit at dusk and put out at dawn by the keeper.", gap=gap)
    sheet.prose(1)


def test_room_between_short_paragraphs_is_not_taken_for_the_gap_of_lines(sheet, read):
    for title in TITLES:
        sheet.new_page()
        write_paragraphs(sheet, 8)
        sheet.write(title, font="hebo", size=11, gap=2.3)
        write_paragraphs(sheet, 8)
    assert titles(read(sheet.save())) == TITLES


def test_bold_headings_with_numbers_may_be_smaller_than_the_text(sheet, read):
    for n, title in enumerate(TITLES, 1):
        sheet.new_page().prose(2)
        sheet.write(f"{n} {title}", font="hebo", size=9, gap=3.0)
        sheet.prose(2)
    assert titles(read(sheet.save())) == [f"{n} {title}" for n, title in enumerate(TITLES, 1)]


def test_a_small_mark_behind_a_title_does_not_make_the_title_smaller(sheet, read):
    for n, title in enumerate(TITLES, 1):
        sheet.new_page().prose(2)
        sheet.write(title, font="hebo", size=14, gap=2.0)
        x = 60 + pymupdf.get_text_length(title, "hebo", 14)
        sheet.page.insert_text((x + 2, sheet.y), f"[note {n} of {len(TITLES)}]", fontsize=6, fontname="hebo")
        sheet.prose(2)
    hints = read(sheet.save()).hints.layout
    assert {hint.relative_size for hint in hints} == {1.25}


def test_slanted_lines_with_room_around_are_headings_in_a_book_of_upright_type(sheet, read):
    for title in TITLES:
        sheet.new_page().prose(2)
        sheet.write(title, font="tiit", size=11, gap=2.6)
        sheet.prose(2)
    assert titles(read(sheet.save())) == TITLES


def test_a_title_that_stands_on_another_needs_no_room_above(sheet, read):
    for n, title in enumerate(TITLES, 1):
        sheet.new_page().prose(2)
        sheet.write(f"{n} {title}", font="hebo", size=14, gap=2.0)
        sheet.write(f"{n}.1 First things", font="hebo", size=11, gap=1.3)
        sheet.prose(2)
    assert f"{len(TITLES)}.1 First things" in titles(read(sheet.save()))


def test_a_title_right_below_a_running_head_has_room_above(sheet, read):
    for n, title in enumerate(TITLES, 1):
        sheet.new_page().write(f"{n} {title}", size=11)
        sheet.write(f"{n} {title.upper()}", font="hebo", size=11, gap=1.3)
        sheet.prose(5)
        for _ in range(2):
            sheet.new_page().write(f"{n} {title}", size=11).prose(5)
    assert titles(read(sheet.save())) == [f"{n} {title.upper()}" for n, title in enumerate(TITLES, 1)]


def test_numbered_cells_that_go_on_below_their_first_word_are_no_headings(sheet, read):
    for page in range(1, 5):
        sheet.new_page().prose(2)
        for n in range(1, 5):
            sheet.write(f"{page}.{n}  Verify that", gap=2.4)
            for words in ("each lamp is", "lit at dusk", "and put out"):
                sheet.write(words, x=84, gap=1.4)
        sheet.prose(2)
    assert titles(read(sheet.save())) == []


@pytest.mark.parametrize("text", ["12 :/srv/lamps> make", "Example 2.1. A lamp is lit"])
def test_commands_and_captions_are_no_headings(sheet, read, text):
    for n, title in enumerate(TITLES, 1):
        sheet.new_page().heading(f"{n} {title}").prose(2)
        sheet.write(text, font="hebo", size=13, gap=2.4)
        sheet.prose(2)
    found = titles(read(sheet.save()))
    assert len(found) == len(TITLES)
    assert not any(text[-6:] in title for title in found)


def test_bold_titles_that_begin_pages_at_one_height_are_no_running_heads(sheet, read):
    for title in TITLES:
        sheet.new_page().write(title, font="hebo", size=11)
        sheet.prose(6)
        sheet.new_page().prose(6)
    assert titles(read(sheet.save())) == TITLES
