from __future__ import annotations

import pytest

from ingest.domain.document import Line, Place
from tests.support.documents import make_document, make_user, publish, register
from webapp.accounts.models import User
from webapp.library.models import Document
from webapp.retrieval.answers import Spot
from webapp.retrieval.cost import count_tokens
from webapp.retrieval.places import SNIPPET_TOKENS, Passage, first_passages, look_at

pytestmark = pytest.mark.django_db

TEXT = "# Tides\n\nThe sea rises.\n\n## Causes\n\nThe moon pulls the water."


@pytest.fixture
def user() -> User:
    return make_user(password=None)


def passage(document: Document, first: int, last: int) -> Passage:
    return Passage(document.revision_id or 0, first, last)


def test_a_place_names_the_deepest_section_around_it(user: User) -> None:
    document = make_document(user, TEXT)
    [(spot, snippet)] = look_at([passage(document, 5, 7)], ["moon"])
    assert spot == Spot(5, 7, "1.1", "Causes", None)
    assert snippet == "The moon pulls the water."


def test_a_place_before_the_first_heading_has_no_section(user: User) -> None:
    document = make_document(user, "Before all.\n\n# Tides\n\nText.")
    [(spot, snippet)] = look_at([passage(document, 1, 1)], [])
    assert (spot.section, spot.section_title, snippet) == (None, None, "Before all.")


def test_a_place_names_the_page_of_its_first_line_that_has_one(user: User) -> None:
    done = register(user, b"%PDF", "a.pdf")
    assert done.revision is not None
    publish(
        done.revision, [Line("one"), Line("two", Place(page=4)), Line("three", Place(page=5))], (), title="T"
    )
    [(spot, _)] = look_at([Passage(done.revision.pk, 1, 3)], [])
    assert spot.page == 4


def test_many_places_are_answered_in_their_order(user: User) -> None:
    first, second = make_document(user, TEXT), make_document(user, "# Bread\n\nYeast.", name="bread.md")
    looks = look_at([passage(second, 1, 3), passage(first, 1, 3), passage(second, 3, 3)], [])
    assert [spot.section_title for spot, _ in looks] == ["Bread", "Tides", "Bread"]
    assert looks[0][1] == "Yeast."


@pytest.mark.parametrize("text", ["water " * 900, "潮" * 900, "12 " * 900, "물때가 " * 500])
def test_no_snippet_costs_more_than_its_share(user: User, text: str) -> None:
    document = make_document(user, f"# T\n\n{text}")
    [(_, snippet)] = look_at([passage(document, 1, 3)], [])
    assert 0 < count_tokens(snippet) <= SNIPPET_TOKENS


def test_the_first_passage_of_a_document_is_its_first_section_or_all_of_it(user: User) -> None:
    outlined, bare = make_document(user, TEXT), make_document(user, "a\nb\nc", name="b.md", sections=[])
    found = first_passages({outlined.revision_id or 0: 7, bare.revision_id or 0: 3})
    assert found == {
        outlined.revision_id: passage(outlined, 1, 7),
        bare.revision_id: passage(bare, 1, 3),
    }
