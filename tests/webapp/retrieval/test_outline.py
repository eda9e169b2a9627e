from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.domain.outline import Provenance, Section
from ingest.domain.outline_text import NO_OUTLINE
from tests.support.documents import make_document, make_user, reader_of, register
from webapp.accounts.models import User
from webapp.library.errors import BadRequest, Conflict, NotFound
from webapp.library.models import Document
from webapp.retrieval.cost import count_tokens
from webapp.retrieval.outline import outline

pytestmark = pytest.mark.django_db

TIDES = "# Tides\n\nThe tide rises.\n\n## Causes\n\nThe moon pulls.\n\n## Harbours\n\nEach has a table."


@pytest.fixture
def user() -> User:
    return make_user(password=None)


def wide(count: int) -> list[Section]:
    """Sections of one line each, with long titles."""
    return [
        Section(str(n), f"The section that has the number {n}", 1, n, n, Provenance.MARKUP)
        for n in range(1, count + 1)
    ]


def make_wide(user: User, count: int, name: str = "wide.md") -> Document:
    return make_document(user, "\n".join(["line"] * count), name=name, sections=wide(count))


def test_one_document_is_a_tree_alone(user: User) -> None:
    document = make_document(user, TIDES)
    answer = outline(reader_of(user), document.pk)
    assert answer.text == (
        "[1] Tides [L1-11, 11 lines]\n  [1.1] Causes [L5-8, 4 lines]\n  [1.2] Harbours [L9-11, 3 lines]"
    )
    assert answer.tokens == count_tokens(answer.text)


def test_the_unit_follows_the_readers_language(user: User) -> None:
    document = make_document(user, TIDES)
    reader = reader_of(user)
    japanese = replace(reader, locale="ja")
    assert outline(japanese, document.pk).text.startswith("[1] Tides [L1-11, 11行]")


def test_the_facts_carry_the_sections_that_are_shown(user: User) -> None:
    document = make_document(user, TIDES)
    (shown,) = outline(reader_of(user), [document.pk]).documents
    assert [section.number for section in shown.sections] == ["1", "1.1", "1.2"]
    assert (shown.document_id, shown.title, shown.quality, shown.mode, shown.left_out) == (
        document.pk,
        "Tides",
        "high",
        "full",
        0,
    )


def test_without_an_outline_the_answer_is_one_sentence(user: User) -> None:
    document = make_document(user, "just text", sections=[])
    answer = outline(reader_of(user), document.pk)
    assert answer.text == NO_OUTLINE
    assert answer.documents[0].mode == "none"


def test_several_documents_come_under_a_heading_each_in_the_order_asked(user: User) -> None:
    first = make_document(user, TIDES, name="a.md")
    second = make_document(user, "just text", name="b.md", sections=[])
    answer = outline(reader_of(user), [second.pk, first.pk, second.pk])
    assert answer.text.splitlines()[:4] == [
        f"doc_id: {second.pk} | b.md",
        NO_OUTLINE,
        "",
        f"doc_id: {first.pk} | Tides",
    ]


@pytest.mark.parametrize("budget", [50, 80, 200, 600])
@pytest.mark.parametrize("several", [False, True])
def test_no_outline_costs_more_than_its_budget(user: User, budget: int, several: bool) -> None:
    documents = [make_wide(user, 300, "a.md"), make_wide(user, 250, "b.md")][: 2 if several else 1]
    answer = outline(reader_of(user), [document.pk for document in documents], budget=budget)
    for part in answer.text.split("\n\n"):
        assert count_tokens(part) <= budget
    assert all(document.left_out > 0 for document in answer.documents)


def test_expand_opens_what_the_budget_closed(user: User) -> None:
    inner = tuple(
        Section(f"1.{n}", f"Inner section number {n}", 2, n + 1, n + 1, Provenance.MARKUP)
        for n in range(1, 99)
    )
    tree = [
        Section("1", "First", 1, 1, 100, Provenance.MARKUP, children=inner),
        Section("2", "Second", 1, 101, 120, Provenance.MARKUP),
    ]
    document = make_document(user, "\n".join(["x"] * 120), sections=tree)
    closed = outline(reader_of(user), document.pk, budget=60)
    opened = outline(reader_of(user), document.pk, budget=60, expand=["[1.2]"])
    assert "[1.2]" not in closed.text
    assert "[1.2] Inner section number 2" in opened.text


def test_an_unknown_section_to_expand_is_refused(user: User) -> None:
    document = make_document(user, TIDES)
    with pytest.raises(BadRequest, match=r"No section is numbered '7\.1'"):
        outline(reader_of(user), document.pk, expand=["1.1", "7.1"])


def test_a_section_of_one_of_several_documents_may_be_expanded(user: User) -> None:
    long, short = make_document(user, TIDES, name="a.md"), make_document(user, "# One", name="b.md")
    assert outline(reader_of(user), [long.pk, short.pk], expand=["1.2"]).left == ()


def test_what_does_not_fit_is_left_for_a_next_call(user: User) -> None:
    documents = [make_wide(user, 600 + n, f"{n}.md") for n in range(4)]
    ids = [document.pk for document in documents]
    answer = outline(reader_of(user), ids, budget=9_000)
    assert answer.tokens <= 20_000
    assert [document.document_id for document in answer.documents] == ids[:2]
    assert answer.left == tuple(ids[2:])
    assert answer.text.splitlines()[-1] == f"Not shown, for a next call: doc_ids={ids[2:]}"


def test_the_largest_budget_still_answers(user: User) -> None:
    document = make_wide(user, 3000)
    answer = outline(reader_of(user), document.pk, budget=20_000)
    assert 10_000 < answer.tokens <= 20_000


@pytest.mark.parametrize("budget", [-1, 0, 49, 20_001])
def test_a_budget_out_of_range_is_refused(user: User, budget: int) -> None:
    with pytest.raises(BadRequest, match="must be from 50 to 20,000"):
        outline(reader_of(user), 1, budget=budget)


@pytest.mark.parametrize("ids", [[999], [-1], [2**70]])
def test_an_unknown_id_is_not_found(user: User, ids: list[int]) -> None:
    with pytest.raises(NotFound, match="Use search to find documents"):
        outline(reader_of(user), ids)


def test_no_id_and_too_many_are_refused(user: User) -> None:
    with pytest.raises(BadRequest, match="doc_ids is empty"):
        outline(reader_of(user), [])
    with pytest.raises(BadRequest, match="at most 50"):
        outline(reader_of(user), list(range(1, 60)))


def test_another_persons_document_is_not_found(user: User) -> None:
    document = make_document(make_user("other", password=None), TIDES)
    with pytest.raises(NotFound):
        outline(reader_of(user), document.pk)


def test_a_document_that_is_still_being_read_says_so(user: User) -> None:
    document = register(user, b"# Later").document
    with pytest.raises(Conflict, match="still being indexed"):
        outline(reader_of(user), document.pk)
