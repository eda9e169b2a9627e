from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.document import HeadingNumber
from ingest.domain.outline import Heading, Provenance
from ingest.outline.nesting import nested, with_lettered_titles


def heading(line: int, level: int, title: str = "Lamp") -> Heading:
    return Heading(line, level, title, Provenance.FONT)


def test_levels_become_depths_in_the_order_of_lines():
    found = nested([heading(9, 4), heading(1, 2), heading(5, 4), heading(12, 2)])
    assert [(h.line, h.level) for h in found] == [(1, 1), (5, 2), (9, 2), (12, 1)]


def test_a_heading_without_a_title_is_left_out():
    assert nested([heading(1, 1, " . . ")]) == []


@given(st.lists(st.integers(1, 9), max_size=30))
def test_levels_never_jump(levels):
    found = [h.level for h in nested(heading(n, level) for n, level in enumerate(levels, 1))]
    assert all(b <= a + 1 for a, b in itertools.pairwise(found))
    assert not found or found[0] == 1


def letter(value: int) -> HeadingNumber:
    return HeadingNumber("letter", 1, (value,))


def test_letters_that_count_appendices_get_a_point():
    titles = [("A Lamps", letter(1)), ("B Logs", letter(2)), ("1 Storms", None)]
    assert with_lettered_titles(titles) == ["A. Lamps", "B. Logs", "1 Storms"]


def test_a_letter_that_counts_nothing_is_a_word():
    assert with_lettered_titles([("A New Lamp", letter(1))]) == ["A New Lamp"]
