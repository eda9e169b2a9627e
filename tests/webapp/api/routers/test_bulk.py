from __future__ import annotations

import pytest

from tests.support.ask import Ask
from tests.support.documents import make_collection, make_document
from webapp.accounts.models import User
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.models import Document

pytestmark = pytest.mark.django_db


def test_tags_are_added_and_removed_on_many(ask: Ask, user: User) -> None:
    ids = [make_document(user, f"# {n}", tags=["old"]).pk for n in range(3)]
    answer = ask(
        "POST",
        "/documents/bulk",
        {"action": "tag", "document_ids": ids, "add_tags": ["new"], "remove_tags": ["old"]},
    )
    assert answer == {"done": ids, "not_done": []}
    assert {tuple(document.tags) for document in Document.objects.all()} == {("new",)}


def test_what_one_may_not_see_is_reported_as_unknown_and_left_alone(
    ask: Ask, user: User, other: User
) -> None:
    mine, theirs = make_document(user).pk, make_document(other, "# Secret").pk
    answer = ask(
        "POST",
        "/documents/bulk",
        {"action": "tag", "document_ids": [mine, theirs, 999_999], "add_tags": ["x"]},
    )
    assert answer["done"] == [mine]
    assert [problem["document_id"] for problem in answer["not_done"]] == [theirs, 999_999]
    assert Document.objects.get(pk=theirs).tags == []


def test_moving_names_those_that_cannot_move(ask: Ask, user: User) -> None:
    law = make_collection(user, "Law")
    make_document(user, "# Same", name="a.md", collection=law)
    twin, free = make_document(user, "# Same", name="a.md"), make_document(user, "# Free")
    answer = ask(
        "POST", "/documents/bulk", {"action": "move", "document_ids": [twin.pk, free.pk], "collection": "Law"}
    )
    assert answer["done"] == [free.pk]
    assert "same bytes" in answer["not_done"][0]["detail"]
    ask("POST", "/documents/bulk", {"action": "move", "document_ids": [free.pk]}, status=400)
    ask(
        "POST",
        "/documents/bulk",
        {"action": "move", "document_ids": [free.pk], "collection": "No"},
        status=404,
    )


def test_reading_again_and_cancelling_answer_for_each(ask: Ask, user: User) -> None:
    ids = [make_document(user, f"# {n}").pk for n in range(2)]
    assert ask("POST", "/documents/bulk", {"action": "cancel", "document_ids": ids})["done"] == []
    assert ask("POST", "/documents/bulk", {"action": "reindex", "document_ids": ids})["done"] == ids
    assert IndexingJob.objects.filter(stage=Stage.EXTRACT).count() == 2
    assert len(ask("POST", "/documents/bulk", {"action": "reindex", "document_ids": ids})["not_done"]) == 2
    assert ask("POST", "/documents/bulk", {"action": "cancel", "document_ids": ids})["done"] == ids


@pytest.mark.usefixtures("open_engines")
def test_many_are_deleted_once_each(ask: Ask, user: User) -> None:
    ids = [make_document(user, f"# {n}").pk for n in range(3)]
    answer = ask("POST", "/documents/bulk", {"action": "delete", "document_ids": [*ids[:2], ids[0]]})
    assert answer["done"] == ids[:2]
    assert list(Document.objects.values_list("pk", flat=True)) == ids[2:]


@pytest.mark.parametrize(
    "body",
    [
        {"action": "burn", "document_ids": [1]},
        {"action": "delete", "document_ids": []},
        {"action": "delete", "document_ids": [0]},
        {"action": "delete", "document_ids": [2**63]},
        {"action": "delete", "document_ids": list(range(1, 5_002))},
        {"action": "tag", "document_ids": [1], "add_tags": [""]},
        {"action": "delete"},
        [],
    ],
)
def test_what_makes_no_sense_is_refused_whole(ask: Ask, body: object) -> None:
    ask("POST", "/documents/bulk", body, status=422)


def test_tagging_without_tags_is_refused(ask: Ask, user: User) -> None:
    ask("POST", "/documents/bulk", {"action": "tag", "document_ids": [make_document(user).pk]}, status=400)
