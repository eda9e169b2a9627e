from __future__ import annotations

import pytest

from tests.support.ask import Ask
from tests.support.documents import index_words, make_document
from webapp.accounts.models import User
from webapp.library.models import Document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_engines")]


@pytest.fixture
def tides(user: User) -> Document:
    document = make_document(user)
    index_words(document)
    return document


def test_the_three_verbs_show_what_an_agent_sees(ask: Ask, tides: Document) -> None:
    found = ask("POST", "/verbs/search", {"query": "moon"})
    assert found["text"].startswith("Found 1 result")
    seen = ask("POST", "/verbs/outline", {"doc_ids": [tides.pk]})
    assert "[1] Tides [L1-7, 7 lines]" in seen["text"]
    read = ask("POST", "/verbs/read", {"doc_id": tides.pk, "section": "1.1"})
    assert "7 | The moon pulls." in read["text"]
    for answer in (found, seen, read):
        assert (answer["is_error"], answer["tokens"] > 0) == (False, True)


def test_an_error_is_told_as_the_agent_would_see_it(ask: Ask, tides: Document, other: User) -> None:
    theirs = make_document(other).pk
    for pk in (theirs, 999_999):
        answer = ask("POST", "/verbs/read", {"doc_id": pk})
        assert answer["is_error"]
        assert str(pk) in answer["text"]
    assert ask("POST", "/verbs/read", {"doc_id": tides.pk, "offset": 99})["is_error"]
    assert ask("POST", "/verbs/search", {"query": " "})["is_error"]


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("search", {}),
        ("search", {"query": "x", "limit": 51}),
        ("search", {"query": "x", "colour": "red"}),
        ("outline", {"doc_ids": []}),
        ("outline", {"doc_ids": ["one"]}),
        ("read", {"doc_id": 0}),
        ("read", {"doc_id": 1, "limit": 501}),
    ],
)
def test_arguments_of_the_wrong_kind_are_refused(ask: Ask, verb: str, body: object) -> None:
    ask("POST", f"/verbs/{verb}", body, status=422)


def test_a_mistake_in_the_arguments_is_told_as_an_agent_is_told_of_it(ask: Ask) -> None:
    told = ask("POST", "/verbs/read", {"doc_id": "abc"}, status=422)["detail"]
    assert told == (
        "doc_id cannot be 'abc': input should be a valid integer, unable to parse string as an integer."
        " doc_id: The doc_id of a search result."
    )
    assert (
        "browse has no argument 'colour'" in ask("POST", "/verbs/browse", {"colour": 1}, status=422)["detail"]
    )
    assert "`errors`" in ask("POST", "/verbs/read", {"doc_id": 0}, status=422)["detail"]
