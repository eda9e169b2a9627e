from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from webapp.retrieval.fusion import fuse

PATHS = st.lists(st.lists(st.integers(1, 30), unique=True, max_size=20), min_size=1, max_size=3)


def test_first_in_every_path_is_a_relevance_of_one() -> None:
    assert fuse([[7, 3], [7, 4]], depth=20)[0].relevance == 1.0


def test_first_in_one_of_two_paths_is_worth_half() -> None:
    assert fuse([[7], []], depth=20)[0].relevance == 0.5


def test_a_document_of_both_paths_comes_before_a_better_one_of_one_path() -> None:
    assert [item.document_id for item in fuse([[1, 2], [3, 2]], depth=20)] == [2, 1, 3]


def test_ties_are_in_the_order_of_ids() -> None:
    assert [item.document_id for item in fuse([[9, 4], [4, 9]], depth=20)] == [4, 9]


def test_ranks_say_which_path_found_a_document() -> None:
    assert {item.document_id: item.ranks for item in fuse([[5, 6], [6]], depth=20)} == {
        5: (1, None),
        6: (2, 1),
    }


@given(PATHS)
def test_every_document_appears_once_in_falling_relevance(paths: list[list[int]]) -> None:
    fused = fuse(paths, depth=20)
    assert sorted(item.document_id for item in fused) == sorted({number for path in paths for number in path})
    relevances = [item.relevance for item in fused]
    assert relevances == sorted(relevances, reverse=True)
    assert all(0 < relevance <= 1 for relevance in relevances)


@given(PATHS)
def test_a_single_path_keeps_its_order(paths: list[list[int]]) -> None:
    assert [item.document_id for item in fuse([paths[0]], depth=20)] == paths[0]


def test_beyond_the_depth_a_list_says_nothing() -> None:
    fused = fuse([[1, 2, 3], [4, 5, 3]], depth=2)
    assert [(item.document_id, item.ranks) for item in fused] == [
        (1, (1, None)),
        (4, (None, 1)),
        (2, (2, None)),
        (5, (None, 2)),
    ]


def test_between_equals_the_words_come_before_the_meaning() -> None:
    assert [item.document_id for item in fuse([[9], [3]], depth=20)] == [9, 3]
