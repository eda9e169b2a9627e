from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.outline.number_trees import rooted
from ingest.outline.numbers import parse
from ingest.outline.plain_lines import PlainLines


def proven(*texts: str) -> list[int]:
    numbers = {at: found for at, text in enumerate(texts, start=1) if (found := parse(text))}
    return sorted(rooted(PlainLines(texts), numbers))


def test_a_number_is_proven_by_those_below_it_and_they_by_it() -> None:
    assert proven("1. One", "1.1 First", "text", "1.2 Second", "2. Two", "2.1 Third") == [1, 2, 4, 5, 6]


def test_a_clause_proves_what_it_stands_under_and_is_no_title() -> None:
    clause = "The tenant pays the rent for each month in advance, on the first day of it."
    assert proven("1. Rent", f"1.1 {clause}", f"1.2 {clause}", "2. End", f"2.1 {clause}") == [1, 4]


def test_numbers_without_others_below_them_prove_nothing() -> None:
    assert proven("1. One", "text", "2. Two", "text") == []
    assert proven("1. One", "1.1 Alone", "text") == []
    assert proven("1.1 No head", "1.2 above it", "text") == []


def test_one_subsection_is_enough_where_each_title_stands_apart_over_its_text() -> None:
    lines = ("1. Introduction", "text here", "", "1.1 Scope", "more", "", "2. Methods", "body")
    assert proven(*lines, "", "Chapter 3", "ok") == [1, 4, 7]
    assert proven(*lines[:5]) == []


def test_a_list_with_one_item_below_another_proves_nothing() -> None:
    assert proven("1. Milk", "1.1 Whole", "2. Bread", "3. Eggs") == []
    assert proven("1. Milk", "", "1.1 Whole", "", "2. Bread", "", "3. Eggs") == []
    assert proven("1. Milk", "", "2. Bread", "from the mill", "", "3. Eggs", "six of them") == []


def test_a_list_below_a_subsection_is_left_out() -> None:
    lines = ("1. One", "1.1 First", "1. weights", "2. layers", "text", "1.2 Second", "text", "2. Two", "text")
    assert proven(*lines) == [1, 2, 6, 8]


@given(
    st.lists(
        st.sampled_from(
            ("1. A", "1.1 Bee", "1.2 Cee", "2. Dee", "2.1 Eff", "3. Gee", "1.1.1 Deep", "text", "")
        )
    )
)
def test_only_numbered_lines_are_ever_proven(texts: list[str]) -> None:
    assert all(parse(texts[number - 1]) for number in proven(*texts))
