from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.pdf.merged import Cells, settle_cells

LONG = "The keeper writes down the colour and the period of each lamp every evening"


def cells_of(*rows: str, **texts: str) -> Cells:
    """The cells of a drawing: one letter for each cell of the grid, equal letters are one merged cell."""
    numbers = {letter: number for number, letter in enumerate(dict.fromkeys("".join(rows)))}
    group = [numbers[letter] for row in rows for letter in row]
    named = {number: texts.get(letter, letter) for letter, number in numbers.items() if letter != "."}
    return settle_cells(group, len(rows[0]), named)


def test_labels_are_repeated_along_their_rows_and_headers_over_their_columns():
    shown = cells_of("aBB", "cde", "cfg").shown()
    assert shown == [["a", "B", "B"], ["c", "d", "e"], ["c", "f", "g"]]


def test_a_long_text_stands_in_the_first_of_its_cells_only():
    shown = cells_of("abc", "def", "dgh", d=LONG).shown()
    assert shown == [["a", "b", "c"], [LONG, "e", "f"], ["", "g", "h"]]


def test_rows_and_columns_in_which_no_text_begins_are_left_out():
    assert cells_of("aabb", "aabb", "ccdd").shown() == [["a", "b"], ["c", "d"]]


def test_columns_that_a_header_alone_parts_are_one():
    assert cells_of(".abb", "ccdd", "eeff").shown() == [["a", "b"], ["c", "d"], ["e", "f"]]


def test_columns_with_different_texts_in_a_row_stay_apart():
    assert cells_of("aa", "bc", "dd", "ee", "fg").keys[1] == (1, 2)


def test_equal_rows_of_different_cells_are_both_shown():
    shown = cells_of("ab", "cd", "ef", c="0", d="0", e="0", f="0").shown()
    assert shown == [["a", "b"], ["0", "0"], ["0", "0"]]


def test_a_text_that_stands_in_every_row_is_said_once():
    assert cells_of("abc", "ade", "afg").shown()[1] == ["", "d", "e"]


def test_blocks_of_several_rows_and_columns_are_a_page_layout():
    assert cells_of("abc", "ddf", "ddg", d=LONG).is_page_layout()


def test_what_is_left_around_an_overlapping_box_is_a_page_layout():
    assert cells_of("aab", "acc", "dee", a=LONG).is_page_layout()


def test_a_table_with_merged_headers_and_labels_is_no_page_layout():
    assert not cells_of("aBB", "cde", "cfg", c=LONG).is_page_layout()


@given(
    st.integers(1, 6).flatmap(
        lambda width: st.lists(st.text("abcdefgh.", min_size=width, max_size=width), min_size=1, max_size=6)
    )
)
def test_each_text_is_shown(rows):
    shown = {text for row in cells_of(*rows).shown() for text in row}
    assert shown - {""} == set("".join(rows)) - {"."}


@given(st.integers(2, 12), st.integers(3, 12))
def test_long_texts_over_many_columns_are_shown_once(height, width):
    group = [2 * y + (x == width - 1) for y in range(height) for x in range(width)]
    texts = {number: f"{LONG} {number}" for number in range(2 * height)}
    shown = [text for row in settle_cells(group, width, texts).shown() for text in row if text]
    assert sorted(shown) == sorted(texts.values())
