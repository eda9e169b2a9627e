from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.support.documents import make_collection, make_document, make_user, reader_of
from webapp.library.errors import BadRequest, NotFound
from webapp.retrieval.browse import browse

pytestmark = pytest.mark.django_db


def test_documents_are_listed_with_what_one_needs_to_choose() -> None:
    user = make_user()
    document = make_document(user, title="On tides", modified_at=datetime(2024, 5, 31, tzinfo=UTC))
    assert browse(reader_of(user)).text == (
        f"1 document.\n\ndoc_id: {document.pk} | On tides | md | 7 lines | 2024-05-31"
    )


def test_the_first_page_names_the_collections() -> None:
    user = make_user()
    make_document(user)
    make_document(user, "# Law", name="law.md", collection=make_collection(user, "Law"))
    reader = reader_of(user)
    assert "Collections: Law (1), My documents (1)" in browse(reader).text
    narrowed = browse(reader, collection="Law")
    assert [document.collection for document in narrowed.documents] == ["Law"]
    assert narrowed.collections == ()


def test_every_document_comes_once_over_all_pages() -> None:
    user = make_user()
    ids = {make_document(user, f"# {n}", name=f"{n}.md").pk for n in range(7)}
    reader, seen, cursor = reader_of(user), list[int](), None
    for _ in range(10):
        page = browse(reader, sort="title", limit=3, cursor=cursor)
        seen += [document.document_id for document in page.documents]
        assert (page.cursor is None) == (f'cursor="{page.cursor}"' not in page.text)
        if (cursor := page.cursor) is None:
            break
    assert len(seen) == 7
    assert set(seen) == ids


def test_a_state_other_than_complete_is_told() -> None:
    user = make_user()
    make_document(user, state="failed")
    assert browse(reader_of(user)).text.endswith("| failed")


def test_what_cannot_be_is_told() -> None:
    user = make_user()
    make_document(user)
    reader = reader_of(user)
    with pytest.raises(BadRequest, match="added, modified, title"):
        browse(reader, sort="colour")
    with pytest.raises(BadRequest, match="1 to 100"):
        browse(reader, limit=101)
    with pytest.raises(BadRequest, match="Here: md"):
        browse(reader, type="pdf")
    with pytest.raises(NotFound):
        browse(reader, collection="Nowhere")
    with pytest.raises(BadRequest, match="cursor"):
        browse(reader, cursor="nonsense")


def test_what_nobody_sees_in_a_name_does_not_reach_the_agent() -> None:
    user = make_user()
    make_document(user, "# Law", collection=make_collection(user, "Law\U000e0049\u202e"))
    shown = browse(reader_of(user))
    assert "Collections: Law (1), My documents (0)" in shown.text
    assert [each.name for each in shown.collections] == ["Law", "My documents"]
    assert [each.collection for each in browse(reader_of(user), collection="Law").documents] == ["Law"]
