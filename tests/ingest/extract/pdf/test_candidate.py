"""What the words of a candidate say against it."""

from __future__ import annotations

import pytest

from ingest.extract.heading_numbers import split_number
from ingest.extract.pdf.candidate import Candidate, is_something_else
from ingest.extract.pdf.faces import Face
from ingest.extract.pdf.rows import Row


def candidate(text: str, *, mono: bool = False, apart: bool = True) -> Candidate:
    face = Face(11.0, False, True, mono, False, 0)
    row = Row(0, 60, 100, 300, 112, 110, text, [(len(text), face)], 0, mono=mono, bold=True, all_bold=True)
    row.above = row.below = 99.0 if apart else 1.2
    number, title = split_number(text) or (None, text)
    return Candidate([row], text, title, number, 1.0, False, True, False, 0, apart, 0)


@pytest.mark.parametrize(
    "text",
    [
        "\uf0b7 a lamp",
        "\u2022 a lamp",
        "3 :/srv/lamps> make",
        "Example 2.1. A lamp is lit",
        "E\ufffd\ufffd\ufffd\ufffd 12",
        "lit at dusk:",
    ],
)
def test_items_commands_captions_and_unreadable_words_are_something_else(text):
    assert is_something_else(candidate(text))


@pytest.mark.parametrize("text", ["Lamps", "3.1 Lamps", "3 Example of a lamp", "lamps"])
def test_titles_and_names_with_room_around_are_not(text):
    assert not is_something_else(candidate(text))


def test_a_small_first_letter_without_room_above_begins_no_title():
    assert is_something_else(candidate("lamps of the pier", apart=False))


def test_a_title_that_names_code_is_one_if_it_begins_with_words():
    words, code = Face(11.0, False, True, False, False, 0), Face(11.0, False, True, True, False, 0)
    mixed = candidate("Extension: dark_lamps", mono=True)
    mixed.rows[0].runs = [(10, words), (10, code)]
    assert not is_something_else(mixed)
    mixed.rows[0].runs = [(10, code), (10, words)]
    assert is_something_else(mixed)
