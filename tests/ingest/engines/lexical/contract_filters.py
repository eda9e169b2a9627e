"""What every lexical index must do with filters: the part of the contract beside contract.py."""

from __future__ import annotations

import pytest

from ingest.domain.hits import Filter
from ingest.engines.lexical.protocol import LexicalIndex
from tests.ingest.engines.entries import entry
from tests.ingest.engines.lexical.contract import Fixtures, first, found


class FiltersBeforeRanking(Fixtures):
    @pytest.fixture(scope="class")
    @classmethod
    def library(cls, shared: LexicalIndex) -> LexicalIndex:
        shared.replace(
            [
                entry(
                    1, "walrus", collection_id=1, file_type="pdf", language="en", modified=100, tags=("a",)
                ),
                entry(2, "walrus", collection_id=1, file_type="md", language="ja", modified=200, tags=("b",)),
                entry(3, "walrus", collection_id=2, file_type="md", language="zh-Hans", modified=300),
                entry(
                    4,
                    "walrus",
                    collection_id=3,
                    file_type="PDF",
                    language="zh-Hant-TW",
                    modified=400,
                    tags=("a", "B c"),
                ),
                entry(5, "puffin", collection_id=1, file_type="pdf", language="en", modified=-5),
            ]
        )
        return shared

    @pytest.mark.parametrize(
        ("only", "expected"),
        [
            (Filter(), [1, 2, 3, 4]),
            (Filter(collections=(1,)), [1, 2]),
            (Filter(collections=(2, 3)), [3, 4]),
            (Filter(collections=(99,)), []),
            (Filter(documents=(2, 4, 5)), [2, 4]),
            (Filter(file_types=("pdf",)), [1, 4]),
            (Filter(file_types=("MD",)), [2, 3]),
            (Filter(languages=("en",)), [1]),
            (Filter(languages=("zh",)), [3, 4]),
            (Filter(languages=("zh-hans",)), [3]),
            (Filter(languages=("zh-Hant",)), [4]),
            (Filter(languages=("ja", "en")), [1, 2]),
            (Filter(languages=("j",)), []),
            (Filter(tags=("a",)), [1, 4]),
            (Filter(tags=("b", "B c")), [2, 4]),
            (Filter(tags=("B",)), []),
            (Filter(modified_after=200), [2, 3, 4]),
            (Filter(modified_before=200), [1, 2]),
            (Filter(modified_after=200, modified_before=300), [2, 3]),
            (Filter(modified_after=201, modified_before=299), []),
            (Filter(collections=(1, 3), file_types=("pdf",), tags=("a",), modified_after=150), [4]),
            (Filter(collections=(1,), languages=("ja",), documents=(1,)), []),
        ],
    )  # fmt: skip
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
