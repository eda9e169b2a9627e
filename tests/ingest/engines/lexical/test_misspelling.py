from __future__ import annotations

from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.engines.lexical.misspelling import may_be_misspelt, neighbours


@pytest.mark.parametrize(
    "typo", ["kubernts", "kuberntees", "kubernetess", "kubernetas", "ubernetes", "xkubernetes"]
)
def test_one_letter_more_fewer_other_or_swapped_is_a_neighbour(typo: str) -> None:
    assert ("kubernetes" in neighbours(typo)) == (typo != "kubernts")


@settings(deadline=None)
@given(st.text(ascii_lowercase, min_size=1, max_size=9))
def test_neighbours_are_mutual_and_never_the_word_itself(word: str) -> None:
    spellings = neighbours(word)
    assert word not in spellings
    sample = sorted(spellings)[:: max(1, len(spellings) // 20)]
    assert all(word in neighbours(other) for other in sample)


@pytest.mark.parametrize("token", ["walrus", "kubernetes"])
def test_words_of_plain_letters_may_be_misspelt(token: str) -> None:
    assert may_be_misspelt(token)


@pytest.mark.parametrize("token", ["seal", "abc123", "計算機計算", "größe", "a" * 40])
def test_short_words_numbers_and_other_scripts_are_taken_as_they_are(token: str) -> None:
    assert not may_be_misspelt(token)
