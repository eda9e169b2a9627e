from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.domain.errors import Damaged, EmptyFile, ExtractionError, NoTextLayer, TooLarge
from ingest.domain.progress import Progress
from ingest.extract.pptx import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.deck_file import SlideXml, deck_file, shape
from tests.support.word_file import add_parts

PICTURE = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="p"/></p:nvPicPr></p:pic>'


def read(path: Path, limits: Limits | None = None) -> Extraction:
    return extract(SourceFile(path, path.name, ""), limits=limits or Limits())


def shown(extraction: Extraction) -> list[str]:
    return [line.text for line in extraction.lines if line.text]


def headings(extraction: Extraction) -> list[tuple[int, int, str]]:
    return [(h.line, h.level, h.title) for h in extraction.hints.headings]


def titled(title: str, *text: str) -> str:
    return shape(title, kind="title") + (shape(*text, kind="body", index="1") if text else "")


def test_slides_are_sections_and_pages(tmp_path: Path) -> None:
    found = read(deck_file(tmp_path / "a.pptx", titled("Oil", "It burns."), titled("Gas", "It glows.")))

    assert [line.text for line in found.lines] == ["# Oil", "", "- It burns.", "", "# Gas", "", "- It glows."]
    assert headings(found) == [(1, 1, "Oil"), (5, 1, "Gas")]
    assert [line.place.page for line in found.lines if line.place and line.text] == [1, 1, 2, 2]
    assert found.hints.pages == (1, 5)
    assert found.metadata.page_count == 2


def test_a_title_in_two_lines_is_one_and_comes_first(tmp_path: Path) -> None:
    found = read(deck_file(tmp_path / "a.pptx", shape("Text") + shape("Lamps\nof brass", kind="ctrTitle")))

    assert shown(found) == ["# Lamps of brass", "Text"]


def test_sections_of_the_deck_stand_above_their_slides(tmp_path: Path) -> None:
    slides = [titled(title) for title in ("Start", "Oil", "Gas")]
    found = read(deck_file(tmp_path / "a.pptx", *slides, sections=[("Opening", [1]), ("Lamps", [2, 3])]))

    assert [(level, title) for _, level, title in headings(found)] == [
        (1, "Opening"),
        (2, "Start"),
        (1, "Lamps"),
        (2, "Oil"),
        (2, "Gas"),
    ]


def test_one_section_around_everything_says_nothing(tmp_path: Path) -> None:
    found = read(deck_file(tmp_path / "a.pptx", titled("Oil"), sections=[("Default Section", [1])]))

    assert [title for _, _, title in headings(found)] == ["Oil"]


def test_notes_are_marked_as_notes(tmp_path: Path) -> None:
    notes = shape("3", kind="sldNum", index="5") + shape("Say this.", "And that.", kind="body", index="1")
    found = read(deck_file(tmp_path / "a.pptx", SlideXml(titled("Oil"), notes=notes)))

    assert shown(found) == ["# Oil", "> Notes: Say this.", "> And that."]


def test_hidden_slides_are_read_and_marked(tmp_path: Path) -> None:
    found = read(deck_file(tmp_path / "a.pptx", titled("Oil"), SlideXml(titled("Gas"), show="0")))

    assert shown(found) == ["# Oil", "# Gas", "[Hidden slide]"]
    assert found.coverage.notes == ("1 hidden slide in the text, marked as such: 2.",)


def test_a_few_slides_without_a_title_belong_to_the_one_before(tmp_path: Path) -> None:
    found = read(deck_file(tmp_path / "a.pptx", titled("Oil"), shape("More on oil"), titled("Gas")))

    assert [title for _, _, title in headings(found)] == ["Oil", "Gas"]


def test_where_slides_have_no_titles_their_first_words_are(tmp_path: Path) -> None:
    long = "A lamp shines over the sea. " * 10
    found = read(
        deck_file(tmp_path / "a.pptx", shape("Oil", "Burns"), shape("Gas") + shape("Glows"), shape(long))
    )

    assert [title for _, _, title in headings(found)] == ["Oil", "Gas", "Slide 3"]
    assert all(hint.confidence < 0.75 for hint in found.hints.headings)
    assert shown(found)[:4] == ["# Oil", "Burns", "# Gas", "Glows"]


def test_slides_of_pictures_are_reported(tmp_path: Path) -> None:
    found = read(deck_file(tmp_path / "a.pptx", titled("Oil"), PICTURE))

    assert found.coverage.pages_without_text == (2,)
    with pytest.raises(NoTextLayer):
        read(deck_file(tmp_path / "b.pptx", PICTURE))
    with pytest.raises(EmptyFile):
        read(deck_file(tmp_path / "c.pptx", shape("")))


def test_hidden_shapes_and_invisible_characters_stay_out(tmp_path: Path) -> None:
    path = deck_file(tmp_path / "a.pptx", titled("O\u200bil") + shape("SECRET", about=' hidden="1"'))
    found = read(path)

    assert shown(found) == ["# Oil"]
    assert (found.coverage.invisible_characters, found.coverage.hidden_text) == (1, 6)


def test_a_broken_slide_costs_only_itself(tmp_path: Path) -> None:
    path = deck_file(tmp_path / "a.pptx", titled("Oil"), titled("Gas") + "<unclosed>")
    found = read(path)

    assert shown(found) == ["# Oil"]
    assert "1 damaged slide left out: 2." in found.coverage.notes[0]
    with pytest.raises(Damaged):
        read(deck_file(tmp_path / "b.pptx", "<unclosed>"))


def test_comments_and_missing_slides_are_told(tmp_path: Path) -> None:
    comments = '<p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cm/><p:cm/></p:cmLst>'
    slide = SlideXml(titled("Oil"), links={"rId7": ("comments", "../comments/comment1.xml")})
    path = add_parts(deck_file(tmp_path / "a.pptx", slide), {"ppt/comments/comment1.xml": comments})

    assert read(path).coverage.notes == ("2 comments left out.",)


def test_the_language_of_most_words_is_the_language(tmp_path: Path) -> None:
    run = '<a:p><a:r><a:rPr lang="ja-JP"/><a:t>灯台の光</a:t></a:r><a:r><a:rPr lang="en-US"/><a:t>x</a:t></a:r></a:p>'

    assert read(deck_file(tmp_path / "a.pptx", shape(run))).metadata.language == "ja-JP"


def test_progress_counts_the_slides(tmp_path: Path) -> None:
    seen: list[Progress] = []
    path = deck_file(tmp_path / "a.pptx", titled("Oil"), titled("Gas"))
    extract(SourceFile(path, "a.pptx", ""), limits=Limits(), progress=seen.append)

    assert seen == [Progress(1, 2, "slide"), Progress(2, 2, "slide")]


@pytest.mark.parametrize("limits", [Limits(pages=1), Limits(text_bytes=5), Limits(unpacked_bytes=100)])
def test_a_deck_over_a_limit_is_refused(tmp_path: Path, limits: Limits) -> None:
    with pytest.raises(TooLarge):
        read(deck_file(tmp_path / "a.pptx", titled("Oil"), titled("Gas")), limits)


@pytest.mark.parametrize("size", [0, 60, 500])
def test_a_cut_off_file_ends_with_a_reason(tmp_path: Path, size: int) -> None:
    path = deck_file(tmp_path / "a.pptx", titled("Oil"))
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ExtractionError):
        read(path)
