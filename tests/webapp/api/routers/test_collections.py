from __future__ import annotations

import pytest

from tests.support.ask import Ask
from tests.support.documents import make_collection, make_document
from webapp.accounts.models import User
from webapp.library.models import Collection

pytestmark = pytest.mark.django_db


def test_collections_are_made_renamed_and_deleted(ask: Ask) -> None:
    made = ask("POST", "/collections", {"name": " Law  books "}, status=201)
    assert (made["name"], made["document_count"]) == ("Law books", 0)
    assert ask("PATCH", f"/collections/{made['id']}", {"name": "Law"})["name"] == "Law"
    assert [c["name"] for c in ask("GET", "/collections")] == ["Law"]
    ask("DELETE", f"/collections/{made['id']}", status=204)
    assert ask("GET", "/collections") == []


def test_only_ones_own_are_listed_and_counted(ask: Ask, user: User, other: User) -> None:
    make_document(user)
    make_document(other, "# Secret")
    assert [(c["name"], c["document_count"]) for c in ask("GET", "/collections")] == [("My documents", 1)]


def test_what_cannot_be_is_refused(ask: Ask, user: User) -> None:
    document = make_document(user)
    ask("POST", "/collections", {"name": "My documents"}, status=409)
    ask("POST", "/collections", {"name": "42"}, status=400)
    ask("POST", "/collections", {"name": ""}, status=422)
    ask("POST", "/collections", {"name": "a\0b"}, status=422)
    law = make_collection(user, "Law")
    ask("PATCH", f"/collections/{law.pk}", {"name": "My documents"}, status=409)
    ask("DELETE", f"/collections/{document.collection_id}", status=409)


@pytest.mark.parametrize(("method", "body"), [("PATCH", {"name": "Mine"}), ("DELETE", None)])
def test_a_collection_of_somebody_else_answers_like_one_that_does_not_exist(
    ask: Ask, other: User, method: str, body: object
) -> None:
    theirs = make_collection(other, "Theirs")
    details = {
        ask(method, f"/collections/{pk}", body, status=404)["detail"].replace(f"id {pk}.", "id N.")
        for pk in (theirs.pk, 999_999, 10**30)
    }
    assert len(details) == 1
    assert Collection.objects.get(pk=theirs.pk).name == "Theirs"
