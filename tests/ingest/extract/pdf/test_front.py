"""Title pages: what stands between a title and the text."""

from __future__ import annotations

import pytest

from ingest.outline import from_layout


def paper(sheet, *below_title: str):
    """A title, names in the type of the headings, and three sections."""
    sheet.new_page().heading("On the lamps of harbours", size=20)
    for name in ("Ada Example", "Ben Sample"):
        sheet.heading(name, size=13).write("Institute of Harbour Lights")
    for text in below_title:
        sheet.write(text, font="hebo", size=13, gap=2.0)
    sheet.prose(2)
    for title in ("Lamps", "Logs", "Ships"):
        sheet.heading(title, size=13).prose(2)
    sheet.new_page().prose(4)
    return sheet


def test_names_below_a_title_are_no_headings_though_they_look_like_them(sheet, read):
    found = from_layout.find(read(paper(sheet).save()))
    assert found is not None
    headings, _ = found
    assert [h.title for h in headings] == ["Lamps", "Logs", "Ships"]


def test_headings_that_stand_on_the_first_text_are_kept(sheet, read):
    found = from_layout.find(read(paper(sheet, "Preface").save()))
    assert found is not None
    headings, _ = found
    assert [h.title for h in headings] == ["Preface", "Lamps", "Logs", "Ships"]


COLUMN = (
    "Ships that pass at night see the",
    "lamp from thirty miles away and",
    "answer with their own signal.",
)


def chapters_in_columns(sheet, *titles: str):
    """A chapter on each page, in two columns too narrow to show where a title page ends."""
    for title in titles:
        sheet.new_page().heading(title, size=18)
        for x in (60, 320):
            sheet.y = 120
            for line in COLUMN * 6:
                sheet.write(line, x=x)
    return sheet


@pytest.mark.parametrize(
    "label", ["{} Lamps of part {}", "Chapter {}: Lamps of part {}", "第{}章 Lamps of part {}"]
)
def test_the_first_of_the_numbered_chapters_is_no_title(sheet, read, label):
    titles = [label.format(n, "ABCDE"[n - 1]) for n in range(1, 6)]
    font = {"fontname": "japan"} if label.startswith("第") else {}
    chapters_in_columns(sheet, *(["" for _ in titles] if font else titles))
    if font:
        for page, title in zip(sheet.file, titles, strict=True):
            page.insert_text((60, 92), title, fontsize=18, **font)
    found = from_layout.find(read(sheet.save()))
    assert found is not None
    assert [h.title for h in found[0]] == titles


def test_a_title_that_begins_with_a_number_is_no_chapter(sheet, read):
    titles = ("Lamps", "Logs", "Ships", "Storms")
    found = from_layout.find(read(chapters_in_columns(sheet, "12 Lamps of the pier", *titles).save()))
    assert found is not None
    assert [h.title for h in found[0]] == list(titles)
