"""Weight and size of text by script."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.extract.odf.text_look import Loud, Script, TextLook, scripts_of


def test_a_share_of_an_unknown_size_stays_a_share() -> None:
    look = Loud(share=1.5).over(Loud(bold=True, share=0.5))
    assert (look.bold, look.size, look.sized(40)) == (True, None, 30)
    assert look.over(Loud(size=20)) == Loud(True, 15)
    assert Loud().sized(40) is None


@given(st.lists(st.sampled_from([1e-6, 0.5, 1.0, 999.0]), max_size=400))
def test_shares_of_shares_stay_sizes(shares: list[float]) -> None:
    look = Loud()
    for share in shares:
        look = Loud(share=share).over(look)
    assert 1 <= (look.sized(24) or 24) <= 10_000


def test_what_nothing_says_of_a_script_is_as_in_western_text() -> None:
    look = TextLook(western=Loud(True, 30), asian=Loud(size=20))
    assert look.of(Script.ASIAN) == Loud(True, 20)
    assert look.of(Script.COMPLEX) == Loud(True, 30)
    assert look.over(TextLook(Loud(False, 10), Loud(False, 10), Loud(False, 10))).of(Script.ASIAN) == Loud(
        False, 20
    )


def test_digits_and_signs_go_with_the_letters_in_front_of_them() -> None:
    assert list(scripts_of("第1章 API (5) באב", None)) == [
        (Script.ASIAN, 2),
        (Script.ASIAN, 1),
        (Script.WESTERN, 7),
        (Script.COMPLEX, 3),
    ]
    assert list(scripts_of("1. ", Script.ASIAN)) == [(Script.ASIAN, 2)]
    assert list(scripts_of("1. Dusk", None)) == [(Script.WESTERN, 7)]


@given(st.text())
def test_no_more_characters_are_counted_than_there_are(text: str) -> None:
    counts = [count for _, count in scripts_of(text, None)]
    assert all(count > 0 for count in counts)
    assert bool(counts) == bool(text.strip())
    assert sum(counts) <= len(text)
