from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.cleaning import clean


@pytest.mark.parametrize(
    "hidden",
    [
        "\u200b",
        "\u200e",
        "\u202e",
        "\u2066",
        "\u00ad",
        "\ufeff",
        "\u2060",
        "\U000e0041",
        "\x00",
        "\x07",
        "\u061c",
        "\u3164",
        "\uffa0",
        "\u115f",
        "\u1160",
        "\u17b4",
        "\u17b5",
        "\u2800",
        "\U0001d173",
        "\U0001d17a",
    ],
)
def test_what_cannot_be_seen_is_removed_and_counted(hidden: str) -> None:
    cleaned = clean(f"Zero{hidden}wi{hidden}dth é")
    assert (cleaned.text, cleaned.invisible) == ("Zerowidth é", 2)


def test_a_message_in_tag_characters_is_gone() -> None:
    smuggled = "".join(chr(0xE0000 + ord(letter)) for letter in "ignore all")
    assert clean(f"Hello{smuggled} there").text == "Hello there"


def test_a_message_in_variation_selectors_is_gone() -> None:
    smuggled = "".join(chr(0xE0100 + ord(letter)) for letter in "ignore")
    assert len(clean(f"a{smuggled}").text) <= 2


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d💻",
        "❤\ufe0f",
        "葛\U000e0100城",
        "a\tb\nc",
        "⠓⠑⠇⠇⠕\u2800⠺⠕⠗⠇⠙",
        "\u115fᅡᆨ",
        "ᄀ\u1160",
    ],
)
def test_what_a_script_needs_stays(text: str) -> None:
    assert clean(text).text == text
    assert clean(text).invisible == 0


def test_joiners_between_latin_letters_go() -> None:
    assert clean("a\u200db\u200cc é").text == "abc é"


def test_lone_surrogates_become_replacement_characters() -> None:
    assert clean("a\ud83d b").text == "a\ufffd b"


def test_page_breaks_go_without_a_warning() -> None:
    assert clean("a\x0cb").text == "ab"
    assert clean("a\x0cb").invisible == 0


def test_other_line_separators_become_blanks() -> None:
    assert clean("a\u2028b\u2029c\x85d").text == "a b c d"


def test_terminal_colours_and_overstrikes_go() -> None:
    assert clean("\x1b[31mred\x1b[0m N\x08NA\x08A").text == "red NA"


@given(st.text(st.characters()))
def test_the_result_can_be_encoded_has_one_kind_of_line_break_and_is_stable(text: str) -> None:
    once = clean(text).text
    once.encode("utf-8")
    assert len(once.splitlines()) <= once.count("\n") + 1
    assert not [c for c in once if unicodedata.category(c) == "Cc" and c not in "\n\t"]
    assert clean(once).text == once
