"""What every lexical index must do with a query in the words of another language; see contract.py."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.domain.hits import Filter, LexicalHit
from ingest.domain.translated import Choice, TranslatedQuery
from ingest.engines.lexical.protocol import LexicalIndex
from tests.ingest.engines.entries import entry
from tests.ingest.engines.lexical.contract import EVERYTHING, Fixtures


def asked(*words: dict[str, float]) -> TranslatedQuery:
    return TranslatedQuery(
        tuple(tuple(Choice(text, weight) for text, weight in word.items()) for word in words)
    )


def hits(index: LexicalIndex, *words: dict[str, float], only: Filter = EVERYTHING) -> list[LexicalHit]:
    return index.search_translated(asked(*words), only=only, limit=20)


def found(index: LexicalIndex, *words: dict[str, float], only: Filter = EVERYTHING) -> list[int]:
    return [hit.document_id for hit in hits(index, *words, only=only)]


class AnswersInOtherWords(Fixtures):
    @pytest.fixture(scope="class")
    @classmethod
    def manuals(cls, shared: LexicalIndex) -> LexicalIndex:
        if not shared.count():
            fill = [entry(number, "別の話です。", "その他の章。") for number in range(10, 20)]
            shared.replace(
                [
                    entry(1, "設定を変更する。", "パスワードの長さを検証する。", language="ja"),
                    entry(2, "パスワードを変更する。", language="ja"),
                    entry(3, "验证密码的长度。", language="zh", collection_id=2),
                    entry(4, "Checks the length of passwords.", language="en"),
                    *fill,
                ]
            )
        return shared

    def test_the_passage_with_most_of_the_words_is_the_best(self, manuals: LexicalIndex) -> None:
        best = hits(manuals, {"検証": 1.0, "確認": 0.3}, {"パスワード": 1.0}, {"長さ": 1.0})[0]
        assert (best.document_id, best.first_line) == (1, 11)

    def test_any_translation_of_a_word_will_do(self, manuals: LexicalIndex) -> None:
        assert found(manuals, {"確認": 1.0, "検証": 0.3}) == [1]

    def test_english_words_count_in_any_of_their_forms(self, manuals: LexicalIndex) -> None:
        assert found(manuals, {"password": 1.0}, {"check": 1.0}) == [4]

    def test_two_words_say_more_than_two_translations_of_one(self, manuals: LexicalIndex) -> None:
        both = hits(manuals, {"パスワード": 1.0}, {"検証": 1.0}, only=Filter(documents=(1,)))[0]
        one = hits(manuals, {"パスワード": 1.0, "検証": 1.0}, only=Filter(documents=(1,)))[0]
        assert both.score > one.score

    def test_an_ideograph_alone_is_found(self, manuals: LexicalIndex) -> None:
        assert found(manuals, {"验": 1.0}) == [3]

    def test_a_filter_holds(self, manuals: LexicalIndex) -> None:
        words = ({"パスワード": 1.0}, {"密码": 1.0})
        assert found(manuals, *words, only=Filter(collections=(2,))) == [3]
        assert found(manuals, *words, only=Filter(documents=(2,))) == [2]
        assert found(manuals, *words, only=Filter(documents=())) == []

    def test_no_words_find_nothing(self, manuals: LexicalIndex) -> None:
        assert found(manuals) == []
        assert found(manuals, {"猫": 1.0, "子猫": 0.5}) == []
        assert found(manuals, {"!?": 1.0}) == []

    @settings(
        max_examples=30,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
    )
    @given(
        words=st.lists(
            st.dictionaries(st.text(max_size=12), st.floats(0.01, 1.0), min_size=1, max_size=3), max_size=5
        )
    )
    def test_any_words_are_valid_and_open_no_filter(
        self, manuals: LexicalIndex, words: list[dict[str, float]]
    ) -> None:
        assert set(found(manuals, *words, {"密码": 1.0}, only=Filter(collections=(2,)))) <= {3}
