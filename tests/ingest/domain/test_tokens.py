from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.domain.tokens import count_tokens

ENGLISH = (
    "Retrieval by chunks hands an agent pre-cut fragments, without their place in the document and with no "
    "way to read on. File names say nothing and binary formats cannot be searched."
)
JAPANESE = "検索は断片を渡すだけで、文書の中の場所も続きを読む方法もない。"
CHINESE = "检索只交出预先切好的片段，没有它们在文档中的位置。"


def test_an_empty_text_costs_nothing() -> None:
    assert count_tokens("") == 0


@pytest.mark.parametrize(
    ("text", "at_least", "at_most"), [(ENGLISH, 34, 55), (JAPANESE, 27, 40), (CHINESE, 24, 36)]
)
def test_prose_costs_about_what_models_charge(text: str, at_least: int, at_most: int) -> None:
    assert at_least <= count_tokens(text) <= at_most


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("word", 1),
        ("a b", 2),
        ("a  b", 3),
        ("configurations", 3),
        ("2026", 2),
        ("[L1]", 4),
        ("\n", 1),
        ("🙂", 3),
    ],
)
def test_the_rule_holds_for_single_pieces(text: str, cost: int) -> None:
    assert count_tokens(text) == cost


@given(st.lists(st.text(max_size=20)))
def test_lines_can_be_budgeted_one_by_one(lines: list[str]) -> None:
    lines = [line.replace("\n", " ") for line in lines]
    assert count_tokens("".join(f"{line}\n" for line in lines)) == sum(
        count_tokens(f"{line}\n") for line in lines
    )


@given(st.text())
def test_no_text_is_free_but_blanks(text: str) -> None:
    assert count_tokens(text) >= len(text.split()) or not text.strip()
