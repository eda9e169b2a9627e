from collections.abc import Callable

import pytest

from ingest.domain.document import Extraction
from ingest.domain.outline import Provenance
from tests.support.word_file import HEADINGS, level, paragraph, run, style

Read = Callable[..., Extraction]


def titles(extraction: Extraction) -> list[tuple[int, str]]:
    return [(hint.level, hint.title) for hint in extraction.hints.headings]


@pytest.mark.parametrize(
    "name",
    [
        "heading 1",
        "Überschrift 1",
        "見出し 1",
        "见出し1（社内）",
        "标题 1",
        "Ma section",
        "제목 1",
        "Kapitelkopf",
    ],
)
def test_a_style_with_an_outline_level_makes_headings_whatever_it_is_called(read: Read, name: str) -> None:
    found = read(paragraph("第一章", "S") + paragraph("text"), styles=style("S", name, properties=level(0)))

    assert titles(found) == [(1, "第一章")]
    assert found.hints.headings[0].provenance is Provenance.STYLE
    assert found.lines[0].text == "# 第一章"


def test_the_level_is_inherited_through_based_on(read: Read) -> None:
    styles = (
        style("A", "A", properties=level(2))
        + style("B", "B", based_on="A")
        + style("C", "社内見出し", based_on="B")
    )

    assert titles(read(paragraph("Deep", "C"), styles=styles)) == [(3, "Deep")]


def test_the_nearest_style_that_states_a_level_wins(read: Read) -> None:
    styles = style("A", "heading 1", properties=level(0)) + style("B", "B", based_on="A", properties=level(9))

    assert titles(read(paragraph("Contents", "B") + paragraph("One", "A"), styles=styles)) == [(1, "One")]


def test_paragraph_properties_win_over_the_style(read: Read) -> None:
    body = (
        paragraph("Two", "H1", level(1))
        + paragraph("Body after all", "H1", level(9))
        + paragraph("Direct", "", level(3))
    )

    assert titles(read(body)) == [(2, "Two"), (4, "Direct")]


def test_built_in_headings_keep_their_level_without_an_outline_level(read: Read) -> None:
    assert titles(read(paragraph("X", "a7"), styles=style("a7", "heading 2"))) == [(2, "X")]


def test_a_circle_of_styles_ends(read: Read) -> None:
    styles = style("A", "A", based_on="B") + style("B", "B", based_on="A")

    assert titles(read(paragraph("text", "A"), styles=styles)) == []


def test_the_default_style_applies_where_none_is_named(read: Read) -> None:
    styles = '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>'

    assert titles(read(paragraph("text"), styles=styles)) == []


def test_levels_below_six_keep_their_level_in_the_hint(read: Read) -> None:
    found = read(paragraph("Deep", "H8"))

    assert titles(found) == [(8, "Deep")]
    assert found.lines[0].text == "###### Deep"


def test_empty_headings_are_left_out(read: Read) -> None:
    assert titles(read(paragraph("", "H1") + paragraph("  ", "H2") + paragraph("Real", "H1"))) == [
        (1, "Real")
    ]


def test_the_title_style_is_the_title_and_no_heading(read: Read) -> None:
    styles = HEADINGS + style("T", "Title") + style("ST", "Subtitle")
    found = read(
        paragraph("Grundbuch", "T") + paragraph("für alle", "ST") + paragraph("Eins", "H1"), styles=styles
    )

    assert titles(found) == [(1, "Eins")]
    assert found.metadata.title == "Grundbuch"


def test_entries_of_a_contents_page_are_no_headings(read: Read) -> None:
    styles = HEADINGS + style("T1", "toc 1", based_on="H1")
    entry = run("One") + "<w:r><w:tab/></w:r>" + run("7")
    found = read(paragraph(entry, "T1") + paragraph("One", "H1"), styles=styles)

    assert titles(found) == [(1, "One")]
    assert found.lines[0].text == "One … 7"


def test_code_styles_become_a_fence(read: Read) -> None:
    styles = style("SC", "Source Code")
    found = read(
        paragraph("if x:", "SC") + paragraph("    pass", "SC") + paragraph("after", "SC2"), styles=styles
    )

    assert [line.text for line in found.lines] == ["```", "if x:", "    pass", "```", "", "after"]


def test_a_file_without_styles_has_text_and_no_headings(read: Read) -> None:
    found = read(paragraph("text", "H1"), leave_out=frozenset({"word/styles.xml"}))

    assert titles(found) == []
    assert found.lines[0].text == "text"
