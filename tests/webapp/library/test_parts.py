"""Which documents lie in which."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tests.support.documents import make_collection, make_document, make_user, reader_of, register
from webapp.accounts.models import User
from webapp.library import parts, services
from webapp.library.access import reader_for
from webapp.library.errors import Conflict
from webapp.library.models import Document
from webapp.library.selectors import DocumentFilter, filtered

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def family(user: User) -> list[Document]:
    """A container, a container in it, and a document in that."""
    outer = make_document(user, "# Outer", name="outer.md")
    inner = make_document(user, "# Inner", name="inner.md", parent=outer, part="inner.md")
    leaf = make_document(user, "# Leaf", name="leaf.md", parent=inner, part="a/leaf.md")
    return [outer, inner, leaf]


def test_generations_are_told_from_the_outermost_down(user: User, family: list[Document]) -> None:
    outer, inner, leaf = (document.pk for document in family)
    make_document(user, "# Other", name="other.md")
    assert parts.generations([outer]) == [[outer], [inner], [leaf]]
    assert parts.generations([outer, leaf]) == [[outer, leaf], [inner]]
    assert parts.with_parts([inner]) == [inner, leaf]
    assert [parts.nesting(document) for document in family] == [1, 2, 3]
    assert {parts.outermost(document) for document in family} == {outer}


def test_parts_are_counted_and_those_on_their_way_too(family: list[Document]) -> None:
    outer, inner, leaf = family
    assert parts.part_counts([document.pk for document in family]) == {outer.pk: 1, inner.pk: 1}
    assert parts.unfinished_parts(outer.pk) == 0
    Document.objects.filter(pk=leaf.pk).update(state="searchable")
    assert parts.unfinished_parts(outer.pk) == 1


def test_a_path_stands_for_one_part_of_a_container(family: list[Document]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Document.objects.filter(pk=family[2].pk).update(parent=family[0], part="inner.md")


def test_documents_are_filtered_by_the_container_they_lie_in(user: User, family: list[Document]) -> None:
    found = filtered(reader_of(user), DocumentFilter(parents=(family[0].pk,)))
    assert list(found) == [family[1]]


def test_the_same_bytes_as_those_of_a_part_are_a_document_of_its_own(
    user: User, family: list[Document]
) -> None:
    again = register(user, b"leaf.md\n# Leaf", "leaf.md")
    assert again.outcome == "added"
    assert again.document.parent_id is None


def test_a_container_moves_with_all_that_lies_in_it_and_a_part_not_alone(
    user: User, family: list[Document]
) -> None:
    target = make_collection(user, "Elsewhere")
    outer, inner, leaf = family
    with pytest.raises(Conflict, match="Move that"):
        services.move_document(reader_for(user), leaf, target)
    assert services.move_document(reader_for(user), outer, target) is True
    assert set(Document.objects.values_list("collection_id", flat=True)) == {target.pk}
    assert services.move_document(reader_for(user), inner, target) is False
