"""Title pages: what stands between a title and the text."""

from __future__ import annotations

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
