from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.document import Line, Place
from ingest.domain.outline import Outline, OutlineQuality, Provenance, Section
from ingest.passages.split import split

NO_OUTLINE = Outline((), OutlineQuality.NONE, 0)


def section(number: str, first: int, last: int, *children: Section) -> Section:
    return Section(
        number, f"T{number}", number.count(".") + 1, first, last, Provenance.MARKUP, children=children
    )


@st.composite
def trees(draw: st.DrawFn, first: int, last: int, prefix: str = "", depth: int = 1) -> tuple[Section, ...]:
    found: list[Section] = []
    line = first
    while line <= last and depth <= 3 and len(found) < 3:
        begin = draw(st.integers(line, last))
        end = draw(st.integers(begin, last))
        number = f"{prefix}{len(found) + 1}"
        inner = draw(trees(begin, end, f"{number}.", depth + 1)) if draw(st.booleans()) else ()
        found.append(section(number, begin, end, *inner))
        line = end + 1
        if draw(st.booleans()):
            break
    return tuple(found)


@st.composite
def documents(draw: st.DrawFn) -> tuple[list[Line], Outline]:
    texts = draw(st.lists(st.sampled_from(["", "  ", "word " * 9, "x", "漢字" * 12, "y" * 300]), max_size=30))
    sections = draw(trees(1, len(texts))) if texts else ()
    quality = OutlineQuality.HIGH if sections else OutlineQuality.NONE
    return [Line(text) for text in texts], Outline(sections, quality, len(texts))


@given(document=documents())
def test_every_line_with_text_is_in_exactly_one_passage_in_order(
    document: tuple[list[Line], Outline],
) -> None:
    lines, outline = document
    passages = split(lines, outline, max_characters=100)
    covered = [
        number
        for passage in passages
        for number in range(passage.first_line, passage.last_line + 1)
        if lines[number - 1].text.strip()
    ]
    assert covered == [number for number, line in enumerate(lines, start=1) if line.text.strip()]
    assert [passage.ordinal for passage in passages] == list(range(len(passages)))


@given(document=documents())
def test_a_passage_lies_in_one_deepest_section(document: tuple[list[Line], Outline]) -> None:
    lines, outline = document
    for passage in split(lines, outline, max_characters=100):
        for number in range(passage.first_line, passage.last_line + 1):
            deepest = outline.section_at(number)
            assert passage.section == (deepest.number if deepest else None)
        assert passage.text == "\n".join(
            line.text for line in lines[passage.first_line - 1 : passage.last_line]
        )
        assert passage.text.strip()


@given(document=documents())
def test_only_a_single_long_line_exceeds_the_size(document: tuple[list[Line], Outline]) -> None:
    lines, outline = document
    for passage in split(lines, outline, max_characters=100):
        filled = [t for t in passage.text.split("\n") if t.strip()]
        assert sum(len(text) + 1 for text in filled) <= 100 or len(filled) == 1


def test_headings_lead_from_the_top_to_the_section() -> None:
    outline = Outline((section("1", 1, 4, section("1.1", 3, 4)),), OutlineQuality.HIGH, 4)
    passages = split([Line("a"), Line("b"), Line("c"), Line("d")], outline)
    assert [(p.section, p.headings, p.text) for p in passages] == [
        ("1", ("T1",), "a\nb"),
        ("1.1", ("T1", "T1.1"), "c\nd"),
    ]


def test_lines_before_the_first_heading_have_no_section() -> None:
    outline = Outline((section("1", 2, 2),), OutlineQuality.HIGH, 2)
    passages = split([Line("a"), Line("b")], outline)
    assert [(p.section, p.headings) for p in passages] == [(None, ()), ("1", ("T1",))]


def test_a_half_full_passage_ends_at_a_blank_line() -> None:
    lines = [Line("x" * 60), Line(""), Line("y" * 10), Line("z" * 20)]
    assert [p.text for p in split(lines, NO_OUTLINE, max_characters=100)] == [
        "x" * 60,
        "y" * 10 + "\n" + "z" * 20,
    ]


def test_a_passage_holds_fewer_ideographs_than_letters() -> None:
    latin = split([Line("w" * 50)] * 60, NO_OUTLINE)
    han = split([Line("字" * 50)] * 60, NO_OUTLINE)
    assert max(len(p.text) for p in han) < max(len(p.text) for p in latin) <= 1_500


def test_an_empty_document_has_no_passages() -> None:
    assert split([], NO_OUTLINE) == ()


def test_a_passage_ends_where_a_page_ends() -> None:
    pages = [1, 1, 2, 2, 2, None]
    lines = [Line("text", Place(page=page) if page else None) for page in pages]
    found = split(lines, NO_OUTLINE)
    assert [(passage.first_line, passage.last_line) for passage in found] == [(1, 2), (3, 5), (6, 6)]
