from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.wrapping import wrap


def test_a_line_that_fits_is_left_alone() -> None:
    assert wrap("  It fits.  ", 12) == ["  It fits.  "]


def test_lines_break_at_sentence_ends() -> None:
    assert wrap("One is here. Two is here. Three is here.", 28) == [
        "One is here. Two is here.",
        "Three is here.",
    ]


def test_cjk_lines_break_after_their_own_full_stops() -> None:
    assert wrap("灯台は光る。船は進む。「海は静かだ。」と言った。", 20) == [
        "灯台は光る。船は進む。「海は静かだ。」",
        "と言った。",
    ]


def test_a_decimal_point_ends_no_sentence() -> None:
    assert wrap("The value of pi is 3.14159 or so, they say today", 30) == [
        "The value of pi is 3.14159 or",
        "so, they say today",
    ]


def test_without_a_sentence_end_a_clause_or_a_blank_will_do() -> None:
    assert wrap("alpha beta, gamma delta epsilon", 20) == ["alpha beta,", "gamma delta epsilon"]
    assert wrap("alpha beta gamma delta", 12) == ["alpha beta", "gamma delta"]


def test_a_word_over_the_limit_is_cut_hard() -> None:
    assert wrap("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


def test_marks_stay_with_their_letter() -> None:
    pieces = wrap("e\u0301" * 15, 9)
    assert not [piece for piece in pieces if piece.startswith("\u0301")]


def test_a_huge_line_takes_time_in_proportion() -> None:
    sentence = "The lamp is lit. "
    pieces = wrap(sentence * 100_000, 2_000)
    assert sum(map(len, pieces)) >= 100_000 * len("The lamp is lit.")
    assert max(map(len, pieces)) <= 2_000


@given(st.text(st.sampled_from("ab .。、\u3000\u0301漢!)\t"), max_size=80), st.integers(2, 30))
def test_nothing_is_lost_and_no_piece_is_too_long(text: str, limit: int) -> None:
    pieces = wrap(text, limit)
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(len(piece) <= limit for piece in pieces)
