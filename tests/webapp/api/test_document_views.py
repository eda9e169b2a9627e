from __future__ import annotations

import pytest

from tests.support.documents import make_document, make_user, reader_of
from webapp.api.document_views import items
from webapp.library.selectors import DocumentFilter, document_slice


@pytest.mark.django_db
def test_a_page_costs_the_same_few_queries_however_long_it_is(django_assert_max_num_queries: object) -> None:
    user = make_user()
    for number in range(12):
        make_document(user, f"# {number}\n## Inside", tags=["a"])
    reader = reader_of(user)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        page = document_slice(reader, DocumentFilter(), limit=50)
        rows = items(page.documents)
    assert [row.section_count for row in rows] == [2] * 12
    assert [row.collection.name for row in rows] == ["My documents"] * 12
