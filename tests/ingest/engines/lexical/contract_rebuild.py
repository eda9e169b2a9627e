"""How every index is built anew beside itself; see contract."""

from __future__ import annotations

import threading

from ingest.engines.lexical.protocol import LexicalIndex
from tests.ingest.engines.entries import entry
from tests.ingest.engines.lexical.contract import Fixtures, OpenIndex, found


class IsBuiltAnew(Fixtures):
    def test_an_index_that_is_built_beside_changes_nothing_until_the_switch(
        self, index: LexicalIndex
    ) -> None:
        index.replace([entry(1, "walrus"), entry(2, "seal")])
        built = index.start_anew()
        built.replace([entry(2, "walrus", revision_id=21), entry(3, "walrus")])
        assert (index.revisions(), found(index, "walrus")) == ({1: 10, 2: 20}, [1])
        assert built.revisions() == {2: 21, 3: 30}
        index.switch_to(built)
        assert (index.revisions(), sorted(found(index, "walrus"))) == ({2: 21, 3: 30}, [2, 3])
        index.replace([entry(4, "seal")])
        index.delete([2])
        assert (found(index, "seal"), found(index, "walrus")) == ([4], [3])
        assert index.outdated is False

    def test_what_was_switched_to_is_there_after_closing_and_opening_again(
        self, open_index: OpenIndex
    ) -> None:
        index = open_index("switched")
        index.replace([entry(1, "walrus")])
        for number in (2, 3):
            built = index.start_anew()
            built.replace([entry(number, "walrus")])
            index.switch_to(built)
        index.close()
        again = open_index("switched")
        assert (again.revisions(), found(again, "walrus")) == ({3: 30}, [3])
        again.close()

    def test_a_build_that_is_given_up_leaves_the_index_as_it_was(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "walrus")])
        built = index.start_anew()
        built.replace([entry(2, "walrus")])
        built.discard()
        assert found(index, "walrus") == [1]
        index.start_anew()  # its process dies
        again = index.start_anew()
        assert (again.count(), again.revisions()) == (0, {})
        index.switch_to(again)
        assert (index.count(), found(index, "walrus")) == (0, [])

    def test_every_search_during_a_switch_finds_the_old_or_the_new(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "walrus") for number in range(1, 21)])
        done, looked = threading.Event(), threading.Event()
        wrong: list[object] = []

        def look() -> None:
            while not done.is_set():
                try:
                    hits = found(index, "walrus", limit=50)
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
            built.replace([entry(number, "walrus") for number in numbers])
            looked.clear()
            assert looked.wait(30)
            index.switch_to(built)
        done.set()
        for reader in readers:
            reader.join(timeout=60)
        assert wrong == []
