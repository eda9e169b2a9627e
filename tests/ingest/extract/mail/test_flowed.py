from __future__ import annotations

from ingest.extract.mail.flowed import unflowed


def test_soft_breaks_are_undone_within_one_depth_of_quotation() -> None:
    text = "A long \nparagraph.\n> Quoted \n> words.\n>> Deeper \nend\n\n-- \nme"
    assert unflowed(text) == [
        "A long paragraph.", "> Quoted words.", ">> Deeper", "end", "", "--", "me",
    ]  # fmt: skip


def test_a_blank_that_was_put_in_front_is_taken_away() -> None:
    assert unflowed(" >not a quote\n From here") == [">not a quote", "From here"]


def test_with_delsp_the_blank_before_the_break_goes_too() -> None:
    assert unflowed("会 \n議", joined=True) == ["会議"]
