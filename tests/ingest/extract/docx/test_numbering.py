from collections.abc import Callable

import pytest

from ingest.domain.document import Extraction
from tests.support.word_file import HEADINGS, in_list, paragraph, style

Lines = Callable[..., list[str]]


def definition(at: int, kind: str, text: str, extra: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>{extra}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def numbering(*levels: str, more: str = "") -> dict[str, str]:
    return {
        "numbering": f'<w:abstractNum w:abstractNumId="0">{"".join(levels)}</w:abstractNum>{more}'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    }


DECIMAL = numbering(
    definition(0, "decimal", "%1."), definition(1, "decimal", "%1.%2"), definition(2, "lowerLetter", "%3)")
)


def items(*levels: int, list_id: int = 1) -> str:
    return "".join(paragraph(f"item{n}", properties=in_list(list_id, at)) for n, at in enumerate(levels))


def test_lists_are_numbered_nested_and_restarted(lines: Lines) -> None:
    assert lines(items(0, 1, 1, 2, 2, 0, 1), parts=DECIMAL) == [
        "1. item0",
        "   1.1 item1",
        "   1.2 item2",
        "      a) item3",
        "      b) item4",
        "2. item5",
        "   2.1 item6",
    ]


def test_bullets_become_dashes(lines: Lines) -> None:
    parts = numbering(definition(0, "bullet", "\uf0b7"), definition(1, "bullet", "o"))

    assert lines(items(0, 1), parts=parts) == ["- item0", "   - item1"]


def test_list_items_follow_one_another_without_blank_lines(read: Callable[..., Extraction]) -> None:
    found = read(paragraph("before") + items(0, 0) + paragraph("after"), parts=DECIMAL)

    assert [line.text for line in found.lines] == ["before", "", "1. item0", "2. item1", "", "after"]


@pytest.mark.parametrize(
    ("kind", "text", "third"),
    [
        ("upperRoman", "%1.", "III."),
        ("lowerRoman", "(%1)", "(iii)"),
        ("upperLetter", "Appendix %1", "Appendix C"),
        ("decimalZero", "%1", "03"),
        ("chineseCountingThousand", "第%1章", "第三章"),
        ("japaneseCounting", "第%1条", "第三条"),
        ("decimalFullWidth", "第%1章", "第３章"),
        ("decimalEnclosedCircle", "%1", "③"),
        ("aiueoFullWidth", "%1.", "ウ."),
        ("ganada", "%1.", "다."),
        ("ordinal", "%1", "3rd"),
        ("russianLower", "%1)", "в)"),
    ],
)
def test_numbers_are_written_in_the_format_of_the_list(
    lines: Lines, kind: str, text: str, third: str
) -> None:
    assert lines(items(0, 0, 0), parts=numbering(definition(0, kind, text)))[2] == f"{third} item2"


def test_headings_are_numbered_through_their_style(read: Callable[..., Extraction]) -> None:
    styles = HEADINGS + style("A", "条", properties=f'<w:outlineLvl w:val="0"/>{in_list(1)}')
    parts = numbering(definition(0, "decimalFullWidth", "第%1条"))
    found = read(
        paragraph("目的", "A") + paragraph("text") + paragraph("定義", "A"), styles=styles, parts=parts
    )

    assert [hint.title for hint in found.hints.headings] == ["第１条 目的", "第２条 定義"]
    assert found.lines[0].text == "# 第１条 目的"


def test_a_number_that_is_the_place_in_the_tree_stays_out_of_the_title(
    read: Callable[..., Extraction],
) -> None:
    styles = "".join(
        style(f"H{n}", f"heading {n}", properties=f'<w:outlineLvl w:val="{n - 1}"/>{in_list(1, n - 1)}')
        for n in (1, 2)
    )
    found = read(
        paragraph("Scope", "H1") + paragraph("Aims", "H2") + paragraph("Terms", "H2"),
        styles=styles,
        parts=DECIMAL,
    )

    assert [hint.title for hint in found.hints.headings] == ["Scope", "Aims", "Terms"]
    assert [line.text for line in found.lines if line.text] == ["# 1. Scope", "## 1.1 Aims", "## 1.2 Terms"]


def test_a_style_tied_to_a_level_needs_no_level_of_its_own(lines: Lines) -> None:
    styles = style("L2", "L2", properties=in_list(1, None))
    parts = numbering(
        definition(0, "decimal", "%1."), definition(1, "decimal", "%1.%2", '<w:pStyle w:val="L2"/>')
    )

    assert lines(items(0) + paragraph("tied", "L2"), styles=styles, parts=parts)[1] == "   1.1 tied"


def test_list_number_zero_takes_a_paragraph_out_of_its_list(lines: Lines) -> None:
    styles = style("L", "L", properties=in_list(1))

    assert lines(paragraph("free", "L", in_list(0)), styles=styles, parts=DECIMAL) == ["free"]


def test_lists_of_one_definition_go_on_counting_and_an_override_starts_again(lines: Lines) -> None:
    parts = numbering(definition(0, "decimal", "%1."))
    parts["numbering"] += (
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/>'
        '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
    )
    body = items(0, 0) + items(0, list_id=2) + items(0, 0, list_id=3)

    assert [line.split()[0] for line in lines(body, parts=parts)] == ["1.", "2.", "3.", "5.", "6."]


def test_legal_numbering_writes_higher_levels_as_decimals(lines: Lines) -> None:
    parts = numbering(definition(0, "upperRoman", "%1."), definition(1, "decimal", "%1.%2", "<w:isLgl/>"))

    assert lines(items(0, 1), parts=parts) == ["I. item0", "   1.1 item1"]


def test_a_level_may_go_on_counting_across_the_one_above(lines: Lines) -> None:
    parts = numbering(
        definition(0, "decimal", "Part %1"),
        definition(1, "decimal", "Article %2", '<w:lvlRestart w:val="0"/>'),
    )

    assert [line.strip() for line in lines(items(0, 1, 0, 1), parts=parts)] == [
        "Part 1 item0",
        "Article 1 item1",
        "Part 2 item2",
        "Article 2 item3",
    ]


def test_a_numbering_style_lends_its_levels(lines: Lines) -> None:
    parts = {
        "numbering": '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="NS"/></w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="1"><w:styleLink w:val="NS"/>{definition(0, "upperLetter", "%1:")}'
        '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    }

    assert lines(items(0, 0), parts=parts) == ["A: item0", "B: item1"]


def test_a_list_that_does_not_exist_leaves_plain_text(lines: Lines) -> None:
    assert lines(items(0, list_id=77), parts=DECIMAL) == ["item0"]
    assert lines(items(0)) == ["item0"]


def own_list(at: int, kind: str, text: str) -> tuple[str, str]:
    """Return a list of one level as Word's built-in styles have it, and the number that points to it."""
    abstract = f'<w:abstractNum w:abstractNumId="{at}">{definition(0, kind, text)}</w:abstractNum>'
    return abstract, f'<w:num w:numId="{at}"><w:abstractNumId w:val="{at}"/></w:num>'


def test_built_in_styles_of_lists_nest_though_each_has_a_list_of_its_own(lines: Lines) -> None:
    kinds = (("bullet", "\uf0b7"), ("bullet", "\uf0b7"), ("decimal", "%1."), ("bullet", "o"))
    abstracts, numbers = zip(
        *(own_list(at, kind, text) for at, (kind, text) in enumerate(kinds, 1)), strict=True
    )
    styles = (
        style("A", "List Bullet", properties=in_list(1))
        + style("B", "List Bullet 2", properties=in_list(2))
        + style("C", "list number 3", properties=in_list(3))
        + style("D", "House style", based_on="B", properties=in_list(4))
        + style("E", "Fire list 2", properties=in_list(4))
    )
    body = "".join(paragraph(name, name) for name in "ABCCDAE")

    assert lines(body, styles=styles, parts={"numbering": "".join(abstracts + numbers)}) == [
        "- A",
        "   - B",
        "      1. C",
        "      2. C",
        "   - D",
        "- A",
        "- E",
    ]


def test_a_stated_level_and_the_depth_of_a_style_are_not_added_up(lines: Lines) -> None:
    styles = style("B", "List Bullet 2", properties=in_list(1, 1))
    body = paragraph("a", "B") + paragraph("b", "B", properties=in_list(1, 2))

    assert lines(body, styles=styles, parts=DECIMAL) == ["   1.1 a", "      a) b"]
