from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.engines.lexical.grouping import MOST_FURTHER_PASSAGES, FoundPassage, Grouping


def passage(document_id: int, line: int, score: float) -> FoundPassage:
    return FoundPassage(document_id, 10 * document_id, line, line + 9, score)


def test_a_document_comes_once_with_its_best_passage_and_the_others_behind() -> None:
    found = Grouping()
    found.add([passage(1, 1, 2.0), passage(2, 1, 3.0), passage(1, 21, 5.0), passage(1, 11, 2.0)])
    best = found.best(10)
    assert [(hit.document_id, hit.first_line, hit.more) for hit in best] == [
        (1, 21, ((1, 10), (11, 20))),
        (2, 1, ()),
    ]


def test_equal_passages_are_ordered_by_line_and_equal_documents_by_id() -> None:
    found = Grouping()
    found.add([passage(2, 11, 1.0), passage(2, 1, 1.0), passage(1, 1, 1.0)])
    assert [(hit.document_id, hit.first_line) for hit in found.best(10)] == [(1, 1), (2, 1)]


def test_what_an_engine_rounded_apart_is_equal_and_chains_of_such_are_not() -> None:
    found = Grouping()
    found.add([passage(3, 1, 5.0001), passage(2, 1, 5.0), passage(1, 1, 4.9999), passage(1, 11, 4.9999)])
    best = found.best(10)
    assert [(hit.document_id, hit.score) for hit in best] == [(2, 5.0001), (3, 5.0001), (1, 4.9999)]
    assert best[2].first_line == 1


def test_further_passages_are_bounded() -> None:
    found = Grouping()
    found.add(passage(1, line, 1.0) for line in range(1, 500, 10))
    (hit,) = found.best(1)
    assert len(hit.more) == MOST_FURTHER_PASSAGES


def test_no_more_than_the_limit() -> None:
    found = Grouping()
    found.add(passage(number, 1, float(number)) for number in range(1, 9))
    assert [hit.document_id for hit in found.best(3)] == [8, 7, 6]
    assert len(found) == 8
    assert found.document_ids == list(range(1, 9))


PASSAGES = st.lists(
    st.builds(
        passage, st.integers(1, 4), st.integers(1, 9).map(lambda at: 10 * at), st.sampled_from([1.0, 2.0])
    ),
    unique_by=lambda hit: (hit.document_id, hit.first_line),
)


@settings(deadline=None)
@given(PASSAGES, st.randoms())
def test_the_order_in_which_passages_come_does_not_matter(hits: list[FoundPassage], random: object) -> None:
    one, other = Grouping(), Grouping()
    one.add(hits)
    shuffled = list(hits)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    other.add(shuffled)
    assert one.best(9) == other.best(9)
