from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from webapp.retrieval.cost import count_tokens, shorten


def test_a_short_text_stays_as_it_is() -> None:
    assert shorten("A short title", 10) == "A short title"


def test_a_long_text_is_cut_at_a_word() -> None:
    assert shorten("The anatomy of effective context engineering", 6) == "The anatomy of effective..."


def test_a_text_without_blanks_is_cut_between_characters() -> None:
    cut = shorten("部署应用程序的完整指南和最佳实践", 12)
    assert cut.endswith("...")
    assert "部署应用程序的完整指南和最佳实践".startswith(cut[:-3])


@given(st.text(), st.integers(4, 40))
def test_the_cut_text_never_costs_more_than_allowed(text: str, tokens: int) -> None:
    assert count_tokens(shorten(text, tokens)) <= tokens
