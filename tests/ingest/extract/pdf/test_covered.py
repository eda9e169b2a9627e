from __future__ import annotations

import pymupdf
import pytest

from ingest.domain.errors import EmptyFile

BAR = pymupdf.Rect(50, 500, 400, 530)
PLACE = (60, 520)


def text_of(extraction) -> str:
    return "\n".join(line.text for line in extraction.lines)


def picture() -> pymupdf.Pixmap:
    gray = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40))
    gray.clear_with(200)
    return gray


def fill(page, color, opacity=1.0):
    shape = page.new_shape()
    shape.draw_rect(BAR)
    shape.finish(color=None, fill=color, fill_opacity=opacity)
    shape.commit()


@pytest.mark.parametrize("color", [(1, 1, 1), (0.2, 0.4, 0.6)])
def test_text_under_an_opaque_shape_is_left_out_and_counted(sheet, read, color):
    sheet.prose()
    sheet.page.insert_text(PLACE, "COVEREDMARK", fontsize=12)
    fill(sheet.page, color)
    extraction = read(sheet.save())
    assert "COVEREDMARK" not in text_of(extraction)
    assert "harbour" in text_of(extraction).lower()
    assert extraction.coverage.hidden_text == len("COVEREDMARK")


def test_text_over_what_covers_other_text_is_read_alone(sheet, read):
    sheet.prose()
    sheet.page.insert_text(PLACE, "COVEREDMARK", fontsize=12)
    fill(sheet.page, (1, 1, 1))
    sheet.page.insert_text((58, 521), "What stands above it in full view", fontsize=12)
    extraction = read(sheet.save())
    assert "COVEREDMARK" not in text_of(extraction)
    assert "What stands above it in full view" in text_of(extraction)


def test_text_under_a_picture_is_left_out_and_counted(sheet, read):
    sheet.prose()
    sheet.page.insert_text(PLACE, "COVEREDMARK", fontsize=12)
    sheet.page.insert_image(BAR, pixmap=picture(), keep_proportion=False)
    extraction = read(sheet.save())
    assert "COVEREDMARK" not in text_of(extraction)
    assert extraction.coverage.hidden_text == len("COVEREDMARK")


@pytest.mark.parametrize("color", [(0, 0, 0), (0.8, 0.1, 0.1)])
def test_text_in_the_colour_of_its_ground_is_left_out_and_counted(sheet, read, color):
    sheet.prose()
    fill(sheet.page, color)
    sheet.page.insert_text(PLACE, "SAMEMARK", fontsize=12, color=color)
    extraction = read(sheet.save())
    assert "SAMEMARK" not in text_of(extraction)
    assert extraction.coverage.hidden_text == len("SAMEMARK")


def test_text_on_a_turned_page_is_judged_where_it_stands(sheet, read):
    sheet.prose()
    sheet.page.insert_text(PLACE, "COVEREDMARK", fontsize=12)
    fill(sheet.page, (1, 1, 1))
    sheet.page.set_rotation(90)
    extraction = read(sheet.save())
    assert "COVEREDMARK" not in text_of(extraction)
    assert "harbour" in text_of(extraction).lower()


def test_text_outside_what_is_shown_of_the_sheet_is_counted(sheet, read):
    sheet.prose()
    sheet.page.insert_text((60, 800), "CROPPEDMARK", fontsize=12)
    sheet.page.set_cropbox(pymupdf.Rect(0, 0, 595, 700))
    extraction = read(sheet.save())
    assert "CROPPEDMARK" not in text_of(extraction)
    assert "harbour" in text_of(extraction).lower()
    assert extraction.coverage.hidden_text == len("CROPPEDMARK")


def test_what_is_marked_with_a_marker_is_read(sheet, read):
    sheet.prose()
    sheet.page.insert_text(PLACE, "MARKEDWORD", fontsize=12)
    fill(sheet.page, (1, 1, 0), opacity=0.4)
    extraction = read(sheet.save())
    assert "MARKEDWORD" in text_of(extraction)
    assert extraction.coverage.hidden_text == 0


def test_words_on_bars_cells_and_pictures_are_read(sheet, read):
    sheet.prose()
    fill(sheet.page, (0, 0, 0))
    sheet.page.insert_text(PLACE, "WHITEHEAD", fontsize=12, color=(1, 1, 1))
    sheet.page.draw_rect(pymupdf.Rect(50, 550, 400, 580), fill=(0.9, 0.9, 0.9), color=None)
    sheet.page.insert_text((60, 570), "CELLWORD", fontsize=12)
    sheet.page.insert_image(pymupdf.Rect(50, 600, 400, 640), pixmap=picture(), keep_proportion=False)
    sheet.page.insert_text((60, 625), "CAPTIONWORD", fontsize=12)
    extraction = read(sheet.save())
    for word in ("WHITEHEAD", "CELLWORD", "CAPTIONWORD"):
        assert word in text_of(extraction)
    assert extraction.coverage.hidden_text == 0


def test_a_shape_that_lets_text_shine_through_hides_nothing(sheet, read):
    sheet.prose()
    sheet.page.insert_text(PLACE, "MARKEDWORD", fontsize=12)
    fill(sheet.page, (1, 1, 0))
    page = sheet.page
    document = page.parent
    gs = document.get_new_xref()
    document.update_object(gs, "<</Type/ExtGState/BM/Multiply>>")
    resources = int(document.xref_get_key(page.xref, "Resources")[1].split()[0])
    document.xref_set_key(resources, "ExtGState", f"<</Marker {gs} 0 R>>")
    last = page.get_contents()[-1]
    document.update_stream(last, b"/Marker gs\n" + document.xref_stream(last))
    extraction = read(sheet.save())
    assert "MARKEDWORD" in text_of(extraction)
    assert extraction.coverage.hidden_text == 0


def test_a_file_of_nothing_but_hidden_text_says_so(sheet, read):
    sheet.new_page().write("SECRET", color=(1, 1, 1))
    with pytest.raises(EmptyFile, match="All of its text is hidden"):
        read(sheet.save())
