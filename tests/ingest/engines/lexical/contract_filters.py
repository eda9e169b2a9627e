"""What every lexical index must do with filters: the part of the contract beside contract.py."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.domain.hits import Filter
from ingest.engines.lexical.protocol import LexicalIndex
from tests.ingest.engines.entries import entry
from tests.ingest.engines.filter_cases import CASES, FACTS, OTHER
from tests.ingest.engines.lexical.contract import ONE_TEST_OF_EACH_ENGINE, Fixtures, first, found

MINE = Filter(collections=(1, 3))
PLAIN = ["walrus", "walrusses", "puffin", "puffins", "pufin", "harbour", "harbor"]
COMPOUNDS = ["地域振興", "地域計画", "都市計画"]
NAMES = ["read_file", "load_file", "read_line"]
"""Inflections and misspellings of each other, and words that share a part."""

ONE_LENGTH = st.tuples(
    st.lists(st.sampled_from(PLAIN), min_size=3, max_size=3).map(" ".join),
    st.sampled_from(COMPOUNDS),
    st.sampled_from(NAMES),
).map(" ".join)
"""How long passages are on average is the one thing that an engine counts over all of them."""


class FiltersBeforeRanking(Fixtures):
    @pytest.fixture(scope="class")
    @classmethod
    def library(cls, shared: LexicalIndex) -> LexicalIndex:
        shared.replace([entry(number, "walrus", **facts) for number, facts in FACTS.items()])
        shared.replace([entry(5, "puffin", **OTHER)])
        return shared

    @pytest.mark.parametrize(("only", "expected"), CASES)
    def test_only_what_passes_is_found(
        self, library: LexicalIndex, only: Filter, expected: list[int]
    ) -> None:
        assert found(library, "walrus", only) == expected

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
    def test_an_empty_choice_matches_nothing(self, library: LexicalIndex, nothing: Filter) -> None:
        assert found(library, "walrus", nothing) == []

    def test_a_time_before_1970_is_a_time(self, library: LexicalIndex) -> None:
        assert found(library, "puffin", Filter(modified_before=-1)) == [5]
        assert found(library, "puffin", Filter(modified_after=0)) == []

    def test_what_may_not_be_seen_takes_no_places(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "walrus " * 9, collection_id=1) for number in range(1, 401)])
        index.replace([entry(900, "one walrus in a long and otherwise quite empty text", collection_id=2)])
        assert found(index, "walrus", Filter(collections=(2,)), limit=5) == [900]

    def test_words_of_hidden_documents_find_nothing(self, library: LexicalIndex) -> None:
        assert found(library, "puffin walrus", Filter(collections=(2,))) == [3]

    def test_the_best_passage_within_one_document(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "walrus puffin"), entry(2, "seal", "a walrus", "tern")])
        hit = first(index, "walrus puffin auk", Filter(documents=(2,)))
        assert (hit.document_id, hit.first_line) == (2, 11)

    def test_facts_follow_the_document(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "walrus", collection_id=1), entry(2, "walrus", collection_id=1)])
        index.replace([entry(1, "walrus", collection_id=2, tags=("new",))])
        assert found(index, "walrus", Filter(collections=(1,))) == [2]
        assert found(index, "walrus", Filter(tags=("new",))) == [1]

    def test_the_words_of_others_change_neither_order_nor_score(self, index: LexicalIndex) -> None:
        mine = [entry(1, "hello walrus there"), entry(2, "hello puffin there")]
        index.replace(
            [*mine, *(entry(number, "hello nobody there", collection_id=2) for number in range(3, 9))]
        )
        before = index.search("puffin walrus", only=MINE, limit=9)
        assert [hit.document_id for hit in before] == [1, 2]
        for word in ("walrus", "puffin"):
            index.replace([entry(number, f"hello {word} there", collection_id=2) for number in range(3, 9)])
            after = index.search("puffin walrus", only=MINE, limit=9)
            assert [hit.document_id for hit in after] == [1, 2]
            assert [hit.score for hit in after] == pytest.approx([hit.score for hit in before], abs=1e-3)

    def test_a_word_that_only_others_use_is_misspelt_to_me(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "the zorblatix plant"), entry(2, "soup and salt")])
        assert found(index, "zorblatiq", MINE) == [1]
        index.replace([entry(number, "zorblatiq compound", collection_id=2) for number in range(10, 20)])
        assert found(index, "zorblatiq", MINE) == [1]
        assert found(index, "zorblatiq", Filter(collections=(2,))) == list(range(10, 20))

    def test_a_word_that_others_use_often_still_decides_for_me(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "soup of the day"), entry(2, "soup of walrus"), entry(3, "soup " * 4)])
        index.replace([entry(number, "walrus", collection_id=2) for number in range(10, 200)])
        assert found(index, "walrus soup", MINE)[0] == 2

    def test_what_others_removed_is_not_counted_either(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "hello puffin there"), entry(2, "hello walrus there")])
        before = index.search("walrus puffin", only=MINE, limit=9)
        theirs = range(3, 40)
        index.replace([entry(number, "hello puffin there", collection_id=2) for number in theirs])
        index.delete(list(theirs))
        assert [hit.document_id for hit in before] == found(index, "walrus puffin", MINE)

    def test_rarity_is_counted_over_all_collections_that_may_be_seen(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "common walrus", collection_id=1) for number in range(1, 20)])
        index.replace(
            [entry(50, "common puffin", collection_id=3), entry(51, "rare walrus", collection_id=3)]
        )
        index.replace([entry(number, "puffin", collection_id=2) for number in range(60, 99)])
        assert found(index, "walrus puffin nowhere", MINE)[0] == 50

    def test_a_collection_that_i_choose_does_not_change_what_is_rare_to_me(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "walrus", collection_id=1) for number in range(1, 30)])
        index.replace([entry(number, "puffin meadow", collection_id=3) for number in range(50, 54)])
        index.replace([entry(60, "walrus meadow", collection_id=3)])
        chosen = Filter(collections=(3,), readable=(1, 3))
        assert found(index, "walrus puffin", chosen)[-1] == 60
        assert found(index, "walrus puffin", Filter(collections=(3,)))[0] == 60

    @settings(max_examples=12, deadline=None, suppress_health_check=ONE_TEST_OF_EACH_ENGINE)
    @given(
        mine=st.lists(ONE_LENGTH, min_size=1, max_size=5),
        theirs=st.lists(st.tuples(ONE_LENGTH, ONE_LENGTH), min_size=1, max_size=5),
        words=st.lists(st.sampled_from(PLAIN + COMPOUNDS + NAMES), min_size=1, max_size=4, unique=True),
    )
    def test_answers_do_not_depend_on_the_words_of_others(
        self, index: LexicalIndex, mine: list[str], theirs: list[tuple[str, str]], words: list[str]
    ) -> None:
        query = " ".join(words)
        index.clear()
        index.replace([entry(number, text) for number, text in enumerate(mine, start=1)])
        answers = []
        for turn in (0, 1):
            texts = enumerate((both[turn] for both in theirs), start=100)
            index.replace([entry(number, text, collection_id=2) for number, text in texts])
            answers.append(index.search(query, only=MINE, limit=9))
        before, after = answers
        assert [hit.document_id for hit in after] == [hit.document_id for hit in before]
        assert [hit.score for hit in after] == pytest.approx([hit.score for hit in before], abs=1e-3)
