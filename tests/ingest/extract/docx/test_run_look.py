"""Paragraphs without a heading style that are made to look like headings, in Word files."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.domain.document import Extraction
from ingest.outline.build import build
from tests.support.by_hand import LIGHTHOUSE
from tests.support.word_file import HEADINGS

Read = Callable[..., Extraction]

BODY = "The lamp is lit at dusk and put out at dawn, and the keeper writes down the weather in between. " * 3
DEFAULTS = '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>'
NUMBERING = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
    '<w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)


def paragraph(text: str, *, bold: bool = False, size: int = 0, before: str = "") -> str:
    looks = ("<w:b/>" if bold else "") + (f'<w:sz w:val="{size}"/>' if size else "")
    return f"<w:p>{before}<w:r><w:rPr>{looks}</w:rPr><w:t>{text}</w:t></w:r></w:p>"


def outline(extraction: Extraction) -> list[tuple[str, str]]:
    return [(section.number, section.title) for section in build(extraction).walk()]


def test_bold_and_large_paragraphs_are_headings_by_their_size(read: Read) -> None:
    body = paragraph("The Lighthouse", bold=True, size=40)
    for title in ("Building", "Keeping"):
        body += paragraph(title, bold=True, size=28) + paragraph(BODY)
        body += paragraph(f"{title} at night", bold=True) + paragraph(BODY)
    assert outline(read(body)) == LIGHTHOUSE


def test_what_looks_like_a_heading_is_never_of_high_quality(read: Read) -> None:
    body = "".join(paragraph(f"Part {name}", bold=True, size=28) + paragraph(BODY) for name in "ABCD")
    found = build(read(body))
    assert [section.title for section in found.walk()] == ["Part A", "Part B", "Part C", "Part D"]
    assert found.quality == "medium"


@pytest.mark.parametrize(
    "said",
    [
        paragraph("Nobody may enter the lamp room; the glass is hot and the gas burns.", bold=True),
        paragraph("Figure 3: the lamp room", bold=True),
        f"<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Note</w:t></w:r><w:r><w:t> {BODY}</w:t></w:r></w:p>",
        paragraph("https://example.org/lamp", bold=True),
        f"<w:tbl><w:tr><w:tc>{paragraph('Name', bold=True)}</w:tc></w:tr></w:tbl>",
    ],
)
def test_loud_sentences_captions_labels_and_cells_are_no_headings(read: Read, said: str) -> None:
    body = "".join(paragraph(f"Part {name}", bold=True, size=28) + paragraph(BODY) + said for name in "ABC")
    assert [title for _, title in outline(read(body))] == ["Part A", "Part B", "Part C"]


def test_a_text_that_is_bold_throughout_has_no_headings(read: Read) -> None:
    assert outline(read("".join(paragraph(text, bold=True) for text in ("Dusk", BODY, "Dawn", BODY)))) == []


def test_automatic_numbers_belong_to_what_looks_like_a_heading(read: Read) -> None:
    list_one = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    body = "".join(
        paragraph(title, bold=True, before=list_one) + paragraph(BODY) for title in ("Lamp", "Lens", "Log")
    )
    found = read(body, parts={"numbering": NUMBERING})
    assert outline(found) == [("1", "1. Lamp"), ("2", "2. Lens"), ("3", "3. Log")]


def test_numbers_are_believed_where_other_paragraphs_are_loud(read: Read) -> None:
    body = paragraph("Attention please", bold=True)
    for number, title in enumerate(("Building", "Keeping", "Leaving"), start=1):
        body += paragraph(f"{number}. {title}") + paragraph(BODY)
        body += paragraph(f"{number}.1 At night") + paragraph(BODY)
    assert [title for _, title in outline(read(body))] == [
        "1. Building",
        "1.1 At night",
        "2. Keeping",
        "2.1 At night",
        "3. Leaving",
        "3.1 At night",
    ]


def test_sizes_and_weight_come_from_styles_and_from_what_is_said_of_all_text(read: Read) -> None:
    styles = DEFAULTS + HEADINGS
    body = "".join(
        paragraph(title, size=22, bold=True) + paragraph(BODY) for title in ("Dusk", "Dawn", "Day")
    )
    (first, *_) = read(body, styles=styles).hints.layout
    assert (first.title, first.relative_size, first.bold) == ("Dusk", 1.0, True)


def test_a_file_with_heading_styles_is_not_judged_by_its_looks(read: Read) -> None:
    style = '<w:pPr><w:pStyle w:val="H1"/></w:pPr>'
    body = paragraph("Real", before=style) + paragraph(BODY) + paragraph("Loud", bold=True) + paragraph(BODY)
    found = read(body, styles=HEADINGS)
    assert (outline(found), found.hints.layout) == ([("1", "Real")], ())


def test_where_only_the_title_has_a_style_the_headings_made_by_hand_count(read: Read) -> None:
    style = '<w:pPr><w:pStyle w:val="H1"/></w:pPr>'
    body = paragraph("The Lighthouse", before=style, bold=True, size=36)
    names = ("Ash", "Bay", "Cove", "Dune", "Eel", "Fjord", "Gull", "Haven")
    body += "".join(paragraph(name, bold=True, size=26) + paragraph(BODY) for name in names)
    titles = [title for _, title in outline(read(body, styles=HEADINGS))]
    assert titles == ["The Lighthouse", *names]


JAPANESE = "灯台の明かりは日暮れにともされ、夜明けに消される。番人はその間の天気を書きとめる。" * 40
NAMES = ("灯台の建設", "番人の仕事", "夜の見回り")


def in_face(text: str, fonts: str) -> str:
    return f"<w:p><w:r><w:rPr><w:rFonts {fonts}/></w:rPr><w:t>{text}</w:t></w:r></w:p>"


@pytest.mark.parametrize("said", ['w:eastAsia="ＭＳ ゴシック"', 'w:eastAsia="SimHei" w:ascii="Arial"'])
def test_a_gothic_over_a_text_in_ming_is_as_bold_type(read: Read, said: str) -> None:
    body = "".join(in_face(name, said) + in_face(JAPANESE, 'w:eastAsia="ＭＳ 明朝"') for name in NAMES)
    assert [title for _, title in outline(read(body))] == list(NAMES)


@pytest.mark.parametrize(
    "said", ['w:eastAsia="宋体"', 'w:ascii="MS Gothic"', 'w:eastAsiaTheme="majorEastAsia"']
)
def test_another_face_is_not_as_bold_type(read: Read, said: str) -> None:
    body = "".join(in_face(name, said) + in_face(JAPANESE, 'w:eastAsia="ＭＳ 明朝"') for name in NAMES)
    assert read(body).hints.layout == ()


def test_what_is_said_of_all_text_may_be_a_gothic(read: Read) -> None:
    said = '<w:rFonts w:eastAsia="ＭＳ ゴシック"/>'
    styles = f"<w:docDefaults><w:rPrDefault><w:rPr>{said}</w:rPr></w:rPrDefault></w:docDefaults>"
    body = "".join(paragraph(name) + in_face(JAPANESE, 'w:eastAsia="ＭＳ 明朝"') for name in NAMES)
    assert [title for _, title in outline(read(body, styles=styles))] == list(NAMES)


def test_bold_titles_of_several_east_asian_characters_are_no_single_words(read: Read) -> None:
    names = ("灯台の建設費用", "番人の一日の仕事", "夜の見回りの記録", "油とガスの比較")
    text = "灯台の明かりは日暮れにともされ、夜明けに消される。"
    body = "".join(paragraph(name, bold=True) + paragraph(text) for name in names)
    assert [title for _, title in outline(read(body))] == list(names)
