"""Pages without text are recognised, and judged like those with text."""

from __future__ import annotations

import pytest

from ingest.domain.errors import NoTextLayer, NoWords
from ingest.domain.progress import Progress
from ingest.extract.pdf import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.scans import Told

BODY = "The keeper writes down the colour of every lamp on the pier"
SCAN = (0, 0, 595, 842)


def recognised(path, told, *, limits=None, progress=None):
    source = SourceFile(path, path.name, "application/pdf", recognise=True)
    seen = progress if progress is not None else []
    return extract(source, limits=limits or Limits(), progress=seen.append, recogniser=told)


def test_a_scan_becomes_lines_with_their_page_and_box(sheet):
    path = sheet.new_page().picture(SCAN).save()
    told = Told([[(BODY, 60, 100, 12), (BODY, 60, 118, 12)]])
    extraction = recognised(path, told)
    assert extraction.lines[0].text == f"{BODY} {BODY}"
    assert extraction.lines[0].place.page == 1
    assert extraction.lines[0].place.box == pytest.approx((60, 100, 414, 130), abs=1)
    assert extraction.coverage.complete
    assert extraction.coverage.notes == ("Recognised by OCR: page 1.",)


def test_only_pages_without_readable_text_are_recognised(sheet):
    sheet.prose().new_page().picture(SCAN).new_page().prose()
    told = Told([[("The page between", 60, 100, 12)]])
    extraction = recognised(sheet.save(), told)
    texts = [line.text for line in extraction.lines if line.place.page == 2]
    assert texts == ["The page between"]
    assert len(told.seen) == 1
    assert extraction.coverage.complete


def test_a_page_of_nonsense_is_replaced_by_what_it_shows(sheet):
    sheet.prose(3).new_page()
    for _ in range(20):
        sheet.write("xq zvkj wqpx jzkq vxwq kzjx qpvz xkwj zqxv jkpw", size=10)
    told = Told([[(BODY, 60, 100, 12)]])
    extraction = recognised(sheet.save(), told)
    assert "xq zvkj" not in "\n".join(line.text for line in extraction.lines)
    assert extraction.coverage.garbled_pages == ()
    assert extraction.coverage.notes == ("Recognised by OCR: page 2.",)


def test_a_stamp_on_every_page_of_a_scan_does_not_keep_it_from_being_recognised(sheet):
    for number in range(4):
        sheet.new_page().picture((0, 0, 595, 800))
        sheet.page.insert_text((290, 825), str(number + 1), fontsize=9)
    told = Told([[(f"{BODY} {number}", 60, 100, 12)] for number in "abcd"])
    extraction = recognised(sheet.save(), told)
    assert [line.text[-1] for line in extraction.lines] == ["a", "b", "c", "d"]


def test_large_recognised_lines_are_headings(sheet):
    sheet.new_page().picture(SCAN)
    above = [(f"{BODY} {row}", 60, 100 + 18 * row, 12.0 + 0.8 * (row % 2)) for row in range(8)]
    below = [(f"{BODY} {row}", 60, 340 + 18 * row, 12.0 + 0.8 * (row % 2)) for row in range(8, 16)]
    told = Told([[*above, ("The lamps of the pier", 60, 280, 22), *below]])
    extraction = recognised(sheet.save(), told)
    assert [hint.title for hint in extraction.hints.layout] == ["The lamps of the pier"]


def test_vertical_lines_are_read_from_right_to_left(sheet):
    class Vertical(Told):
        def recognise(self, picture):
            flat = super().recognise(picture)
            tall = [(x, 200, x + 40, 1200) for x in (900, 1000)]
            return [type(line)(line.text, box, 0.9) for line, box in zip(flat, tall, strict=True)]

    path = sheet.new_page().picture(SCAN).save()
    told = Vertical(
        [[("歩いて灯火の色と周期を記録する", 0, 0, 1), ("灯台守は毎晩埠頭を端から端まで", 0, 0, 1)]]
    )
    text = "".join(line.text for line in recognised(path, told).lines)
    assert text == "灯台守は毎晩埠頭を端から端まで歩いて灯火の色と周期を記録する"


def test_progress_counts_the_pages_to_be_recognised(sheet):
    path = sheet.prose().new_page().picture(SCAN).new_page().picture(SCAN).save()
    seen: list[Progress] = []
    recognised(path, Told([[(BODY, 60, 100, 12)]] * 2), progress=seen)
    assert [(step.done, step.total) for step in seen] == [(0, 2), (1, 2), (2, 2)]


def test_pages_beyond_the_limit_stay_missing_and_are_named(sheet):
    path = sheet.new_page().picture(SCAN).new_page().picture(SCAN).new_page().picture(SCAN).save()
    told = Told([[(BODY, 60, 100, 12)]] * 3)
    coverage = recognised(path, told, limits=Limits(recognised_pages=1)).coverage
    assert coverage.pages_without_text == (2, 3)
    assert any("stopped at its limit: pages 2-3" in note for note in coverage.notes)
    assert len(told.seen) == 1


def test_time_that_is_up_stops_recognition(sheet):
    path = sheet.prose().new_page().picture(SCAN).save()
    coverage = recognised(path, Told([]), limits=Limits(recognition_seconds=-1)).coverage
    assert coverage.pages_without_text == (2,)


def test_a_page_on_which_nothing_is_found_stays_missing(sheet):
    path = sheet.prose().new_page().picture(SCAN).save()
    coverage = recognised(path, Told([[]])).coverage
    assert coverage.pages_without_text == (2,)
    assert coverage.notes == ("OCR found no text on page 2.",)


def test_doubtful_pages_are_named(sheet):
    path = sheet.new_page().picture(SCAN).save()
    notes = recognised(path, Told([[(BODY, 60, 100, 12)]] * 4, confidence=0.6)).coverage.notes
    assert any(note.startswith("OCR is not sure of page 1") for note in notes)


def test_a_scan_in_which_nothing_is_found_says_that_it_was_tried(sheet):
    path = sheet.new_page().picture(SCAN).save()
    with pytest.raises(NoWords, match="OCR found no text"):
        recognised(path, Told([[]]))


def test_without_recognition_a_scan_names_the_mend(sheet, read):
    path = sheet.new_page().picture(SCAN).save()
    with pytest.raises(NoTextLayer, match=r"mokuji\[ocr\]"):
        read(path)


@pytest.mark.parametrize(
    ("turn", "box"), [(180, (181, 712, 535, 742)), (90, (100, 428, 130, 782)), (270, (465, 60, 495, 414))]
)
def test_a_page_that_makes_no_sense_is_turned_until_it_does(sheet, turn, box):
    nonsense, sense = [("paacckkae r sas n ner", 60, 100, 12)], [(BODY, 60, 100, 12), (BODY, 60, 118, 12)]
    turns = (0, 180, 90, 270)[: (0, 180, 90, 270).index(turn) + 1]
    told = Told([sense if tried == turn else nonsense for tried in turns])
    told.confidences = [0.95 if tried == turn else 0.6 for tried in turns]
    path = sheet.new_page().picture(SCAN).save()
    extraction = recognised(path, told)
    assert extraction.lines[0].text == f"{BODY} {BODY}"
    assert extraction.lines[0].place.box == pytest.approx(box, abs=2)
    assert len(extraction.coverage.notes) == 1
    wide = [width > height for width, height in told.seen]
    assert wide == [tried in {90, 270} for tried in turns]


def test_a_poster_is_rendered_within_bounds(sheet):
    sheet.new_page(width=3000, height=6000).picture((0, 0, 3000, 6000))
    told = Told([[(BODY, 60, 100, 12)]])
    recognised(sheet.save(), told)
    assert told.seen == [(1300, 2600)]


def test_a_turned_page_is_recognised_as_it_is_shown(sheet):
    sheet.new_page().picture(SCAN)
    sheet.page.set_rotation(90)
    told = Told([[(BODY, 60, 100, 12)]])
    extraction = recognised(sheet.save(), told)
    assert told.seen[0][0] > told.seen[0][1]
    assert extraction.lines[0].place.box[:2] == pytest.approx((60, 100), abs=1)
