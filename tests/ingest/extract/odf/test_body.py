"""Paragraphs without a heading style that are made to look like headings, in OpenDocument texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.extract.odf.text import extract
from ingest.extract.protocol import Limits, SourceFile
from ingest.outline.build import build
from tests.support.by_hand import LIGHTHOUSE
from tests.support.workbook_file import ODF, open_document_file

BODY = "The lamp is lit at dusk and put out at dawn, and the keeper writes down the weather in between. " * 3
JAPANESE = "灯台の明かりは日暮れにともされ、夜明けに消される。番人はその間の天気を書きとめる。" * 3
Read = Callable[..., Extraction]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Build a text from its body, its automatic styles and those of the document, and read it."""

    def built(body: str, *, styles: str = "", document: str = "") -> Extraction:
        office = f"<office:document-styles {ODF}><office:styles>{document}</office:styles></office:document-styles>"
        path = open_document_file(
            tmp_path / "a.odt", "text", body, styles=USUAL + styles, parts={"styles.xml": office}
        )
        return extract(SourceFile(path, "a.odt", ""), limits=Limits())

    return built


def style(name: str, looks: str, *, parent: str = "", family: str = "paragraph") -> str:
    return (
        f'<style:style style:name="{name}" style:family="{family}" style:parent-style-name="{parent}">'
        f"<style:text-properties {looks}/></style:style>"
    )


def default(looks: str) -> str:
    return f'<style:default-style style:family="paragraph"><style:text-properties {looks}/></style:default-style>'


USUAL = (
    style("Large", 'fo:font-size="20pt" fo:font-weight="bold"')
    + style("Middle", 'fo:font-size="14pt" fo:font-weight="bold"')
    + style("Bold", 'fo:font-weight="bold"')
    + style("B", 'fo:font-weight="bold"', family="text")
    + style("N", 'fo:font-weight="normal"', family="text")
)


def p(text: str, name: str = "") -> str:
    return f'<text:p text:style-name="{name}">{text}</text:p>'


def span(text: str, name: str) -> str:
    return f'<text:span text:style-name="{name}">{text}</text:span>'


def parts(make: Callable[[str], str], body: str = BODY, names: str = "ABCD") -> str:
    return "".join(make(f"Part {name}") + p(body) for name in names)


def outline(extraction: Extraction) -> list[tuple[str, str]]:
    return [(section.number, section.title) for section in build(extraction).walk()]


def titles(extraction: Extraction) -> list[str]:
    return [title for _, title in outline(extraction)]


PARTS = ["Part A", "Part B", "Part C", "Part D"]


def test_bold_and_large_paragraphs_are_headings_by_their_size(read: Read) -> None:
    body = p("The Lighthouse", "Large")
    for title in ("Building", "Keeping"):
        body += p(title, "Middle") + p(BODY) + p(f"{title} at night", "Bold") + p(BODY)
    assert outline(read(body)) == LIGHTHOUSE


def test_what_looks_like_a_heading_is_never_of_high_quality(read: Read) -> None:
    found = build(read(parts(lambda title: p(title, "Middle"))))
    assert ([section.title for section in found.walk()], found.quality) == (PARTS, "medium")


@pytest.mark.parametrize(
    "looks",
    ['fo:font-weight="600"', 'fo:font-weight="900"', 'fo:font-size="14pt"', 'fo:font-size="0.6cm"'],
)
def test_weights_and_lengths_are_read_as_the_format_writes_them(read: Read, looks: str) -> None:
    found = read(parts(lambda title: p(title, "Said")), styles=style("Said", looks))
    assert titles(found) == PARTS


@pytest.mark.parametrize(
    "looks",
    [
        'fo:font-weight="500"',
        'fo:font-weight="normal"',
        'fo:font-size="0pt"',
        'fo:font-size="large"',
        'fo:font-size="9999999999pt"',
        'fo:font-size="100%"',
    ],
)
def test_what_says_nothing_loud_makes_no_heading(read: Read, looks: str) -> None:
    assert read(parts(lambda title: p(title, "Said")), styles=style("Said", looks)).hints.layout == ()


def test_looks_come_through_parents_and_what_is_said_of_all_text(read: Read) -> None:
    document = default('fo:font-size="11pt"') + style("Loud", 'fo:font-size="150%" fo:font-weight="bold"')
    (first, *_) = read(
        parts(lambda title: p(title, "P1")),
        styles=style("P1", 'fo:font-size="200%"', parent="Loud"),
        document=document,
    ).hints.layout
    assert (first.title, first.relative_size, first.bold) == ("Part A", 3.0, True)


def test_a_share_of_a_size_is_that_of_the_style_below(read: Read) -> None:
    styles = style("Ten", 'fo:font-size="10pt"') + style("P1", 'fo:font-size="140%"', parent="Ten")
    body = "".join(p(f"Part {name}", "P1") + p(BODY, "Ten") for name in "ABCD")
    (first, *_) = read(body, styles=styles).hints.layout
    assert first.relative_size == 1.4


def test_spans_decide_over_their_paragraph(read: Read) -> None:
    assert titles(read(parts(lambda title: p(span(title, "B"))))) == PARTS
    assert titles(read(parts(lambda title: p(f"{span(title, 'B')} and more")))) == []
    assert titles(read(parts(lambda title: p(f"{title} {span('and more', 'N')}", "Bold")))) == []
    assert titles(read(parts(lambda title: p(span(span(title, "None"), "B"))))) == PARTS


ASIAN = 'style:font-weight-asian="bold" style:font-size-asian="14pt"'


def test_east_asian_text_has_weight_and_size_of_its_own(read: Read) -> None:
    names = ("第1章 点灯", "第2章 レンズ", "第3章 日誌")
    body = "".join(p(name, "Said") + p(JAPANESE) for name in names)
    document = default('fo:font-size="12pt" style:font-size-asian="10.5pt"')
    found = read(body, styles=style("Said", ASIAN), document=document)
    assert titles(found) == list(names)
    assert {(hint.relative_size, hint.bold) for hint in found.hints.layout} == {(1.33, True)}


def test_east_asian_weight_says_nothing_of_western_text(read: Read) -> None:
    assert read(parts(lambda title: p(title, "Said")), styles=style("Said", ASIAN)).hints.layout == ()


def test_text_of_another_script_is_as_western_text_where_nothing_is_said_of_it(read: Read) -> None:
    body = "".join(p(name, "Bold") + p(JAPANESE) for name in ("点灯", "レンズ", "日誌"))
    assert [hint.title for hint in read(body).hints.layout] == ["点灯", "レンズ", "日誌"]


def test_digits_and_signs_look_like_the_script_around_them(read: Read) -> None:
    body = "".join(p(f"{at} 点灯 {at} (LED)", "Both") + p(JAPANESE) for at in (1, 2, 3))
    styles = style("Both", 'fo:font-weight="bold" style:font-weight-asian="normal"')
    assert read(body, styles=styles).hints.layout == ()
    styles = style("Both", 'fo:font-weight="bold" style:font-weight-asian="bold"')
    assert titles(read(body, styles=styles)) == ["1 点灯 1 (LED)", "2 点灯 2 (LED)", "3 点灯 3 (LED)"]


def test_complex_scripts_have_weight_of_their_own(read: Read) -> None:
    body = "".join(
        p(name, "Said") + p("يضاء المصباح عند الغسق ويطفأ عند الفجر. " * 5) for name in ("باب", "دار", "نور")
    )
    found = read(body, styles=style("Said", 'style:font-weight-complex="bold"'))
    assert [(hint.title, hint.bold) for hint in found.hints.layout] == [
        ("باب", True),
        ("دار", True),
        ("نور", True),
    ]


NUMBERS = (
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" '
    'style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" '
    'text:display-levels="2"/></text:list-style>'
    '<text:list-style style:name="Dots"><text:list-level-style-bullet text:level="1"/></text:list-style>'
    '<text:list-style style:name="Silent"><text:list-level-style-number text:level="1" style:num-format=""/>'
    "</text:list-style>"
)


def item(inside: str, *, name: str = "L", more: str = "") -> str:
    listed = f'<text:list text:style-name="{name}" {more}>'
    return f"{listed}<text:list-item>{inside}</text:list-item></text:list>"


def test_automatic_numbers_belong_to_what_looks_like_a_heading(read: Read) -> None:
    goes_on = 'text:continue-numbering="true"'
    inner = f"<text:list><text:list-item>{p('Wick', 'Bold')}</text:list-item></text:list>"
    body = item(p("Lamp", "Middle")) + p(BODY) + item(inner, more=goes_on) + p(BODY)
    body += item(p("Lens", "Middle"), more=goes_on) + p(BODY) + item(inner, more=goes_on) + p(BODY)
    found = read(body, styles=NUMBERS)
    assert outline(found) == [("1", "1. Lamp"), ("1.1", "1.1 Wick"), ("2", "2. Lens"), ("2.1", "2.1 Wick")]


def test_loud_items_of_bulleted_lists_and_what_follows_in_an_item_are_no_headings(read: Read) -> None:
    said = item(p("Oil", "Bold"), name="Dots") + item(p("Gas") + p("By night", "Bold"))
    assert titles(read(parts(lambda title: p(title, "Middle") + said), styles=NUMBERS)) == PARTS


def test_a_list_that_shows_neither_numbers_nor_bullets_is_text(read: Read) -> None:
    found = read(parts(lambda title: item(p(title, "Middle"), name="Silent")), styles=NUMBERS)
    assert (titles(found), found.lines[0].text) == (PARTS, "Part A")


@pytest.mark.parametrize(
    "said",
    [
        p("Nobody may enter the lamp room; the glass is hot and the gas burns.", "Bold"),
        p("Figure 3: the lamp room", "Bold"),
        p("https://example.org/lamp", "Bold"),
        "<table:table><table:table-row>"
        + 2 * f"<table:table-cell>{p('Name', 'Bold')}</table:table-cell>"
        + "</table:table-row></table:table>",
        p(f"Text<draw:frame><draw:text-box>{p('In a box', 'Bold')}</draw:text-box></draw:frame>"),
        f"<text:table-of-content><text:index-body>{p('Lamps', 'Bold')}</text:index-body></text:table-of-content>",
        f"<text:alphabetical-index><text:index-body>{p('Wicks', 'Bold')}</text:index-body></text:alphabetical-index>",
        p("lamp()", "Code"),
        p("Out of sight", "Hidden"),
    ],
)
def test_loud_text_that_is_something_else_is_no_heading(read: Read, said: str) -> None:
    styles = style("Code", 'fo:font-weight="bold" style:font-name="Courier New"')
    styles += style("Hidden", 'fo:font-weight="bold" text:display="none"')
    assert titles(read(parts(lambda title: p(title, "Middle") + said), styles=styles)) == PARTS


def test_a_text_that_is_bold_throughout_has_no_headings(read: Read) -> None:
    assert titles(read(p("Dusk", "Bold") + p(BODY, "Bold") + p("Dawn", "Bold") + p(BODY, "Bold"))) == []


def test_a_text_with_heading_styles_is_not_judged_by_its_looks(read: Read) -> None:
    found = read(f'<text:h text:outline-level="1">Real</text:h>{p(BODY)}{p("Loud", "Bold")}{p(BODY)}')
    assert (titles(found), found.hints.layout) == (["Real"], ())


def test_where_only_the_title_has_a_style_the_headings_made_by_hand_count(read: Read) -> None:
    names = ("Ash", "Bay", "Cove", "Dune", "Eel", "Fjord", "Gull", "Haven")
    title = '<text:h text:outline-level="1" text:style-name="Large">The Lighthouse</text:h>'
    body = title + "".join(p(name, "Middle") + p(BODY) for name in names)
    assert titles(read(body)) == ["The Lighthouse", *names]


MING = style("Ming", 'style:font-name-asian="ＭＳ 明朝"')


def test_a_gothic_over_a_text_in_ming_is_as_bold_type(read: Read) -> None:
    styles = style("Gothic", 'style:font-name-asian="ＭＳ ゴシック1"') + style(
        "Latin", 'style:font-name="MS Gothic"'
    )
    names = ("灯台の建設", "番人の仕事", "夜の見回り")
    assert titles(
        read("".join(p(name, "Gothic") + p(JAPANESE * 10) for name in names), styles=styles)
    ) == list(names)
    assert read("".join(p(name, "Latin") + p(JAPANESE) for name in names), styles=styles).hints.layout == ()
    everywhere = default('style:font-name-asian="Noto Sans CJK JP"')
    body = "".join(p(name, "Gothic") + p(JAPANESE) for name in names)
    assert read(body, styles=styles, document=everywhere).hints.layout == ()
    assert (
        read(
            "".join(p(name) + p(JAPANESE, "Ming") for name in names), document=everywhere, styles=MING
        ).hints.layout
        == ()
    )
