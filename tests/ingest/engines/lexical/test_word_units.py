from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.engines.lexical.word_units import english_bases, english_roots, english_units, unspaced_units

COSTS = {"計算": 5.0, "計算機": 7.0, "機械": 5.0, "機": 9.0, "学習": 5.0, "パスワード": 4.0, "ファイル": 4.0}


def words_from(text: str, first: int, last: int) -> Iterator[tuple[int, float]]:
    for end in range(first + 1, last + 1):
        if text[first:end] in COSTS:
            yield end, COSTS[text[first:end]]


def units(text: str) -> list[str]:
    return list(unspaced_units(text, words_from))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("計算機", ["計算機"]),
        ("計算機械", ["計算", "機械"]),
        ("機械学習のパスワード", ["機械", "学習", "パスワード"]),
        ("パスワードファイル", ["パスワード", "ファイル"]),
        ("使うと使い、値を", ["使う", "使い", "値"]),
        ("TLS を ください", []),
    ],
)
def test_a_text_without_blanks_is_cut_into_the_likeliest_words(text: str, expected: list[str]) -> None:
    assert units(text) == expected


@given(st.text(alphabet="計算機械学習使うをパスワードファイル abc", max_size=40))
def test_words_are_pieces_of_the_text_in_their_order(text: str) -> None:
    place = 0
    for unit in units(text):
        assert text.find(unit, place) >= 0
        place = text.find(unit, place)


def test_english_words_are_in_lower_case_and_without_signs() -> None:
    assert english_units("Verify the user's TLS-keys, 12 of them") == (
        ["verify", "the", "user", "s", "tls", "keys", "of", "them"]
    )


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("policies", "policy"),
        ("boxes", "box"),
        ("files", "file"),
        ("verified", "verify"),
        ("used", "use"),
        ("walked", "walk"),
        ("stopped", "stop"),
    ],
)
def test_a_plural_and_a_past_name_what_they_are_of(word: str, base: str) -> None:
    assert base in english_bases(word)


@pytest.mark.parametrize("word", ["class", "status", "this", "bed", "gas", "key", "need"])
def test_other_words_are_of_nothing_else(word: str) -> None:
    assert list(english_bases(word)) == []


def test_other_endings_are_tried_only_for_words_without_a_translation() -> None:
    assert {"running", "runn", "run", "runne"} - {"running"} <= set(english_roots("running"))
    assert "quick" in english_roots("quickly")
    assert list(english_bases("running")) == []
