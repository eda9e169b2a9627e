"""How every index is built anew beside itself; see contract."""

from __future__ import annotations

import threading

from ingest.engines.vector.protocol import VectorIndex
from tests.ingest.engines.entries import vector_entry
from tests.ingest.engines.vector.contract import EAST, NORTH, Fixtures, OpenIndex, found


class IsBuiltAnew(Fixtures):
    def test_an_index_that_is_built_beside_changes_nothing_until_the_switch(self, index: VectorIndex) -> None:
        index.replace([vector_entry(1, 1, 0, 0, 0), vector_entry(2, 0, 1, 0, 0)])
        built = index.start_anew()
        built.replace([vector_entry(2, 1, 0, 0, 0, revision_id=21), vector_entry(3, 1, 0, 0, 0)])
        assert (index.revisions(), found(index, EAST, floor=0.9)) == ({1: 10, 2: 20}, [1])
        assert built.revisions() == {2: 21, 3: 30}
        index.switch_to(built)
        assert (index.revisions(), sorted(found(index, EAST))) == ({2: 21, 3: 30}, [2, 3])
        index.replace([vector_entry(4, 0, 1, 0, 0)])
        index.delete([2])
        assert (found(index, NORTH, floor=0.9), found(index, EAST, floor=0.9)) == ([4], [3])
        assert index.outdated is False

    def test_what_was_switched_to_is_there_after_closing_and_opening_again(
        self, open_index: OpenIndex
    ) -> None:
        index = open_index("switched")
        index.replace([vector_entry(1, 1, 0, 0, 0)])
        for number in (2, 3):
            built = index.start_anew()
            built.replace([vector_entry(number, 1, 0, 0, 0)])
            index.switch_to(built)
        index.close()
        again = open_index("switched")
        assert (again.revisions(), found(again, EAST)) == ({3: 30}, [3])
        again.close()

    def test_a_build_that_is_given_up_leaves_the_index_as_it_was(self, index: VectorIndex) -> None:
        index.replace([vector_entry(1, 1, 0, 0, 0)])
        built = index.start_anew()
        built.replace([vector_entry(2, 1, 0, 0, 0)])
        built.discard()
        assert found(index, EAST) == [1]
        index.start_anew()  # its process dies
        again = index.start_anew()
        assert (again.count(), again.revisions()) == (0, {})
        index.switch_to(again)
        assert (index.count(), found(index, EAST)) == (0, [])

    def test_every_search_during_a_switch_finds_the_old_or_the_new(self, index: VectorIndex) -> None:
        index.replace([vector_entry(number, 1, 0, 0, 0) for number in range(1, 21)])
        done, looked = threading.Event(), threading.Event()
        wrong: list[object] = []

        def look() -> None:
            while not done.is_set():
                try:
                    hits = found(index, EAST, limit=50)
                except Exception as error:
                    hits = [repr(error)]  # type: ignore[list-item]
                looked.set()
                if not ({*range(1, 21)} <= {*hits} or {*range(21, 41)} <= {*hits}):
                    wrong.append(hits)

        readers = [threading.Thread(target=look) for _ in range(2)]
        for reader in readers:
            reader.start()
        for numbers in (range(21, 41), range(1, 21), range(21, 41)):
            built = index.start_anew()
            built.replace([vector_entry(number, 1, 0, 0, 0) for number in numbers])
            looked.clear()
            assert looked.wait(30)
            index.switch_to(built)
        done.set()
        for reader in readers:
            reader.join(timeout=60)
        assert wrong == []
