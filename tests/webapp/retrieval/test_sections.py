from __future__ import annotations

import pytest

from tests.support.documents import make_document, make_user
from webapp.library.errors import BadRequest
from webapp.library.models import Document
from webapp.retrieval.sections import NumberedSection, find_section

pytestmark = pytest.mark.django_db

TEXT = "# Tides\n\nThey rise.\n\n## Causes\n\nThe moon.\n\n## Tables\n\nFor ports.\n\n# Winds\n\n## Causes\n\nThe sun."


@pytest.fixture
def document() -> Document:
    return make_document(make_user(password=None), TEXT)


def find(document: Document, wanted: str) -> NumberedSection:
    return find_section(document, document.revision_id or 0, wanted)


@pytest.mark.parametrize("wanted", ["1.2", "[1.2]", "§1.2", " 1.2. ", "Tables", "tables"])
def test_a_section_is_found_by_its_number_or_its_title(document: Document, wanted: str) -> None:
    assert find(document, wanted) == NumberedSection("1.2", "Tables", 9, 12)


def test_a_title_that_two_sections_have_names_none(document: Document) -> None:
    with pytest.raises(BadRequest, match="has no section 'Causes'"):
        find(document, "Causes")


def test_an_unknown_number_names_those_beside_it(document: Document) -> None:
    with pytest.raises(BadRequest) as refused:
        find(document, "1.7")
    assert str(refused.value) == (
        f"Document {document.pk} has no section '1.7'. Near it: 1, 1.1, 1.2. outline shows all 5."
    )


def test_a_document_with_one_section_says_so_in_a_sentence() -> None:
    document = make_document(make_user(password=None), "# Alone\n\nText.")
    with pytest.raises(BadRequest) as refused:
        find(document, "9")
    assert str(refused.value).endswith("Near it: 1. outline shows its only section.")


def test_without_an_outline_reading_by_offset_is_the_mend() -> None:
    document = make_document(make_user(password=None), "Only text.", sections=[])
    with pytest.raises(BadRequest, match=r"has no outline, so no sections\. Read it by offset instead\."):
        find(document, "1")
