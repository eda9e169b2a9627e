from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.cleaning import clean, on_one_line, unseen


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
        "\U0001bca0",
        "\u180b",
        "\u180e",
        "\ufff0",
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
    assert clean(f"a{smuggled}").text == "a"


def test_a_message_in_one_selector_behind_each_letter_is_gone() -> None:
    smuggled = "".join(
        letter + chr(0xE0100 + ord(sign)) for letter, sign in zip("Notes", "ignor", strict=True)
    )
    assert clean(smuggled).text == "Notes"
    assert clean("N\ufe0fo\ufe01te\ufe00s").text == "Notes"


def test_a_joiner_stays_behind_a_picture_only_also_where_a_selector_chose_its_shape() -> None:
    assert clean("❤\ufe0f\u200d🔥").text == "❤\ufe0f\u200d🔥"
    assert clean("a\ufe0f\u200d🔥").text == "a🔥"


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d💻",
        "🏳\ufe0f\u200d🌈",
        "👩🏽\u200d🤝\u200d👩🏿 together",
        "അവന്\u200d",
        "අවන්\u200d, ශ්\u200dරී",
        "۱۳۹۹ ه\u200d.ش",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "ℹ\ufe0f",
        "©\ufe0f",
        "葛\U000e0100城",
        "a\tb\nc",
        "⠓⠑⠇⠇⠕\u2800⠺⠕⠗⠇⠙",
        "\u115fᅡᆨ",
        "ᄀ\u1160",
        "ᠠ\u180b",
    ],
)
def test_what_a_script_needs_stays(text: str) -> None:
    assert clean(text).text == text
    assert clean(text).invisible == 0


def test_a_joiner_that_joins_nothing_goes() -> None:
    assert clean("അവന്\u200d\u200d").text == "അവന്\u200d"
    assert clean("💻\u200d \u200d💻 म\u200d, ۹\u200d.").text == "💻 💻 म, ۹."


@pytest.mark.parametrize(
    "text", ["❤\u200d\u2800", "\u061c\u200cب", "\u17b4\u200dក", "ᠠ\u180b\u200dᠠ", "\u180e\u200dᠠ"]
)
def test_a_joiner_beside_what_goes_is_judged_by_what_stays(text: str) -> None:
    once = clean(text).text
    assert clean(once).text == once
    assert not once.startswith("\u200d")


def test_joiners_between_latin_letters_go() -> None:
    assert clean("a\u200db\u200cc é").text == "abc é"


def test_lone_surrogates_become_replacement_characters() -> None:
    assert clean("a\ud83d b").text == "a\ufffd b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\x0ctwo\x0bthree", "one two three"),
        ("a\x1cb\x1dc\x1ed\x1fe", "a b c d e"),
        ("a\x0c\x0b\x1fb", "a b"),
        ("end\n\x0cChapter\x0c\n", "end\nChapter\n"),
        ("\x0c\x0b  indented \x0c more\x0c", "  indented  more"),
        ("灯\x0c台", "灯 台"),
    ],
)
def test_marks_of_pages_and_fields_part_words_and_nothing_else_without_a_warning(
    text: str, expected: str
) -> None:
    assert (clean(text).text, clean(text).invisible) == (expected, 0)


def test_other_line_separators_become_blanks() -> None:
    assert clean("a\u2028b\u2029c\x85d").text == "a b c d"


def test_terminal_colours_and_overstrikes_go() -> None:
    assert clean("\x1b[31mred\x1b[0m N\x08NA\x08A").text == "red NA"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Notes\u202e\u202e \u200b", ("U+202E", "U+200B")),
        ("\U000e0041", ("U+E0041",)),
        ("\ud800", ("U+D800",)),
        ("報告書 葛\U000e0100城 👩\u200d💻 می\u200cخواهم", ()),
    ],
)
def test_what_cannot_be_seen_is_named(text: str, codes: tuple[str, ...]) -> None:
    assert unseen(text) == codes


def test_a_short_text_comes_on_one_line() -> None:
    assert on_one_line(" Team\n notes\u202e\t\u2028x ") == "Team notes x"


_APART = st.sampled_from("ab灯 \n\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\r\u2028\u2029")


@given(st.text(_APART))
def test_no_mark_that_goes_leaves_two_words_glued(text: str) -> None:
    cleaned = clean(text).text
    assert cleaned.split() == text.split()
    assert cleaned.count("\n") == text.count("\n")
    assert clean(cleaned).text == cleaned


_JUDGED = st.sampled_from(
    "a葛1❤🔥\u200b\u200c\u200d\ufe0e\ufe0f\U000e0100\u0644\u115fᄀ\u2800⠓\ud800\u094dक\u061c\u0647\u180b "
)


@given(st.text(_JUDGED))
def test_signs_that_are_judged_by_their_neighbours_are_judged_once(text: str) -> None:
    once = clean(text).text
    assert clean(once).text == once
    assert unseen(once) == ()


@given(st.text(st.characters()))
def test_the_result_can_be_encoded_has_one_kind_of_line_break_and_is_stable(text: str) -> None:
    once = clean(text).text
    once.encode("utf-8")
    assert len(once.splitlines()) <= once.count("\n") + 1
    assert not [c for c in once if unicodedata.category(c) == "Cc" and c not in "\n\t"]
    assert clean(once).text == once
