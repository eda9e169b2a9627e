"""What every lexical index must do. An implementation subclasses each of these classes and gives a fixture:

`open_index(name)` opens the index of that name; opened again, it is the same one (it was closed in between).
The fixture lives as long as a test module.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.domain.hits import Filter, LexicalEntry, LexicalHit
from ingest.engines.lexical.protocol import LexicalIndex
from tests.ingest.engines.entries import entry

OpenIndex = Callable[[str], LexicalIndex]
EVERYTHING = Filter()
ANY_WORD = r"[a-zà-öø-ÿ]{2,12}|[一-龠]{1,6}|[가-힣]{2,5}|[ァ-ヴ]{2,6}"


def found(index: LexicalIndex, query: str, only: Filter = EVERYTHING, limit: int = 20) -> list[int]:
    return [hit.document_id for hit in index.search(query, only=only, limit=limit)]


def first(index: LexicalIndex, query: str, only: Filter = EVERYTHING) -> LexicalHit:
    return index.search(query, only=only, limit=1)[0]


ONE_TEST_OF_EACH_ENGINE = [HealthCheck.function_scoped_fixture, HealthCheck.differing_executors]
"""A contract is inherited: the same property is tried on every engine."""


class Fixtures:
    @pytest.fixture
    def index(self, open_index: OpenIndex, request: pytest.FixtureRequest) -> Iterator[LexicalIndex]:
        """An empty index of the test's own."""
        index = open_index(f"index-{abs(hash(request.node.nodeid))}")
        yield index
        index.close()

    @pytest.fixture(scope="class")
    @classmethod
    def shared(cls, open_index: OpenIndex) -> Iterator[LexicalIndex]:
        """An index that the tests of a class fill once and only read afterwards."""
        index = open_index(cls.__name__)
        yield index
        index.close()


class KeepsWhatItIsGiven(Fixtures):
    def test_a_new_index_is_empty_and_needs_no_rebuild(self, index: LexicalIndex) -> None:
        assert index.count() == 0
        assert index.revisions() == {}
        assert found(index, "anything") == []
        assert index.needs_rebuild is False

    def test_a_document_is_found_as_soon_as_replace_returns(self, index: LexicalIndex) -> None:
        index.replace([entry(7, "a walrus on the shore")])
        assert first(index, "walrus") == LexicalHit(7, 70, 1, 10, first(index, "walrus").score)

    def test_a_new_revision_takes_the_place_of_the_old_one(self, index: LexicalIndex) -> None:
        index.replace([entry(7, "walrus", "seal"), entry(8, "walrus")])
        index.replace([entry(7, "puffin", revision_id=71)])
        assert found(index, "walrus") == [8]
        assert found(index, "seal") == []
        assert first(index, "puffin").revision_id == 71
        assert index.revisions() == {7: 71, 8: 80}

    def test_the_last_of_two_entries_for_one_document_counts(self, index: LexicalIndex) -> None:
        index.replace([entry(7, "walrus"), entry(7, "puffin", revision_id=71)])
        assert found(index, "walrus") == []
        assert found(index, "puffin") == [7]
        assert index.revisions() == {7: 71}

    def test_replacing_nothing_changes_nothing(self, index: LexicalIndex) -> None:
        index.replace([entry(7, "walrus")])
        index.replace([])
        assert index.count() == 1

    def test_a_document_without_text_is_found_by_title_and_file_name(self, index: LexicalIndex) -> None:
        index.replace([entry(7, title="Walrus census", file_name="arctic.pdf")])
        assert found(index, "walrus") == [7]
        assert found(index, "arctic") == [7]
        assert index.count() == 1

    def test_deleted_documents_are_gone_and_the_rest_stays(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "walrus", "walrus again") for number in (1, 2, 3)])
        index.delete([1, 3])
        assert found(index, "walrus") == [2]
        assert index.revisions() == {2: 20}
        assert index.count() == 1

    def test_deleting_an_unknown_document_is_no_error(self, index: LexicalIndex) -> None:
        index.replace([entry(7, "walrus")])
        index.delete([99])
        index.delete([])
        assert index.count() == 1

    def test_deleting_7_leaves_70_and_77_alone(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "walrus") for number in (7, 70, 77)])
        index.delete([7])
        assert sorted(found(index, "walrus")) == [70, 77]

    def test_revisions_and_count_cover_documents_of_many_passages_once(self, index: LexicalIndex) -> None:
        index.replace([entry(number, *["walrus"] * 30) for number in range(1, 41)])
        assert index.count() == 40
        assert index.revisions() == {number: 10 * number for number in range(1, 41)}

    def test_clear_forgets_everything_and_the_index_goes_on(self, index: LexicalIndex) -> None:
        index.replace([entry(7, "walrus")])
        index.clear()
        assert (index.count(), index.revisions(), found(index, "walrus")) == (0, {}, [])
        index.replace([entry(8, "walrus")])
        assert found(index, "walrus") == [8]

    def test_everything_is_there_after_closing_and_opening_again(self, open_index: OpenIndex) -> None:
        index = open_index("reopened")
        index.replace([entry(7, "walrus"), entry(8, "サーバーの設定"), entry(9, "gone")])
        index.delete([9])
        index.close()
        again = open_index("reopened")
        assert found(again, "walrus") == [7]
        assert found(again, "サーバー") == [8]
        assert again.revisions() == {7: 70, 8: 80}
        assert again.needs_rebuild is False
        again.replace([entry(7, "puffin")])
        assert found(again, "walrus") == []
        again.close()

    def test_closing_twice_is_no_error(self, open_index: OpenIndex) -> None:
        index = open_index("closed")
        index.close()
        index.close()

    def test_a_search_during_replacements_sees_one_revision_or_the_other(self, index: LexicalIndex) -> None:
        def revision(number: int) -> LexicalEntry:
            text = f"walrus {'even' if number % 2 == 0 else 'odd'}"
            return entry(7, text, text, text, revision_id=number)

        index.replace([revision(0)])
        done = threading.Event()
        seen: list[tuple[list[int], list[int]]] = []
        wrong: list[object] = []

        def look() -> None:
            while not done.is_set():
                hits = index.search("walrus", only=EVERYTHING, limit=5)
                seen.append(([hit.document_id for hit in hits], [hit.revision_id for hit in hits]))
                if len(hits) != 1 or len(hits[0].more) != 2:
                    wrong.append(hits)

        readers = [threading.Thread(target=look) for _ in range(2)]
        for reader in readers:
            reader.start()
        for number in range(1, 9):
            index.replace([revision(number)])
        done.set()
        for reader in readers:
            reader.join(timeout=30)
        assert seen
        assert wrong == []

    def test_several_threads_may_write_at_once(self, index: LexicalIndex) -> None:
        writers = [
            threading.Thread(target=index.replace, args=([entry(number, "walrus")],))
            for number in range(1, 9)
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(timeout=60)
        assert sorted(index.revisions()) == list(range(1, 9))


class RanksDocuments(Fixtures):
    def test_a_document_comes_once_with_its_best_passage(self, index: LexicalIndex) -> None:
        index.replace(
            [entry(7, "a walrus among many other animals of the north", "walrus, walrus", "nothing here")]
        )
        hits = index.search("walrus", only=EVERYTHING, limit=5)
        assert [(hit.document_id, hit.first_line, hit.last_line) for hit in hits] == [(7, 11, 20)]

    def test_further_passages_are_named_best_first(self, index: LexicalIndex) -> None:
        index.replace(
            [entry(7, "walrus and a lot of other words around it", "walrus", "puffin", "walrus walrus")]
        )
        hit = first(index, "walrus")
        assert (hit.first_line, hit.more) == (31, ((11, 20), (1, 10)))

    def test_of_equal_passages_the_first_is_the_best(self, index: LexicalIndex) -> None:
        index.replace([entry(7, "nothing", "walrus", "walrus")])
        assert first(index, "walrus").first_line == 11

    def test_hits_are_ordered_by_score(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "walrus " * number + "seal " * (9 - number)) for number in range(1, 9)])
        scores = [hit.score for hit in index.search("walrus", only=EVERYTHING, limit=9)]
        assert scores == sorted(scores, reverse=True)
        assert len(set(scores)) > 1

    def test_equal_documents_are_ordered_by_id_and_always_the_same(self, index: LexicalIndex) -> None:
        for number in (5, 3, 9, 1, 7):
            index.replace([entry(number, "the same walrus")])
        assert found(index, "walrus") == [1, 3, 5, 7, 9]
        assert found(index, "walrus", limit=2) == [1, 3]
        assert index.search("walrus", only=EVERYTHING, limit=5) == index.search(
            "walrus", only=EVERYTHING, limit=5
        )

    def test_no_more_documents_than_the_limit(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "walrus") for number in range(1, 31)])
        assert len(found(index, "walrus", limit=7)) == 7
        assert found(index, "walrus", limit=0) == []

    def test_a_book_of_a_thousand_passages_does_not_hide_the_others(self, index: LexicalIndex) -> None:
        index.replace([entry(1, *["walrus walrus"] * 1_000)])
        index.replace([entry(number, "one walrus among several other animals") for number in range(2, 12)])
        assert len(found(index, "walrus", limit=11)) == 11

    def test_titles_on_many_passages_do_not_shorten_a_long_answer(self, index: LexicalIndex) -> None:
        index.replace([entry(number, *["seal"] * 30, title="Walrus") for number in range(1, 61)])
        index.replace([entry(number, "a walrus") for number in range(61, 71)])
        assert sorted(found(index, "walrus", limit=100)) == list(range(1, 71))

    def test_all_words_come_before_some_however_often_those_are_said(self, index: LexicalIndex) -> None:
        index.replace(
            [
                entry(1, "walrus " * 50, title="Walrus", file_name="walrus.md", headings=("Walrus",)),
                entry(2, "somewhere a walrus, and much later in this long text there is also a puffin"),
                entry(3, "puffin"),
            ]
        )
        assert found(index, "walrus puffin")[0] == 2
        assert sorted(found(index, "walrus puffin")) == [1, 2, 3]

    def test_words_may_be_spread_over_title_headings_name_and_text(self, index: LexicalIndex) -> None:
        index.replace(
            [
                entry(1, "of the coast", title="Walrus", file_name="census.md", headings=("Puffins",)),
                entry(2, "walrus census coast"),
            ]
        )
        assert found(index, "walrus census puffins coast") == [1, 2]

    @pytest.mark.parametrize(
        ("stronger", "weaker"),
        [
            ({"title": "walrus"}, {"headings": ("walrus",)}),
            ({"title": "walrus"}, {"file_name": "walrus"}),
            ({"headings": ("walrus",)}, {"text": "walrus"}),
            ({"file_name": "walrus"}, {"text": "walrus"}),
        ],
        ids=["title over heading", "title over name", "heading over text", "name over text"],
    )
    def test_fields_weigh_more_the_more_they_say(
        self, index: LexicalIndex, stronger: dict[str, object], weaker: dict[str, object]
    ) -> None:
        filler = {"title": "seal", "headings": ("seal",), "file_name": "seal", "text": "seal"}

        def written(number: int, change: dict[str, object]) -> LexicalEntry:
            fields = filler | change
            return entry(number, str(fields.pop("text")), **fields)  # type: ignore[arg-type]

        index.replace([written(1, weaker), written(2, stronger)])
        assert found(index, "walrus") == [2, 1]

    def test_a_rare_word_says_more_than_a_common_one(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "common walrus") for number in range(1, 20)])
        index.replace([entry(50, "common puffin"), entry(51, "rare walrus")])
        assert found(index, "walrus puffin nowhere")[0] == 50

    def test_words_in_most_passages_do_not_decide(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "how does it work, and what is it for") for number in range(1, 120)])
        index.replace([entry(500, "the puffin")])
        assert found(index, "how does the puffin work")[0] == 500

    def test_a_document_about_the_phrase_comes_before_one_with_its_words(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "計画の実行。地域で振興する"), entry(2, "地域振興計画の実行")])
        assert found(index, "地域振興計画")[0] == 2

    def test_a_misspelt_rare_word_is_still_found(self, index: LexicalIndex) -> None:
        index.replace([entry(1, "kubernetes cluster"), entry(2, "walrus")])
        assert found(index, "kuberntes") == [1]

    def test_a_word_spelt_right_is_not_bent(self, index: LexicalIndex) -> None:
        index.replace([entry(number, "contact") for number in (1, 2, 3)] + [entry(4, "contract")])
        assert found(index, "contact") == [1, 2, 3]


class TakesAnyText(Fixtures):
    @pytest.fixture(scope="class")
    @classmethod
    def animals(cls, shared: LexicalIndex) -> LexicalIndex:
        shared.replace(
            [
                entry(1, "the sea walrus"),
                entry(2, "a walrus sea"),
                entry(3, "機械学習の機械"),
                entry(4, "保健ー々"),
                entry(5, "foo. 。 😀"),
                entry(6, "hidden walrus", collection_id=2),
            ]
        )
        return shared

    @pytest.mark.parametrize(
        "query",
        [
            'foo"bar',
            "*:*",
            "title:walrus AND (",
            "walrus^5 ~2 [a TO b]",
            "-walrus +puffin !x",
            "a" * 10_000,
            "walrus " * 1_500,
            " ".join(f"word{number}" for number in range(1_200)),
            "機械学習" * 2_500,
            "\x00walrus\x00",
            "\ud800walrus\udfff",
            "walrus\u202e\ufeff",
            '"""',
            '""',
            '"walrus',
            '" "',
            '"。"',
            "'",
            "\\",
            "/.*/",
            "健.*",
            ".?",
            "😀",
            "👩‍👩‍👧‍👦 walrus",
            "\u0301\u0301",
            "ー",
            "々",
            "_",
            "a_b_c_d_" * 300,
            "A" * 200 + "b" * 200,
        ],
    )
    def test_no_query_is_an_error(self, animals: LexicalIndex, query: str) -> None:
        assert set(found(animals, query)) <= set(range(1, 7))
        assert 1 in found(animals, "walrus")

    @pytest.mark.parametrize("query", ["", " ", "?!", "。、「」", "-- ** ||", "😀", "\x00", "\ud800", '""'])
    def test_a_query_without_a_word_finds_nothing(self, animals: LexicalIndex, query: str) -> None:
        assert found(animals, query) == []

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ('"sea walrus"', [1]),
            ('"walrus sea"', [2]),
            ('"seas walruses"', [1]),
            ('"walrus"', [1, 2, 6]),
            ('"機械学習"', [3]),
            ('"学習機械"', []),
            ('"sea walrus" "walrus sea"', []),
            ("“sea walrus”", [1, 2, 6]),
        ],
    )
    def test_a_quoted_phrase_must_be_there(
        self, animals: LexicalIndex, query: str, expected: list[int]
    ) -> None:
        assert sorted(found(animals, query)) == expected

    def test_documents_with_the_phrase_come_before_those_with_its_words(self, animals: LexicalIndex) -> None:
        assert found(animals, 'the "walrus sea" again')[0] == 2
        assert 1 in found(animals, 'the "walrus sea" again')

    @pytest.mark.parametrize("text", ["\x00", "\ud800 walrus", "😀", "a" * 70_000, "walrus " * 20_000, ""])
    def test_any_text_can_be_indexed(self, index: LexicalIndex, text: str) -> None:
        hostile = entry(1, text, title=text[:100], file_name=text[:100], tags=(text[:100],))
        index.replace([hostile, entry(2, "puffin")])
        assert index.count() == 2
        assert found(index, "puffin") == [2]

    def test_the_words_to_mark_are_those_a_reader_sees(self, index: LexicalIndex) -> None:
        words = index.suggest_words("How do I deploy Dockerコンテナ? 서버를 read_file")
        assert {"deploy", "Docker", "コンテナ", "서버", "read_file"} <= set(words)
        assert index.suggest_words("?!") == []

    @settings(max_examples=15, deadline=None, suppress_health_check=ONE_TEST_OF_EACH_ENGINE)
    @given(words=st.lists(st.from_regex(ANY_WORD, fullmatch=True), min_size=1, max_size=6))
    def test_any_word_of_a_document_finds_it(self, index: LexicalIndex, words: list[str]) -> None:
        index.replace([entry(1, f"{' '.join(words)}。", "something else")])
        for word in words:
            assert found(index, word) == [1], word

    @settings(max_examples=50, deadline=None, suppress_health_check=ONE_TEST_OF_EACH_ENGINE)
    @given(query=st.text(max_size=60))
    def test_no_text_is_an_error_nor_opens_a_filter(self, animals: LexicalIndex, query: str) -> None:
        assert set(found(animals, f"walrus {query}", Filter(collections=(2,)))) <= {6}
