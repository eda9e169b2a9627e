from __future__ import annotations

import base64
import contextlib
import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.documents import make_collection, make_document, make_user, reader_of
from webapp.accounts.models import User
from webapp.library.access import Reader
from webapp.library.errors import BadRequest, NotFound
from webapp.library.models import Document
from webapp.library.selectors import (
    SORTS,
    DocumentFilter,
    collections_of,
    document_slice,
    facet_counts,
    filtered,
    revision_to_open,
    section_counts,
    top_sections,
)

pytestmark = pytest.mark.django_db


def titles(reader: Reader, **wanted: object) -> set[str]:
    return set(filtered(reader, DocumentFilter(**wanted)).values_list("title", flat=True))  # type: ignore[arg-type]


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def shelf(user: User) -> Reader:
    law = make_collection(user, "Law")
    make_document(
        user, "# One", title="One", name="one.pdf", language="en", tags=["部署", "b"], state="failed"
    )
    make_document(user, "# Two", title="Two", name="two.md", language="zh-Hans", tags=["b"], collection=law)
    make_document(user, "three", title="Three", name="three.md", language="ja")
    make_document(make_user("other"), "# Secret", title="Secret", tags=["b"])
    return reader_of(user)


def test_filters_narrow_each_other_and_their_values_are_alternatives(shelf: Reader) -> None:
    assert titles(shelf) == {"One", "Two", "Three"}
    assert titles(shelf, types=("pdf",)) == {"One"}
    assert titles(shelf, types=("PDF", ".md")) == {"One", "Two", "Three"}
    assert titles(shelf, languages=("zh",)) == {"Two"}
    assert titles(shelf, languages=("z",)) == set()
    assert titles(shelf, tags=("b",)) == {"One", "Two"}
    assert titles(shelf, tags=("部署",)) == {"One"}
    assert titles(shelf, tags=('"', "%")) == set()
    assert titles(shelf, tags=("b",), types=("md",)) == {"Two"}
    assert titles(shelf, collections=("Law",)) == {"Two"}
    assert titles(shelf, states=("failed",)) == {"One"}
    assert titles(shelf, outline_qualities=("none",)) == {"Three"}
    assert titles(shelf, words="t w") == {"Two"}
    assert titles(shelf, words="ONE.pdf") == {"One"}
    assert titles(shelf, words="%") == set()


def test_times_are_inclusive(user: User) -> None:
    moment = datetime(2024, 1, 1, tzinfo=UTC)
    make_document(user, "# One", title="One", modified_at=moment)
    reader = reader_of(user)
    assert titles(reader, modified_after=moment, modified_before=moment) == {"One"}
    assert titles(reader, modified_after=moment + timedelta(seconds=1)) == set()


def test_a_collection_of_somebody_else_is_as_unknown_as_none(shelf: Reader) -> None:
    with pytest.raises(NotFound) as theirs:
        titles(shelf, collections=("no such",))
    assert "Yours: Law, My documents" in str(theirs.value)


@pytest.mark.parametrize("sort", [*SORTS, *(f"-{name}" for name in SORTS)])
def test_pages_by_cursor_hold_every_document_once_in_order(user: User, sort: str) -> None:
    for number in range(7):
        make_document(user, f"# {number}", name=f"{number % 3}.md", size=number % 2, title=f"T{number % 2}")
    reader = reader_of(user)
    seen: list[int] = []
    cursor = None
    while True:
        page = document_slice(reader, DocumentFilter(), sort=sort, cursor=cursor, limit=2)
        assert page.total == 7
        seen += [document.pk for document in page.documents]
        cursor = page.next_cursor
        if cursor is None:
            break
    whole = document_slice(reader, DocumentFilter(), sort=sort, limit=50)
    assert seen == [document.pk for document in whole.documents]
    assert len(set(seen)) == 7


def test_what_is_added_or_deleted_meanwhile_neither_repeats_nor_hides(user: User) -> None:
    kept = [make_document(user, f"# {number}").pk for number in range(6)]
    reader = reader_of(user)
    first = document_slice(reader, DocumentFilter(), limit=2)
    make_document(user, "# new")
    Document.objects.filter(pk=first.documents[0].pk).delete()
    rest = document_slice(reader, DocumentFilter(), cursor=first.next_cursor, limit=50)
    assert [d.pk for d in (*first.documents, *rest.documents)] == kept[::-1]


def test_titles_sort_without_case_and_fall_back_to_the_file_name(user: User) -> None:
    for name, title in (("z.md", "beta"), ("alpha.md", ""), ("y.md", "Gamma")):
        document = make_document(user, f"# {name}", name=name)
        Document.objects.filter(pk=document.pk).update(title=title)
    page = document_slice(reader_of(user), DocumentFilter(), sort="title")
    assert [document.file_name for document in page.documents] == ["alpha.md", "z.md", "y.md"]


def test_an_unknown_sort_names_the_valid_ones(shelf: Reader) -> None:
    with pytest.raises(BadRequest, match="added, modified, title"):
        document_slice(shelf, DocumentFilter(), sort="colour")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text(max_size=60).map(lambda t: base64.urlsafe_b64encode(t.encode("utf-8", "replace")).decode()),
        st.lists(
            st.one_of(
                st.sampled_from([*SORTS, "-added"]),
                st.integers(),
                st.none(),
                st.text(max_size=5),
                st.floats(),
            ),
            max_size=4,
        ).map(lambda raw: base64.urlsafe_b64encode(json.dumps(raw).encode()).decode()),
    )
)
def test_a_made_up_cursor_is_refused_or_answers_and_never_breaks(shelf: Reader, cursor: str) -> None:
    for sort in ("-added", "size", "title"):
        with contextlib.suppress(BadRequest):
            assert document_slice(shelf, DocumentFilter(), sort=sort, cursor=cursor).total == 3


def test_a_cursor_of_another_sort_is_refused(user: User) -> None:
    for number in range(3):
        make_document(user, f"# {number}")
    reader = reader_of(user)
    cursor = document_slice(reader, DocumentFilter(), sort="size", limit=1).next_cursor
    with pytest.raises(BadRequest):
        document_slice(reader, DocumentFilter(), sort="words", cursor=cursor)


def test_each_facet_heeds_every_filter_but_its_own(shelf: Reader) -> None:
    counts = facet_counts(shelf, DocumentFilter(types=("md",), tags=("b",)))
    assert counts["types"] == [("md", 1), ("pdf", 1)]
    assert counts["tags"] == [("b", 1)]
    assert counts["languages"] == [("zh-Hans", 1)]
    assert counts["states"] == [("complete", 1)]
    assert facet_counts(shelf, DocumentFilter())["tags"] == [("b", 2), ("部署", 1)]


def test_collections_are_counted_without_what_is_being_deleted(shelf: Reader, user: User) -> None:
    counts = {collection.name: number for collection, number in collections_of(shelf)}
    assert counts == {"Law": 1, "My documents": 2}
    Document.objects.filter(title="One").update(deleted_at=datetime.now(UTC))
    assert dict(collections_of(shelf))[collections_of(shelf)[1][0]] == 1


def test_a_list_shows_the_first_level_only_and_not_too_much_of_it(user: User) -> None:
    few = make_document(user)
    many = make_document(user, "\n".join(f"# {n}\n## {n}.1" for n in range(100)))
    assert few.revision is not None
    assert many.revision is not None
    ids = [few.revision.pk, many.revision.pk]
    found = top_sections(ids)
    assert [row.title for row in found[few.revision.pk]] == ["Tides"]
    assert [row.number for row in found[many.revision.pk]] == [str(n) for n in range(1, 61)]
    assert section_counts(ids) == {few.revision.pk: 2, many.revision.pk: 200}


def test_below_a_single_title_the_second_level_is_the_shape(user: User) -> None:
    book = make_document(user, "# The book\n## One\n### Deep\n## Two\n## Three")
    assert book.revision is not None
    found = top_sections([book.revision.pk])
    assert [row.title for row in found[book.revision.pk]] == ["One", "Two", "Three"]


def test_the_published_revision_is_opened_unless_another_is_named(user: User) -> None:
    document = make_document(user)
    assert revision_to_open(document) == document.revision
    assert revision_to_open(document, 1) == document.revision
    assert revision_to_open(document, 2) is None
