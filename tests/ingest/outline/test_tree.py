from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.outline import Heading, Outline, OutlineQuality, Provenance, violations
from ingest.outline.tree import MAX_DEPTH, MAX_TITLE, grow, shortened

headings = st.lists(
    st.builds(
        Heading,
        line=st.integers(-2, 60),
        level=st.integers(-1, 40),
        title=st.text(max_size=4),
        provenance=st.sampled_from(Provenance),
        confidence=st.floats(-1, 2),
    ),
    max_size=40,
)


def outline_of(found: list[Heading], line_count: int) -> Outline:
    sections = grow(found, line_count=line_count)
    return Outline(sections, OutlineQuality.HIGH if sections else OutlineQuality.NONE, line_count)


def heading(line: int, level: int, title: str = "T") -> Heading:
    return Heading(line, level, title, Provenance.MARKUP)


@given(found=headings, line_count=st.integers(0, 50))
def test_any_headings_give_a_sound_tree(found: list[Heading], line_count: int) -> None:
    assert violations(outline_of(found, line_count)) == []


@given(found=headings, line_count=st.integers(0, 50))
def test_every_usable_line_with_a_heading_is_a_section(found: list[Heading], line_count: int) -> None:
    wanted = sorted({h.line for h in found if 1 <= h.line <= line_count and h.title.strip()})
    assert [section.first_line for section in outline_of(found, line_count).walk()] == wanted


def test_jumping_levels_close_up() -> None:
    outline = outline_of([heading(1, 1), heading(2, 4), heading(3, 3), heading(4, 4), heading(5, 2)], 9)
    assert [(s.number, s.level, s.first_line, s.last_line) for s in outline.walk()] == [
        ("1", 1, 1, 9),
        ("1.1", 2, 2, 2),
        ("1.2", 2, 3, 4),
        ("1.2.1", 3, 4, 4),
        ("1.3", 2, 5, 9),
    ]


def test_a_tree_may_begin_at_a_deep_level() -> None:
    outline = outline_of([heading(2, 3), heading(5, 2), heading(7, 3)], 9)
    assert [s.number for s in outline.walk()] == ["1", "2", "2.1"]


def test_depth_is_bounded() -> None:
    outline = outline_of([heading(line, line) for line in range(1, 3_000)], 3_000)
    assert max(section.level for section in outline.walk()) == MAX_DEPTH
    assert violations(outline) == []


def test_a_huge_title_is_shortened() -> None:
    (section,) = grow([heading(1, 1, "word " * 700)], line_count=1)
    assert len(section.title) <= MAX_TITLE
    assert section.title.endswith("word…")


def test_a_title_without_blanks_is_cut_hard() -> None:
    assert shortened("字" * 50, 10) == "字" * 9 + "…"
    assert shortened("short", 10) == "short"
