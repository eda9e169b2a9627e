from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.support.ask import Ask
from tests.support.documents import index_words, make_document
from webapp.accounts.models import User
from webapp.bridge.engines import engines
from webapp.library.models import Document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_engines")]


@pytest.fixture
def tides(user: User, other: User) -> Document:
    engines().lexical.clear()
    document = make_document(user, tags=["sea"])
    index_words(document, make_document(other, "# Moon\n\nThe moon of somebody else."))
    return document


def test_search_finds_ones_own_with_the_place_and_the_marks(ask: Ask, tides: Document) -> None:
    answer = ask("GET", "/search?query=moon")
    (hit,) = answer["results"]
    assert (hit["document_id"], hit["found_by"], hit["rank"]) == (tides.pk, ["keyword"], 1)
    assert (hit["best"]["section"], hit["best"]["first_line"]) == ("1.1", 5)
    start, end = hit["highlights"][0]
    assert hit["snippet"][start:end].lower() == "moon"
    assert hit["collection"]["name"] == "My documents"
    assert answer["mode"]["keyword"]
    assert "doc_id" in answer["text"]
    assert answer["tokens"] > 0


def test_words_are_marked_whole_and_small_ones_not_at_all(ask: Ask, user: User) -> None:
    engines().lexical.clear()
    index_words(make_document(user, "# Gates\n\nA mark at a gate marks another; 京都の門, unremarkable."))
    for query, wanted in (
        ("a mark", ["mark", "marks"]),
        ("at", ["at"]),
        ("都 mark", ["mark", "marks", "都"]),
    ):
        (hit,) = ask("GET", f"/search?query={quote(query)}")["results"]
        assert [hit["snippet"][start:end] for start, end in hit["highlights"]] == wanted


def test_words_are_marked_in_the_endings_and_translations_that_search_finds(ask: Ask, user: User) -> None:
    engines().lexical.clear()
    index_words(
        make_document(user, "# Files\n\n𝕏 An upload waits. ファイルのアップロードを再開する。继续上传文件。")
    )
    for query, wanted in (
        ("uploading", ["upload"]),
        ("アップロード 再開", ["upload", "アップロード", "再開"]),
        ("上传文件", ["upload", "上传文件"]),
    ):
        (hit,) = ask("GET", f"/search?query={quote(query)}")["results"]
        units = hit["snippet"].encode("utf-16-le")
        marked = [units[2 * start : 2 * end].decode("utf-16-le") for start, end in hit["highlights"]]
        assert marked == wanted


def test_nothing_found_is_an_answer_with_a_hint(ask: Ask, tides: Document) -> None:
    answer = ask("GET", f"/search?query={quote('xylophone')}")
    assert answer["results"] == []
    assert answer["hint"]


def test_filters_are_taken_and_checked(ask: Ask, tides: Document) -> None:
    for query in ("type=md", "tag=sea", "collection=My+documents", "modified_after=2000", "type=md&type=pdf"):
        status = 200 if "pdf" not in query else 400
        ask("GET", f"/search?query=moon&{query}", status=status)
    assert ask("GET", "/search?query=moon&modified_before=2000")["results"] == []
    for bad in ("collection=No", "tag=no", "modified_after=soon"):
        assert ask("GET", f"/search?query=moon&{bad}", status=404 if "coll" in bad else 400)["detail"]
    for bad in ("limit=0", "limit=51", "colour=red"):
        ask("GET", f"/search?query=moon&{bad}", status=422)
    ask("GET", "/search", status=422)
    ask("GET", "/search?query=", status=400)


def test_any_text_is_a_query(ask: Ask, tides: Document) -> None:
    for query in ('foo"bar', "AND OR (", "*:*", "\u202e", "部署", "x" * 2000, "title:moon^9", "\\"):
        ask("GET", f"/search?query={quote(query)}")
