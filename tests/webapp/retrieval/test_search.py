from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ingest.domain.errors import EmbeddingError, EngineUnavailable
from ingest.domain.hits import Filter, LexicalHit
from ingest.domain.translated import TranslatedQuery
from ingest.embed.protocol import Vector
from ingest.engines.lexical.tantivy_index import TantivyIndex
from tests.support.documents import make_collection, make_user, reader_of
from tests.webapp.retrieval.conftest import ConceptEmbedder, Library
from webapp.library.errors import BadRequest, NotFound, Unavailable
from webapp.library.models import Document
from webapp.retrieval.cost import count_tokens
from webapp.retrieval.search import search

TIDES = """# Tides of the northern sea

The tide rises twice a day.

## Causes

The moon pulls the water of the ocean towards it.

## Harbours

Every harbour keeps a table of its own."""

BREAD = """# Baking bread

Yeast lets the dough rise.

## The oven

Heat it to 250 degrees."""


def titles(library: Library, query: str, **filters: str) -> list[str]:
    answer = search(library.reader, query, **filters)  # type: ignore[arg-type]
    return [result.title for result in answer.results]


def test_the_text_is_exactly_the_one_of_the_contract(library: Library) -> None:
    document = library.add(TIDES, brief=False, word_count=3200)
    answer = search(library.reader, "moon ocean")
    assert answer.text == (
        "Found 1 result (keyword + semantic).\n"
        "\n"
        "#1  Tides of the northern sea\n"
        f"    doc_id: {document.pk} | type: md | words: 3,200 | lines: 11\n"
        "    has_outline: yes | relevance: 1.00\n"
        "    best: [1.1] Causes L5-7\n"
        '    snippet: "The moon pulls the water of the ocean towards it."'
    )
    assert answer.tokens == count_tokens(answer.text)


def test_a_short_document_is_called_brief_instead(library: Library) -> None:
    library.add(TIDES, brief=True)
    assert "    brief: yes | relevance: 1.00\n" in search(library.reader, "moon").text


def test_the_facts_say_the_same_as_the_text(library: Library) -> None:
    document = library.add(TIDES)
    (result,) = search(library.reader, "harbour table").results
    assert (result.document_id, result.rank, result.relevance) == (document.pk, 1, 0.5)
    assert (result.best.section, result.best.section_title) == ("1.2", "Harbours")
    assert (result.best.first_line, result.best.last_line) == (9, 11)
    assert result.found_by == ("keyword",)


def test_a_document_of_both_paths_comes_first(library: Library) -> None:
    library.add("# Baking\n\nThe sea is not needed for bread.")
    library.add(TIDES)
    assert titles(library, "sea") == ["Tides of the northern sea", "Baking"]


def test_meaning_finds_across_languages(library: Library) -> None:
    library.add("# 部署指南\n\n步骤如下。", language="zh")
    library.add(BREAD)
    answer = search(library.reader, "deployment")
    (result,) = answer.results
    assert (result.title, result.found_by) == ("部署指南", ("keyword", "semantic"))


def test_translated_words_find_what_the_words_of_a_query_did_not(library: Library) -> None:
    library.add("# 指南\n\n服务器在这里。", language="zh")
    library.add("# Guide\n\nThe server is here.", language="en")
    library.add(BREAD)
    library.add("# 手引き\n\nサーバーはここにある。", language="ja")
    found = {result.title: result.found_by for result in search(library.reader, "サーバー").results}
    assert all("keyword" in found[title] for title in ("手引き", "指南", "Guide"))
    narrowed = search(library.reader, "サーバー", language="zh").results
    assert [(result.title, result.found_by[0]) for result in narrowed] == [("指南", "keyword")]


def test_a_guessed_translation_finds_nothing_by_itself(library: Library) -> None:
    """The word map has 実装 for 部署 too, at a third of the weight."""
    library.add("# 実装\n\n実装はここにある。", language="ja")
    assert search(library.reader, "部署", language="ja").results == ()


def test_a_good_match_in_one_language_does_not_shut_out_the_others(library: Library) -> None:
    library.add("# Deployment\n\nDeployment, step by step.")
    library.add("# 部署 潮 猫\n\n步骤如下。", language="zh")
    library.add(BREAD)
    assert titles(library, "deployment") == ["Deployment", "部署 潮 猫"]


def test_a_document_found_by_meaning_alone_shows_its_first_section(library: Library) -> None:
    library.add("# 部署指南\n\n步骤如下。\n\n## 第二\n\n完。", language="zh")
    (result,) = search(library.reader, "deployment").results
    assert (result.best.section, result.best.first_line) == ("1", 1)
    assert result.snippet == "步骤如下。"


def test_in_another_language_translated_words_choose_the_place(library: Library) -> None:
    library.add(
        "# デプロイ\n\n概要。\n\n## その他\n\n別の話。\n\n## 確認\n\nパスワードの長さを検証する。",
        language="ja",
    )
    answer = search(library.reader, "deployment: verify the length of passwords")
    (result,) = answer.results
    assert result.found_by == ("keyword", "semantic")
    assert (result.best.section_title, result.snippet) == ("確認", "パスワードの長さを検証する。")
    assert {"パスワード", "検証"} <= set(answer.words)


def test_translated_words_do_not_move_the_place_in_the_language_of_the_query(library: Library) -> None:
    library.add("# Deployment\n\nパスワードの長さを検証する。\n\n## Passwords\n\nVerify them.", language="en")
    answer = search(library.reader, "deployment: verify passwords")
    assert answer.results[0].best.section_title == "Passwords"
    assert not {"パスワード", "検証"} & set(answer.words)


def test_ideographs_that_two_languages_share_keep_the_place_of_their_own_words(library: Library) -> None:
    library.add("# 部署\n\n一覧。\n\n## 組織\n\n部署の名前。\n\n## 手順\n\nデプロイと配備。", language="ja")
    (result,) = search(library.reader, "部署").results
    assert result.best.section_title in ("部署", "組織")


def test_a_document_without_sections_shows_lines_only(library: Library) -> None:
    library.add("The moon pulls.", sections=[], brief=False)
    text = search(library.reader, "moon").text
    assert "    has_outline: no | relevance: 0.50\n    best: L1-1\n" in text


def test_further_places_of_a_document_are_named(library: Library) -> None:
    library.add(TIDES + "\n\n## Again\n\nThe ocean and the moon again, and again the moon and the ocean.")
    (result,) = search(library.reader, "ocean moon").results
    places = {(spot.first_line, spot.last_line) for spot in (result.best, *result.more)}
    assert places == {(5, 7), (13, 15)}
    assert len(result.more) == 1


def test_what_could_not_be_read_is_said(library: Library) -> None:
    library.add(TIDES, coverage={"pages_without_text": [3, 4, 5]})
    assert search(library.reader, "moon").text.endswith("\n    note: pages 3-5 gave no text")


def test_nothing_found_is_an_answer_with_a_hint(library: Library) -> None:
    library.add(BREAD)
    answer = search(library.reader, "zeppelin", type="md")
    assert answer.text == (
        "Found 0 results (keyword + semantic).\n\nTry fewer or other words, or leave out type."
    )
    assert answer.results == ()


def test_an_empty_library_says_so(library: Library) -> None:
    assert "There is no readable document yet." in search(library.reader, "anything").text


def test_the_limit_cuts_and_says_how_to_see_more(library: Library) -> None:
    library.add_all(*(f"# Harbour {number}\n\nA harbour." for number in range(3)))
    answer = search(library.reader, "harbour", limit=2)
    assert (len(answer.results), answer.more_match) == (2, True)
    assert answer.text.splitlines()[-1].startswith("More match: raise limit")
    assert not search(library.reader, "harbour", limit=3).more_match


@pytest.mark.parametrize("limit", [0, -1, 51])
def test_a_limit_out_of_range_is_refused(library: Library, limit: int) -> None:
    with pytest.raises(BadRequest, match="must be from 1 to 50"):
        search(library.reader, "moon", limit=limit)


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "\0", "\ud800"])
def test_an_empty_query_is_refused(library: Library, query: str) -> None:
    with pytest.raises(BadRequest, match="The query is empty"):
        search(library.reader, query)


def test_a_query_that_is_a_book_is_refused(library: Library) -> None:
    with pytest.raises(BadRequest, match="Keep the words that matter"):
        search(library.reader, "word " * 1000)


@pytest.mark.parametrize(
    "query", ['"moon', "moon)", "AND", "title:moon", "moon\0\ud800", "*", "🌙 moon", "a" * 1999]
)
def test_any_text_is_a_query(library: Library, query: str) -> None:
    library.add(TIDES)
    assert search(library.reader, query).text.startswith("Found ")


def test_another_persons_documents_do_not_exist(library: Library) -> None:
    library.add(TIDES)
    stranger = reader_of(make_user("stranger"))
    assert search(stranger, "moon tide sea").results == ()


def test_filters_narrow_both_paths(library: Library) -> None:
    library.add(TIDES, name="a.md", language="en", modified_at=datetime(2024, 5, 1, tzinfo=UTC))
    library.add(
        "# 潮の話\n\n月と海 sea", name="b.txt", language="ja", modified_at=datetime(2023, 5, 1, tzinfo=UTC)
    )
    notes = make_collection(library.user, "Notes")
    library.add("# Sea notes\n\nsea", name="c.pdf", collection=notes, tags=["coast"])
    for document in library.made:
        document.refresh_from_db()
        assert document.revision is not None
        document.revision.modified_at = document.modified_at
        document.revision.card["language"] = document.language
        document.revision.save()
        library.index(document)
    assert titles(library, "sea", language="ja") == ["潮の話"]
    assert titles(library, "sea", type="pdf") == ["Sea notes"]
    assert titles(library, "sea", collection="Notes") == ["Sea notes"]
    assert titles(library, "sea", tag="coast") == ["Sea notes"]
    assert titles(library, "sea", modified_before="2023-12-31") == ["潮の話"]
    assert titles(library, "sea", modified_after="2024-05", modified_before="2024-05") == [
        "Tides of the northern sea"
    ]


def test_an_unknown_collection_is_refused(library: Library) -> None:
    with pytest.raises(NotFound):
        search(library.reader, "moon", collection="Nowhere")


def test_a_document_that_is_being_deleted_is_left_out(library: Library) -> None:
    gone = library.add(TIDES)
    library.add("# Moon\n\nThe moon is far.")
    Document.objects.filter(pk=gone.pk).update(deleted_at=datetime.now(UTC))
    assert titles(library, "moon") == ["Moon"]


def test_a_hit_of_an_older_revision_shows_no_place_of_the_newer_one(library: Library) -> None:
    document = library.add(TIDES)
    passage = search(library.reader, "harbour table").results[0].best
    assert passage.first_line == 9
    revision = document.revision
    assert revision is not None
    entries = library.engines.lexical.revisions()
    assert entries == {document.pk: revision.pk}
    revision.pk, revision.number = None, 2
    revision.save()
    Document.objects.filter(pk=document.pk).update(revision=revision)
    (result,) = search(library.reader, "harbour table").results
    assert result.best.first_line == 1


def test_a_title_cannot_forge_a_line_of_the_answer(library: Library) -> None:
    library.add("The moon.", title="A\n#2  Forged\n    doc_id: 999 | type: md", sections=[])
    text = search(library.reader, "moon").text
    assert text.splitlines()[2] == "#1  A #2 Forged doc_id: 999 | type: md"
    assert len(text.splitlines()) == 7


def test_a_long_title_and_a_long_line_are_cut(library: Library) -> None:
    library.add("moon " * 300, title="A very long title " * 40, sections=[])
    lines = search(library.reader, "moon").text.splitlines()
    assert count_tokens(lines[2]) < 40
    assert count_tokens(lines[6]) < 40


@pytest.mark.parametrize(
    "line",
    [
        "The moon pulls the water of the whole wide ocean towards it. " * 5,
        "月は海の水を引き寄せるのである。" * 9,
    ],
)
def test_a_result_costs_about_as_much_whatever_the_language(library: Library, line: str) -> None:
    word = "moon" if line.isascii() else "月"
    library.add_all(*(f"# {line[:60]} {number}\n\n{line}" for number in range(20)))
    answer = search(library.reader, word, limit=20)
    assert len(answer.results) == 20
    assert answer.tokens < 20 * 115


# The mode line


def first_line(library: Library, query: str = "moon") -> str:
    return search(library.reader, query).text.splitlines()[0]


def test_vectors_that_are_still_being_made_are_said_in_percent(library: Library) -> None:
    library.add(TIDES)
    for _ in range(2):
        library.index(library.add(BREAD), meaning=False)
    assert first_line(library) == "Found 1 result (keyword only; semantic index 33% ready)."


def test_a_nearly_complete_semantic_index_takes_part_and_says_so(library: Library) -> None:
    library.add_all(*(f"# Bread {number}\n\nyeast" for number in range(29)))
    library.index(library.add(TIDES), meaning=False)
    assert first_line(library) == "Found 1 result (keyword + semantic; semantic index 96% ready)."


def test_semantic_search_that_is_off_is_said(library: Library, with_settings: Callable[..., None]) -> None:
    with_settings(embedding=False)
    library.add(TIDES)
    assert first_line(library) == "Found 1 result (keyword only; semantic search is off)."


def test_a_model_that_is_not_loaded_yet_is_said(library: Library) -> None:
    library.add(TIDES)
    library.engines.embedder = None
    assert first_line(library) == "Found 1 result (keyword only; semantic search is starting)."


def test_a_model_that_cannot_be_loaded_is_said(library: Library) -> None:
    library.add(TIDES)
    library.engines.embedder, library.engines.embedder_error = None, "no space left"
    assert first_line(library) == "Found 1 result (keyword only; semantic search is unavailable)."


class BrokenEmbedder(ConceptEmbedder):
    def embed_query(self, text: str) -> Vector:
        raise EmbeddingError("the weights are gone")


class SlowEmbedder(ConceptEmbedder):
    def __init__(self) -> None:
        self.released = threading.Event()

    def embed_query(self, text: str) -> Vector:
        self.released.wait(30)
        return super().embed_query(text)


class BrokenIndex(TantivyIndex):
    def search(self, query: str, *, only: Filter, limit: int) -> list[LexicalHit]:
        raise EngineUnavailable("the disk is gone")


def test_a_semantic_path_that_breaks_leaves_the_other(library: Library) -> None:
    library.add(TIDES)
    library.engines.embedder = BrokenEmbedder()
    assert first_line(library) == "Found 1 result (keyword only; semantic search failed)."


def test_a_semantic_path_that_is_late_leaves_the_other(
    library: Library, with_settings: Callable[..., None]
) -> None:
    with_settings(search_timeout_ms=200)
    library.add(TIDES)
    slow = SlowEmbedder()
    library.engines.embedder = slow
    try:
        assert first_line(library) == "Found 1 result (keyword only; semantic search took too long)."
    finally:
        slow.released.set()


def test_a_keyword_path_that_breaks_leaves_the_other(
    library: Library, tmp_path_factory: pytest.TempPathFactory
) -> None:
    library.add(TIDES)
    working = library.engines.lexical
    broken = BrokenIndex(tmp_path_factory.mktemp("broken"))
    library.engines.lexical = broken
    try:
        answer = search(library.reader, "moon")
        assert answer.text.startswith("Found 1 result (semantic only; keyword search failed).")
        assert answer.results[0].best.section == "1"
    finally:
        library.engines.lexical = working
        broken.close()


def test_without_any_path_there_is_no_answer(
    library: Library, tmp_path_factory: pytest.TempPathFactory
) -> None:
    library.add(TIDES)
    working = library.engines.lexical
    broken = BrokenIndex(tmp_path_factory.mktemp("broken"))
    library.engines.lexical, library.engines.embedder = broken, BrokenEmbedder()
    try:
        with pytest.raises(Unavailable, match="mokuji doctor"):
            search(library.reader, "moon")
    finally:
        library.engines.lexical = working
        broken.close()


class WithoutTranslations(TantivyIndex):
    def search_translated(self, query: TranslatedQuery, *, only: Filter, limit: int) -> list[LexicalHit]:
        raise EngineUnavailable("no such search")


def test_a_place_by_translated_words_is_missed_when_the_engine_has_none(
    library: Library, tmp_path: Path
) -> None:
    library.engines.lexical.close()
    library.engines.lexical = WithoutTranslations(tmp_path / "without")
    library.add("# 部署指南\n\n步骤如下。\n\n## 密码\n\n验证密码。", language="zh")
    (result,) = search(library.reader, "deployment: verify passwords").results
    assert (result.title, result.best.section) == ("部署指南", "1")
