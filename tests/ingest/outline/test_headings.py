from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.document import Line, Place
from ingest.domain.outline import Heading, Outline, OutlineQuality, Provenance
from ingest.outline.headings import mark_headings
from ingest.outline.tree import grow


def marked(texts: list[str], *headings: tuple[int, int, str]) -> list[str]:
    lines = [Line(text, Place(page=1)) for text in texts]
    sections = grow(
        [Heading(line, level, title, Provenance.FONT) for line, level, title in headings],
        line_count=len(texts),
    )
    outline = Outline(sections, OutlineQuality.MEDIUM if sections else OutlineQuality.NONE, len(texts))
    found = mark_headings(lines, outline)
    assert [line.place for line in found] == [line.place for line in lines]
    return [line.text for line in found]


@pytest.mark.parametrize("text", ["Scope", "# Scope", "### Scope", "**Scope**", "*Scope*", "  Scope  "])
def test_a_heading_is_marked_once_with_its_level_in_the_tree(text: str) -> None:
    assert marked(["Top", text], (1, 1, "Top"), (2, 5, "Scope")) == ["# Top", "## Scope"]


def test_a_line_that_holds_more_than_the_heading_is_left_alone() -> None:
    run_in = "Scope. This text goes on behind its heading, as it does in some books."
    assert marked([run_in], (1, 1, "Scope")) == [run_in]
    assert marked(["something else"], (1, 1, "Scope")) == ["something else"]
    assert marked([""], (1, 1, "Scope")) == [""]


def test_the_first_line_of_a_long_heading_is_marked_with_what_it_holds() -> None:
    assert marked(["A very long", "heading"], (1, 1, "A very long heading")) == ["# A very long", "heading"]


def test_the_text_of_the_line_stays_even_where_the_title_is_tidier() -> None:
    assert marked(["1  SCOPE¹"], (1, 1, "1 Scope1")) == ["# 1  SCOPE¹"]


@given(
    st.lists(st.text(st.sampled_from("ab *#1."), max_size=6), min_size=1, max_size=8),
    st.lists(st.integers(1, 8), max_size=4),
)
def test_lines_are_neither_lost_nor_added(texts: list[str], at: list[int]) -> None:
    found = marked(texts, *((line, line, "ab") for line in at if line <= len(texts)))
    assert len(found) == len(texts)
    for before, after in zip(texts, found, strict=True):
        assert [c for c in after if c.isalnum()] == [c for c in before if c.isalnum()]
