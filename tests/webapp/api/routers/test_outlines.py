from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.support.ask import Ask
from tests.support.documents import bearer, make_document
from webapp.accounts.models import User
from webapp.library.models import Document, OutlineEdit

pytestmark = pytest.mark.django_db

TEXT = "# Tides\n\nThe tide rises.\n\n## Causes\n\nThe moon pulls.\n\nThe sun helps it."


@pytest.fixture
def document(user: User) -> Document:
    return make_document(user, TEXT)


@pytest.fixture
def path(document: Document) -> str:
    return f"/documents/{document.pk}/outline"


def shown(answer: Any) -> list[tuple[str, str, int, int, str]]:
    def walk(sections: list[Any]) -> Any:
        for section in sections:
            yield (
                section["number"],
                section["title"],
                section["first_line"],
                section["last_line"],
                section["provenance"],
            )
            yield from walk(section["children"])

    return list(walk(answer["sections"]))


def section(line: int, level: int, title: str) -> dict[str, Any]:
    return {"first_line": line, "level": level, "title": title}


SECTIONS = [section(1, 1, "Tides"), section(5, 2, "Why"), section(9, 2, "The sun")]
EDITED = [
    ("1", "Tides", 1, 9, "markup"),
    ("1.1", "Why", 5, 8, "edited"),
    ("1.2", "The sun", 9, 9, "edited"),
]


def test_an_outline_is_the_whole_tree_and_the_text_of_an_agent(ask: Ask, user: User) -> None:
    document = make_document(user)
    answer = ask("GET", f"/documents/{document.pk}/outline")
    assert (answer["quality"], answer["section_count"], answer["line_count"]) == ("high", 2, 7)
    (top,) = answer["sections"]
    assert (top["number"], [child["title"] for child in top["children"]]) == ("1", ["Causes"])
    assert "[1.1] Causes [L5-7, 3 lines]" in answer["text"]
    assert 0 < answer["tokens"] <= answer["budget"] == 600


def test_the_text_keeps_its_budget_while_the_tree_stays_whole(ask: Ask, user: User) -> None:
    document = make_document(user, "\n".join(f"# Chapter {n}\n## Part {n}" for n in range(200)))
    answer = ask("GET", f"/documents/{document.pk}/outline?budget=150")
    assert answer["tokens"] <= 150
    assert answer["section_count"] == 400
    assert len(answer["sections"]) == 200
    assert answer["left_out"] > 0
    ask("GET", f"/documents/{document.pk}/outline?budget=150&expand=3,4", status=200)
    ask("GET", f"/documents/{document.pk}/outline?budget=0", status=422)


def test_no_outline_is_an_answer(ask: Ask, user: User) -> None:
    answer = ask("GET", f"/documents/{make_document(user, 'just text').pk}/outline")
    assert (answer["quality"], answer["sections"]) == ("none", [])
    assert "No reliable outline available." in answer["text"]


def test_an_outline_is_replaced_and_shown_at_once(ask: Ask, path: str, user: User) -> None:
    before = ask("GET", path)
    assert (before["version"], before["edited"]) == (1, None)
    answer = ask("PUT", path, {"version": 1, "sections": SECTIONS})
    assert shown(answer) == EDITED
    assert (answer["version"], answer["quality"], answer["edited"]["lost"]) == (2, "high", [])
    assert answer["edited"]["edited_by"] == user.username
    assert "[1.2] The sun [L9-9, 1 line]" in answer["text"]
    assert shown(ask("GET", path)) == EDITED


def test_operations_change_single_sections(ask: Ask, path: str) -> None:
    operations = [
        {"op": "rename", "section": "1.1", "title": "Why\u202e \n it rises"},
        {"op": "add", "first_line": 9, "level": 1, "title": "Sun"},
    ]
    answer = ask("PATCH", path, {"version": 1, "operations": operations})
    assert [(number, title) for number, title, *_ in shown(answer)] == [
        ("1", "Tides"),
        ("1.1", "Why it rises"),
        ("2", "Sun"),
    ]
    operations = [{"op": "remove", "section": "1"}, {"op": "confirm", "section": "2"}]
    answer = ask("PATCH", path, {"version": 2, "operations": operations})
    assert [(number, title) for number, title, *_ in shown(answer)] == [("1", "Why it rises"), ("2", "Sun")]
    answer = ask(
        "PATCH",
        path,
        {"version": 3, "operations": [{"op": "move", "section": "2", "first_line": 8, "level": 2}]},
    )
    assert shown(answer)[1][:3] == ("1.1", "Sun", 8)


def test_undoing_returns_to_what_was_extracted(ask: Ask, path: str) -> None:
    before = ask("GET", path)
    ask("PUT", path, {"version": 1, "sections": []})
    assert ask("GET", path)["quality"] == "none"
    after = ask("DELETE", f"{path}?version=2")
    assert shown(after) == shown(before)
    assert (after["version"], after["quality"], after["edited"]) == (3, "high", None)
    assert not OutlineEdit.objects.exists()


def test_an_edit_of_an_outline_that_changed_meanwhile_is_refused_with_the_present_one(
    ask: Ask, path: str
) -> None:
    ask("PUT", path, {"version": 1, "sections": SECTIONS})
    for method, where, body in (
        ("PUT", path, {"version": 1, "sections": []}),
        ("PATCH", path, {"version": 7, "operations": [{"op": "confirm", "section": "1"}]}),
        ("DELETE", f"{path}?version=1", None),
    ):
        problem = ask(method, where, body, status=409)
        assert (problem["code"], problem["status"]) == ("stale-outline", 409)
        assert "version 2" in problem["detail"]
        assert (problem["current"]["version"], shown(problem["current"])) == (2, EDITED)
    assert shown(ask("GET", path)) == EDITED


@pytest.mark.parametrize(
    ("sections", "sentence"),
    [
        ([section(1, 1, "A"), section(1, 1, "B")], "begin at the same line and would overlap"),
        ([section(5, 1, "A"), section(1, 1, "B")], "Order the sections by their lines"),
        ([section(10, 1, "A")], "the document has lines 1 to 9"),
        ([section(1, 2, "A")], "Its level can be 1 to 1 there"),
        ([section(1, 1, " \u200b ")], "Give it one, or leave it out"),
    ],
)
def test_what_is_no_tree_is_refused_with_the_mend(
    ask: Ask, path: str, sections: list[Any], sentence: str
) -> None:
    problem = ask("PUT", path, {"version": 1, "sections": sections}, status=400)
    assert sentence in problem["detail"]
    assert ask("GET", path)["version"] == 1


def test_operations_that_cannot_be_are_refused(ask: Ask, path: str) -> None:
    def change(**operation: Any) -> dict[str, Any]:
        return {"version": 1, "operations": [operation]}

    assert (
        "No section '4'"
        in ask("PATCH", path, change(op="rename", section="4", title="X"), status=400)["detail"]
    )
    ask("PATCH", path, change(op="paint", section="1"), status=422)
    ask("PATCH", path, change(op="rename", section="1", titel="X"), status=422)
    ask("PATCH", path, {"version": 1, "operations": []}, status=422)
    ask("PUT", path, {"sections": []}, status=422)
    ask("DELETE", path, status=422)


def test_those_who_may_only_read_cannot_edit(http: Client, path: str, user: User, other: User) -> None:
    body = {"version": 1, "sections": []}
    for secret, status in ((bearer(user, "read"), 403), (bearer(other), 404)):
        answer = Client().put(f"/api/v1{path}", body, "application/json", headers=secret)
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert Client().put(f"/api/v1{path}", body, "application/json").status_code == 401
