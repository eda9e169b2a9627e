from __future__ import annotations

import pytest

from tests.support.ask import Ask
from tests.support.documents import make_collection, make_document, register
from webapp.accounts.models import User
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.models import Document

pytestmark = pytest.mark.django_db


def test_the_library_shows_ones_own_documents_with_their_shape(ask: Ask, user: User, other: User) -> None:
    document = make_document(user, tags=["a"])
    make_document(other, "# Secret")
    page = ask("GET", "/documents")
    assert (page["total"], page["next_cursor"]) == (1, None)
    (item,) = page["items"]
    assert (item["id"], item["title"], item["state"], item["tags"]) == (
        document.pk,
        "Tides",
        "complete",
        ["a"],
    )
    assert (item["section_count"], item["failure"], item["progress"]) == (2, None, None)
    assert item["top_sections"] == [
        {
            "number": "1",
            "title": "Tides",
            "first_line": 1,
            "last_line": 7,
            "provenance": "markup",
            "confidence": 1.0,
        }
    ]
    assert "abstract" not in item


def test_all_that_match_are_named_at_once_by_their_collection(ask: Ask, user: User, other: User) -> None:
    law = make_collection(user, "Law")
    tides = [make_document(user, f"# Tide {number}", name=f"{number}.md") for number in range(3)]
    held = make_document(user, "# Tide and law", name="law.md", collection=law)
    make_document(user, "# Winds", name="winds.md")
    make_document(other, "# Tide of somebody else", name="else.md")
    answer = ask("GET", "/documents/ids?q=tide")
    inside = {tides[0].collection_id: [each.pk for each in tides], law.pk: [held.pk]}
    assert answer == {
        "total": 4,
        "collections": [{"collection": pk, "document_ids": inside[pk]} for pk in sorted(inside)],
    }
    assert ask("GET", "/documents/ids?collection=Law&state=failed") == {"total": 0, "collections": []}


def test_pages_follow_the_cursor(ask: Ask, user: User) -> None:
    ids = [make_document(user, f"# {n}").pk for n in range(3)]
    first = ask("GET", "/documents?limit=2&sort=added")
    rest = ask("GET", f"/documents?limit=2&sort=added&cursor={first['next_cursor']}")
    assert [item["id"] for item in [*first["items"], *rest["items"]]] == ids
    assert rest["next_cursor"] is None
    ask("GET", f"/documents?limit=2&sort=title&cursor={first['next_cursor']}", status=400)


def test_filters_may_be_repeated_or_separated_by_commas(ask: Ask, user: User) -> None:
    make_document(user, "# One", name="one.md", tags=["x"])
    make_document(user, "# Two", name="two.pdf")
    make_document(user, "# Three", name="three.txt")
    for query in ("type=md&type=pdf", "type=md,pdf"):
        assert ask("GET", f"/documents?{query}")["total"] == 2
    assert ask("GET", "/documents?tag=x&state=complete&state=failed")["total"] == 1
    assert ask("GET", "/documents?q=TWO")["total"] == 1
    ask("GET", "/documents?collection=nowhere", status=404)
    ask("GET", "/documents?state=lost", status=422)


def test_a_document_shows_its_card(ask: Ask, user: User) -> None:
    document = make_document(user)
    card = ask("GET", f"/documents/{document.pk}")
    assert (card["revision"], card["revision_count"]) == (1, 1)
    assert (card["authors"], card["keywords"]) == (["A. Writer"], ["tide"])
    assert card["coverage"]["complete"]


def test_a_document_that_is_being_read_shows_how_far_it_is(ask: Ask, user: User) -> None:
    done = register(user, b"# New")
    assert done.revision is not None
    IndexingJob.objects.create(
        revision=done.revision, progress_done=3, progress_total=9, progress_unit="page"
    )
    item = ask("GET", f"/documents/{done.document.pk}")
    assert item["progress"] == {
        "stage": "extract",
        "done": 3,
        "total": 9,
        "unit": "page",
        "cancel_requested": False,
    }
    assert (item["title"], item["revision"], item["line_count"]) == ("notes.md", None, 0)
    IndexingJob.objects.update(stage=Stage.DONE)
    assert ask("GET", f"/documents/{done.document.pk}")["progress"] is None


def test_a_failure_says_the_mend(ask: Ask, user: User) -> None:
    document = make_document(
        user, state="failed", failure_code="password-needed", failure_message="Password needed. Enter it."
    )
    assert ask("GET", f"/documents/{document.pk}")["failure"] == {
        "code": "password-needed",
        "message": "Password needed. Enter it.",
    }


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("PATCH", "", {"tags": ["a"]}),
        ("DELETE", "", None),
        ("POST", "/reindex", None),
        ("POST", "/cancel", None),
        ("GET", "/outline", None),
        ("GET", "/lines", None),
        ("GET", "/find?q=x", None),
    ],
)
def test_a_document_of_somebody_else_answers_like_one_that_does_not_exist(
    ask: Ask, other: User, method: str, path: str, body: object
) -> None:
    theirs = make_document(other).pk
    answers = [ask(method, f"/documents/{pk}{path}", body, status=404) for pk in (theirs, 999_999, 10**30)]
    assert {answer["code"] for answer in answers} == {"not-found"}
    assert answers[0]["detail"].replace(str(theirs), "999999") == answers[1]["detail"]
    assert Document.objects.filter(pk=theirs, deleted_at=None, tags=[]).exists()


def test_tags_are_replaced_and_cleaned(ask: Ask, user: User) -> None:
    document = make_document(user, tags=["old"])
    changed = ask("PATCH", f"/documents/{document.pk}", {"tags": ["  to   read ", "部署", "to read"]})
    assert changed["tags"] == ["to read", "部署"]
    assert ask("PATCH", f"/documents/{document.pk}", {})["tags"] == ["to read", "部署"]
    assert ask("PATCH", f"/documents/{document.pk}", {"tags": []})["tags"] == []
    for bad in (["a,b"], [""], ["x" * 61], ["\0"], "a", [1], {"a": 1}):
        ask("PATCH", f"/documents/{document.pk}", {"tags": bad}, status=422)
    ask("PATCH", f"/documents/{document.pk}", {"title": "New"}, status=422)


def test_a_document_moves_to_another_collection(ask: Ask, user: User, other: User) -> None:
    document, law = make_document(user), make_collection(user, "Law")
    theirs = make_collection(other, "Theirs")
    assert ask("PATCH", f"/documents/{document.pk}", {"collection": "Law"})["collection"]["id"] == law.pk
    ask("PATCH", f"/documents/{document.pk}", {"collection": "Theirs"}, status=404)
    ask("PATCH", f"/documents/{document.pk}", {"collection": str(theirs.pk)}, status=404)


def test_changed_facts_go_into_the_indexes_again(ask: Ask, user: User) -> None:
    document = make_document(user)
    assert document.revision is not None
    IndexingJob.objects.create(revision=document.revision, stage=Stage.DONE)
    ask("PATCH", f"/documents/{document.pk}", {"tags": ["a"]})
    assert IndexingJob.objects.get().stage == Stage.INDEX


@pytest.mark.usefixtures("open_engines")
def test_a_deleted_document_is_gone(ask: Ask, user: User) -> None:
    document = make_document(user)
    ask("DELETE", f"/documents/{document.pk}", status=204)
    ask("GET", f"/documents/{document.pk}", status=404)
    ask("DELETE", f"/documents/{document.pk}", status=404)
    assert not Document.objects.filter(pk=document.pk).exists()


@pytest.mark.parametrize("body", [None, {}, {"password": None}, {"password": "geheim"}])
def test_a_document_is_read_again(ask: Ask, user: User, body: object) -> None:
    document = make_document(user)
    again = ask("POST", f"/documents/{document.pk}/reindex", body, status=202)
    assert (again["state"], again["revision"], again["revision_count"]) == ("received", 1, 2)
    assert again["progress"]["stage"] == "extract"
    job = IndexingJob.objects.get(revision__number=2)
    assert job.password == ((body or {}).get("password") or "")  # type: ignore[attr-defined]
    assert "geheim" not in str(again)
    ask("POST", f"/documents/{document.pk}/reindex", status=409)


def test_only_work_that_runs_is_cancelled(ask: Ask, user: User) -> None:
    document = make_document(user)
    ask("POST", f"/documents/{document.pk}/cancel", status=409)
    ask("POST", f"/documents/{document.pk}/reindex", status=202)
    cancelled = ask("POST", f"/documents/{document.pk}/cancel", status=202)
    assert (cancelled["state"], cancelled["failure"], cancelled["revision"]) == ("complete", None, 1)


def test_facets_count_under_the_other_filters(ask: Ask, user: User, other: User) -> None:
    law = make_collection(user, "Law")
    make_document(user, "# One", name="one.md", tags=["x"], collection=law)
    make_document(user, "# Two", name="two.pdf", tags=["x", "y"])
    make_document(other, "# Secret", tags=["z"])
    facets = ask("GET", "/facets?type=md")
    assert facets["total"] == 1
    assert [(f["value"], f["count"]) for f in facets["type"]] == [("md", 1), ("pdf", 1)]
    assert [(f["value"], f["count"]) for f in facets["tag"]] == [("x", 1)]
    assert facets["collection"] == [{"value": str(law.pk), "label": "Law", "count": 1}]
