"""What every lexical index must do with filters: the part of the contract beside contract.py."""

from __future__ import annotations

import pytest

from ingest.domain.hits import Filter
from ingest.engines.lexical.protocol import LexicalIndex
from tests.ingest.engines.entries import entry
from tests.ingest.engines.filter_cases import CASES, FACTS, OTHER
from tests.ingest.engines.lexical.contract import Fixtures, first, found


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
