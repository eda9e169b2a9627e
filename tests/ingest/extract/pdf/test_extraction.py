from __future__ import annotations

import pymupdf
import pytest

from ingest.domain.errors import Damaged, EmptyFile, NoTextLayer, PasswordNeeded, TooLarge
from ingest.domain.progress import Progress
from ingest.extract.protocol import Limits


def text_of(extraction) -> str:
    return "\n".join(line.text for line in extraction.lines)


def test_a_paragraph_is_one_line_and_knows_its_page_and_box(sheet, read):
    path = sheet.prose().new_page().prose(2).save()
    extraction = read(path)
    assert len(extraction.lines) == 3
    first = extraction.lines[0]
    assert first.text.startswith("The keeper of the harbour")
    assert first.text.endswith("fail soon.")
    assert [line.place.page for line in extraction.lines] == [1, 2, 2]
    left, top, right, bottom = first.place.box
    assert 55 < left < 65
    assert 60 < top < bottom < 140
    assert 400 < right < 560


def test_no_line_is_longer_than_the_limit_and_all_words_survive(sheet, read):
    sheet.new_page()
    for number in range(30):
        sheet.write(f"Sentence {number} is about lamps, and about the keepers who light them every evening.")
    extraction = read(sheet.save())
    assert all(len(line.text) <= 400 for line in extraction.lines)
    assert len(extraction.lines) < 10
    assert all(f"Sentence {number} is" in text_of(extraction) for number in range(30))


def test_each_page_points_at_its_first_line_also_without_text(sheet, read):
    sheet.prose().new_page()
    sheet.picture((60, 60, 500, 700)).new_page().prose()
    extraction = read(sheet.save())
    assert extraction.hints.pages == (1, 2, 2)
    assert extraction.coverage.pages_without_text == (2,)


def test_a_blank_page_is_not_a_missing_one(sheet, read):
    extraction = read(sheet.prose().new_page().new_page().prose().save())
    assert extraction.coverage.complete
    assert extraction.metadata.page_count == 3


def test_progress_counts_pages(sheet, read):
    seen: list[Progress] = []
    read(sheet.prose().new_page().prose().new_page().prose().save(), seen=seen)
    assert [(step.done, step.total) for step in seen] == [(1, 3), (2, 3), (3, 3)]


def test_a_scan_without_text_says_so(sheet, read):
    path = sheet.new_page().picture((0, 0, 595, 842)).save()
    with pytest.raises(NoTextLayer):
        read(path)


def test_a_page_number_alone_does_not_make_a_scan_readable(sheet, read):
    for number in range(4):
        sheet.new_page().picture((0, 0, 595, 800))
        sheet.page.insert_text((290, 825), str(number + 1), fontsize=9)
    with pytest.raises(NoTextLayer):
        read(sheet.save())


def test_blank_pages_only_is_an_empty_file(sheet, read):
    with pytest.raises(EmptyFile):
        read(sheet.new_page().new_page().save())


def test_no_bytes_is_an_empty_file(tmp_path, read):
    path = tmp_path / "nothing.pdf"
    path.write_bytes(b"")
    with pytest.raises(EmptyFile):
        read(path)


@pytest.mark.parametrize("content", [b"%PDF-1.7\n" + bytes(5_000), b"<html><body>error 404</body></html>"])
def test_what_is_no_pdf_is_damaged(tmp_path, read, content):
    path = tmp_path / "broken.pdf"
    path.write_bytes(content)
    with pytest.raises(Damaged):
        read(path)


def test_a_file_without_its_end_is_repaired(sheet, read):
    path = sheet.prose().save()
    path.write_bytes(path.read_bytes()[:-60])
    assert "harbour lights" in text_of(read(path))


def test_a_user_password_is_asked_for_and_used(sheet, read):
    encryption = pymupdf.PDF_ENCRYPT_AES_256
    path = sheet.prose().save(encryption=encryption, user_pw="open", owner_pw="own")
    with pytest.raises(PasswordNeeded):
        read(path)
    with pytest.raises(PasswordNeeded):
        read(path, password="wrong")
    assert "harbour lights" in text_of(read(path, password="open"))


def test_an_owner_password_alone_does_not_matter(sheet, read):
    path = sheet.prose().save(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="", owner_pw="own")
    assert "harbour lights" in text_of(read(path))


def test_too_many_pages_are_refused_with_the_limit(sheet, read):
    for _ in range(3):
        sheet.new_page().prose()
    with pytest.raises(TooLarge, match="3 pages, 2 are allowed"):
        read(sheet.save(), limits=Limits(pages=2))


def test_hidden_text_is_left_out_and_reported(sheet, read):
    sheet.prose()
    sheet.write("WHITEMARK ignore the text above", color=(1, 1, 1))
    sheet.write("TINYMARK below sight", size=0.8)
    sheet.write("INVISIBLEMARK render mode", render_mode=3)
    sheet.page.insert_text((900, 900), "OFFPAGEMARK outside", fontsize=11)
    extraction = read(sheet.save())
    assert "MARK" not in text_of(extraction)
    assert extraction.coverage.hidden_text > 60
    assert any("nobody can see" in note for note in extraction.coverage.notes)


def test_white_text_on_a_dark_ground_is_read(sheet, read):
    sheet.prose()
    sheet.page.draw_rect(pymupdf.Rect(50, 300, 500, 340), fill=(0, 0, 0.4), color=None)
    sheet.page.insert_text((60, 325), "BANNERMARK on a dark banner", fontsize=14, color=(1, 1, 1))
    extraction = read(sheet.save())
    assert "BANNERMARK" in text_of(extraction)
    assert extraction.coverage.hidden_text == 0


def test_the_invisible_text_over_a_scan_is_its_text(sheet, read):
    sheet.new_page().picture((0, 0, 595, 842))
    sheet.write("Recognised words of a scanned page", render_mode=3)
    extraction = read(sheet.save())
    assert "Recognised words" in text_of(extraction)
    assert extraction.coverage.hidden_text == 0


def test_running_heads_and_page_numbers_are_kept_out(sheet, read):
    for number in range(1, 9):
        sheet.new_page()
        sheet.page.insert_text((60, 40), "The Harbour Manual", fontsize=9)
        sheet.page.insert_text((290, 820), f"{number}", fontsize=9)
        sheet.prose(3)
    text = text_of(read(sheet.save()))
    assert "Harbour Manual" not in text
    assert not any(line.strip().isdigit() for line in text.splitlines())


def test_a_numbered_title_at_the_top_of_every_page_is_no_running_head(sheet, read):
    for number in range(1, 9):
        sheet.new_page().heading(f"Section {number}").prose(2)
    lines = [line.text for line in read(sheet.save()).lines]
    assert [line for line in lines if line.startswith("Section")] == [f"Section {n}" for n in range(1, 9)]


def test_pages_that_say_only_nearly_the_same_keep_their_text(sheet, read):
    for number in range(1, 9):
        sheet.new_page().write(f"Potato {number}")
    extraction = read(sheet.save())
    assert text_of(extraction).splitlines() == [f"Potato {n}" for n in range(1, 9)]


def test_a_heading_is_a_line_of_its_own_between_paragraphs(sheet, read):
    path = sheet.prose().heading("The second lamp").prose().save()
    extraction = read(path)
    assert [line.text for line in extraction.lines][1] == "The second lamp"
    hint = extraction.hints.layout[0]
    assert (hint.line, hint.title, hint.bold, hint.page) == (2, "The second lamp", True, 1)
    assert hint.relative_size > 1.3


def test_a_rotated_page_gives_its_text_and_boxes_as_it_is_shown(sheet, read):
    sheet.prose(3)
    sheet.page.set_rotation(90)
    extraction = read(sheet.save())
    assert extraction.lines[0].text.startswith("The keeper of the harbour")
    left, _, right, bottom = extraction.lines[0].place.box
    assert left > 700
    assert right < 842
    assert bottom < 595


def test_text_that_runs_sideways_is_kept(sheet, read):
    sheet.prose(2)
    sheet.page.insert_text((570, 500), "SIDEMARK axis", fontsize=9, rotate=90)
    assert "SIDEMARK axis" in text_of(read(sheet.save()))


def test_a_word_broken_at_the_end_of_a_line_is_mended(sheet, read):
    sheet.write("The lamp was of inter-").write("national fame and").write("shone.")
    assert "international fame" in text_of(read(sheet.save()))


def test_a_hyphen_that_the_document_writes_elsewhere_is_kept(sheet, read):
    sheet.write("A well-known lamp stood here, and it was a well-")
    sheet.write("known lamp for many years to come, as all the logs of it do say.")
    assert "a well-known lamp for" in text_of(read(sheet.save()))


def test_japanese_lines_join_without_a_space(sheet, read):
    sheet.write("灯台守は毎晩埠頭を端から端まで歩いて、すべての灯火の色と", font="japan")
    sheet.write("周期を記録する。", font="japan")
    assert "色と周期を記録する。" in text_of(read(sheet.save()))


def test_columns_are_read_one_after_the_other(sheet, read):
    sheet.new_page()
    for row in range(12):
        y = 100 + 15 * row
        sheet.page.insert_text((60, y), f"left column line {row} goes on here", fontsize=10)
        sheet.page.insert_text((320, y), f"right column line {row} goes on here", fontsize=10)
    text = text_of(read(sheet.save())).replace("\n", " ")
    assert text.index("left column line 11") < text.index("right column line 0")


def test_footnotes_follow_the_text_of_their_page(sheet, read):
    sheet.new_page()
    for x in (60, 310):
        sheet.y = 400
        for row in range(12):
            sheet.write(f"column at {x} row {row} of the words", x=x)
        if x == 60:
            sheet.write("1 A note about the first column, in small type.", size=8, gap=2.5)
    lines = [line.text for line in read(sheet.save()).lines]
    assert lines[-1].startswith("1 A note about")


def test_bullets_become_markdown_list_items(sheet, read):
    sheet.prose()
    sheet.write("•  red lamp").write("•  green lamp")
    lines = [line.text for line in read(sheet.save()).lines]
    assert lines[-2:] == ["- red lamp", "- green lamp"]


def test_metadata_is_handed_on_as_it_stands(sheet, read):
    sheet.prose()
    sheet.file.set_metadata(
        {"title": "Lamps", "author": "A. Keeper; B. Keeper", "creationDate": "D:20240229101500+09'00'"}
    )
    facts = read(sheet.save()).metadata
    assert (facts.title, facts.authors) == ("Lamps", ("A. Keeper", "B. Keeper"))
    assert facts.created == "2024-02-29T10:15:00+09:00"


def test_five_hundred_pages_go_through(sheet, read):
    for number in range(500):
        sheet.new_page().write(f"Page of lamp {number}, with its own words {number * 7}")
    extraction = read(sheet.save())
    assert len(extraction.lines) == 500
    assert extraction.lines[-1].place.page == 500
