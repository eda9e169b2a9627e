"""What every vector index must do. An implementation subclasses each of these classes and gives a fixture:

`open_index(name)` opens the index of that name for vectors of four dimensions; opened again, it is the same
one (it was closed in between). The fixture lives as long as a test module.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ingest.domain.errors import EngineError
from ingest.domain.hits import Filter
from ingest.engines.vector.protocol import VectorIndex
from tests.ingest.engines.entries import vector_entry
from tests.ingest.engines.filter_cases import CASES, FACTS, OTHER

OpenIndex = Callable[[str], VectorIndex]
EVERYTHING = Filter()
EAST, NORTH, UP, ELSE = np.eye(4, dtype=np.float32)


def found(
    index: VectorIndex,
    vector: NDArray[np.float32],
    only: Filter = EVERYTHING,
    limit: int = 20,
    floor: float = -1.0,
) -> list[int]:
    return [hit.document_id for hit in index.search(vector, only=only, limit=limit, floor=floor)]


ONE_TEST_OF_EACH_ENGINE = [HealthCheck.differing_executors]
"""A contract is inherited: the same property is tried on every engine."""


class Fixtures:
    @pytest.fixture
    def index(self, open_index: OpenIndex, request: pytest.FixtureRequest) -> Iterator[VectorIndex]:
        """An empty index of the test's own."""
        index = open_index(f"index-{abs(hash(request.node.nodeid))}")
        yield index
        index.close()

    @pytest.fixture(scope="class")
    @classmethod
    def shared(cls, open_index: OpenIndex) -> Iterator[VectorIndex]:
        """An index that the tests of a class fill once and only read afterwards."""
        index = open_index(cls.__name__)
        yield index
        index.close()


class KeepsWhatItIsGiven(Fixtures):
    def test_a_new_index_is_empty_and_needs_no_rebuild(self, index: VectorIndex) -> None:
        assert (index.count(), index.revisions(), found(index, EAST)) == (0, {}, [])
        assert index.needs_rebuild is False

    def test_a_document_is_found_as_soon_as_replace_returns(self, index: VectorIndex) -> None:
        index.replace([vector_entry(7, 1, 0, 0, 0)])
        (hit,) = index.search(EAST, only=EVERYTHING, limit=5)
        assert (hit.document_id, hit.revision_id) == (7, 70)
        assert hit.score == pytest.approx(1.0, abs=1e-5)

    def test_a_new_vector_takes_the_place_of_the_old_one(self, index: VectorIndex) -> None:
        index.replace([vector_entry(7, 1, 0, 0, 0)])
        index.replace([vector_entry(7, 0, 1, 0, 0, revision_id=71)])
        (hit,) = index.search(NORTH, only=EVERYTHING, limit=5)
        assert (hit.revision_id, round(hit.score, 4)) == (71, 1.0)
        assert index.revisions() == {7: 71}
        assert index.count() == 1

    def test_the_last_of_two_entries_for_one_document_counts(self, index: VectorIndex) -> None:
        index.replace([vector_entry(7, 1, 0, 0, 0), vector_entry(7, 0, 1, 0, 0, revision_id=71)])
        assert index.revisions() == {7: 71}
        assert found(index, EAST, floor=0.9) == []

    def test_deleted_documents_are_gone_and_the_rest_stays(self, index: VectorIndex) -> None:
        index.replace([vector_entry(number, 1, 0, 0, 0) for number in (1, 2, 3)])
        index.delete([1, 3])
        assert found(index, EAST) == [2]
        assert index.revisions() == {2: 20}

    def test_deleting_an_unknown_document_is_no_error(self, index: VectorIndex) -> None:
        index.replace([vector_entry(7, 1, 0, 0, 0)])
        index.delete([99])
        index.delete([])
        index.replace([])
        assert index.count() == 1

    def test_thousands_of_documents_in_one_call(self, index: VectorIndex) -> None:
        index.replace([vector_entry(number, 1, number / 2_500, 0, 0) for number in range(1, 2_501)])
        assert index.count() == 2_500
        assert index.revisions() == {number: 10 * number for number in range(1, 2_501)}
        index.delete(list(range(1, 2_500)))
        assert index.revisions() == {2_500: 25_000}

    def test_clear_forgets_everything_and_the_index_goes_on(self, index: VectorIndex) -> None:
        index.replace([vector_entry(7, 1, 0, 0, 0)])
        index.clear()
        assert (index.count(), index.revisions(), found(index, EAST)) == (0, {}, [])
        index.replace([vector_entry(8, 1, 0, 0, 0)])
        assert found(index, EAST) == [8]

    def test_everything_is_there_after_closing_and_opening_again(self, open_index: OpenIndex) -> None:
        index = open_index("reopened")
        index.replace([vector_entry(7, 1, 0, 0, 0, tags=("a",)), vector_entry(8, 0, 1, 0, 0)])
        index.replace([vector_entry(9, 1, 1, 0, 0)])
        index.delete([9])
        index.close()
        again = open_index("reopened")
        assert again.revisions() == {7: 70, 8: 80}
        assert found(again, EAST, Filter(tags=("a",))) == [7]
        assert again.needs_rebuild is False
        again.close()

    def test_closing_twice_is_no_error(self, open_index: OpenIndex) -> None:
        index = open_index("closed")
        index.close()
        index.close()

    def test_searches_go_on_while_documents_are_replaced(self, index: VectorIndex) -> None:
        index.replace([vector_entry(number, 1, 0, 0, 0) for number in range(1, 301)])
        done = threading.Event()
        wrong: list[object] = []
        looks: list[int] = []

        def look() -> None:
            while not done.is_set():
                hits = index.search(EAST, only=EVERYTHING, limit=400)
                looks.append(len(hits))
                if len(hits) != 300 or len({hit.document_id for hit in hits}) != 300:
                    wrong.append(len(hits))

        readers = [threading.Thread(target=look) for _ in range(2)]
        for reader in readers:
            reader.start()
        for revision in range(5):
            index.replace([vector_entry(n, 1, 0, 0, 0, revision_id=revision) for n in range(1, 301)])
        done.set()
        for reader in readers:
            reader.join(timeout=30)
        assert looks
        assert wrong == []

    def test_a_vector_of_another_length_is_an_error_with_its_mend(self, index: VectorIndex) -> None:
        with pytest.raises(EngineError, match=r"Document 7 has a vector of 3 numbers.*Embed the document"):
            index.replace([vector_entry(7, 1, 0, 0)])
        with pytest.raises(EngineError, match="Use the model that filled the index"):
            index.search(np.ones(3, dtype=np.float32), only=EVERYTHING, limit=1)
        assert index.count() == 0

    def test_a_vector_that_is_no_number_is_an_error_and_nothing_of_its_batch_is_kept(
        self, index: VectorIndex
    ) -> None:
        with pytest.raises(EngineError, match="not finite"):
            index.replace([vector_entry(6, 1, 0, 0, 0), vector_entry(7, float("nan"), 0, 0, 0)])
        assert index.count() == 0


class FindsNeighbours(Fixtures):
    @pytest.fixture(scope="class")
    @classmethod
    def compass(cls, shared: VectorIndex) -> VectorIndex:
        shared.replace(
            [
                vector_entry(1, 1, 0, 0, 0),
                vector_entry(2, 5, 5, 0, 0),
                vector_entry(3, 0, 1, 0, 0),
                vector_entry(4, -1, 0, 0, 0),
            ]
        )
        return shared

    def test_the_nearest_come_first_whatever_their_length(self, compass: VectorIndex) -> None:
        hits = compass.search(EAST * 3, only=EVERYTHING, limit=4)
        assert [hit.document_id for hit in hits] == [1, 2, 3, 4]
        assert [hit.score for hit in hits] == pytest.approx([1.0, 0.70711, 0.0, -1.0], abs=1e-4)

    def test_no_more_documents_than_the_limit(self, compass: VectorIndex) -> None:
        assert found(compass, EAST, limit=2) == [1, 2]
        assert found(compass, EAST, limit=0) == []

    def test_nothing_under_the_floor(self, compass: VectorIndex) -> None:
        assert found(compass, EAST, floor=0.5) == [1, 2]
        assert found(compass, EAST, floor=0.99) == [1]
        assert found(compass, UP, floor=0.1) == []

    def test_equal_documents_are_ordered_by_id(self, index: VectorIndex) -> None:
        index.replace([vector_entry(number, 1, 0, 0, 0) for number in (9, 3, 7, 1, 5)])
        assert found(index, EAST) == [1, 3, 5, 7, 9]
        assert found(index, EAST, limit=2) == [1, 3]

    def test_a_vector_of_zeros_is_near_to_nothing(self, compass: VectorIndex) -> None:
        assert found(compass, EAST * 0, floor=0.1) == []

    @settings(max_examples=30, deadline=None, suppress_health_check=ONE_TEST_OF_EACH_ENGINE)
    @given(numbers=st.lists(st.integers(-9, 9), min_size=4, max_size=4).filter(any))
    def test_scores_are_cosines(self, compass: VectorIndex, numbers: list[int]) -> None:
        vector = np.array(numbers, dtype=np.float32)
        held = {1: EAST, 2: (EAST + NORTH) / np.sqrt(2), 3: NORTH, 4: -EAST}
        for hit in compass.search(vector, only=EVERYTHING, limit=4):
            expected = float(vector @ held[hit.document_id] / np.linalg.norm(vector))
            assert hit.score == pytest.approx(expected, abs=1e-4)


class FiltersBeforeRanking(Fixtures):
    @pytest.fixture(scope="class")
    @classmethod
    def library(cls, shared: VectorIndex) -> VectorIndex:
        shared.replace([vector_entry(number, 1, 0, 0, 0, **facts) for number, facts in FACTS.items()])
        shared.replace([vector_entry(5, 0, 1, 0, 0, **OTHER | {"tags": ("\ud800",)})])
        return shared

    @pytest.mark.parametrize(("only", "expected"), CASES)
    def test_only_what_passes_is_found(self, library: VectorIndex, only: Filter, expected: list[int]) -> None:
        assert found(library, EAST, only, floor=0.5) == expected

    @pytest.mark.parametrize(
        "nothing",
        [
            Filter(collections=()),
            Filter(documents=()),
            Filter(file_types=()),
            Filter(languages=()),
            Filter(tags=()),
            Filter(collections=(), documents=(1,)),
        ],
    )
    def test_an_empty_choice_matches_nothing(self, library: VectorIndex, nothing: Filter) -> None:
        assert found(library, EAST, nothing) == []

    def test_a_time_before_1970_is_a_time(self, library: VectorIndex) -> None:
        assert found(library, EAST, Filter(modified_before=-1)) == [5]

    def test_what_may_not_be_seen_takes_no_places(self, index: VectorIndex) -> None:
        index.replace([vector_entry(number, 1, 0, 0, 0, collection_id=1) for number in range(1, 401)])
        index.replace([vector_entry(900, 0.1, 1, 0, 0, collection_id=2)])
        assert found(index, EAST, Filter(collections=(2,)), limit=3) == [900]

    def test_facts_follow_the_document(self, index: VectorIndex) -> None:
        old = vector_entry(1, 1, 0, 0, 0, collection_id=1, tags=("old",))
        index.replace([old])
        index.replace([replace(old, facts=replace(old.facts, collection_id=2, tags=("new",)))])
        assert found(index, EAST, Filter(collections=(1,))) == []
        assert found(index, EAST, Filter(tags=("old",))) == []
        assert found(index, EAST, Filter(collections=(2,), tags=("new",))) == [1]

    @settings(max_examples=40, deadline=None, suppress_health_check=ONE_TEST_OF_EACH_ENGINE)
    @given(
        collections=st.none() | st.lists(st.integers(1, 4), max_size=3).map(tuple),
        documents=st.none() | st.lists(st.integers(1, 6), max_size=3).map(tuple),
        after=st.none() | st.integers(-10, 500),
    )
    def test_nothing_outside_a_filter_is_ever_returned(
        self,
        library: VectorIndex,
        collections: tuple[int, ...] | None,
        documents: tuple[int, ...] | None,
        after: int | None,
    ) -> None:
        held = {1: (1, 100), 2: (1, 200), 3: (2, 300), 4: (3, 400), 5: (1, -5)}
        expected = {
            number
            for number, (collection, modified) in held.items()
            if (collections is None or collection in collections)
            and (documents is None or number in documents)
            and (after is None or modified >= after)
        }
        only = Filter(collections=collections, documents=documents, modified_after=after)
        assert set(found(library, EAST, only)) == expected
