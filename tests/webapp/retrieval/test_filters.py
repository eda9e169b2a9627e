from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.support.documents import make_collection, make_document, make_user, reader_of
from webapp.library.access import Reader
from webapp.library.errors import BadRequest, NotFound
from webapp.retrieval.filters import FilterArguments, filter_for, given

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader() -> Reader:
    user = make_user()
    make_document(user, "# One", name="one.md", language="zh-Hans", tags=["harbour", "north"])
    make_document(user, "# Two", name="two.pdf", language="ja")
    make_document(user, "# Three", name="three.md", language="zh-Hant", tags=["south"])
    return reader_of(user)


def seconds(*moment: int) -> int:
    return int(datetime(*moment, tzinfo=UTC).timestamp())  # type: ignore[arg-type,misc]


def test_without_arguments_only_the_readers_collections_restrict(reader: Reader) -> None:
    only = filter_for(reader, {})
    assert only.collections == reader.collection_ids
    assert (only.file_types, only.languages, only.tags, only.modified_after, only.modified_before) == (
        None,
    ) * 5


def test_a_collection_is_found_by_name_and_by_id() -> None:
    user = make_user()
    notes = make_collection(user, "Notes")
    assert filter_for(reader_of(user), {"collection": "Notes"}).collections == (notes.pk,)
    assert filter_for(reader_of(user), {"collection": str(notes.pk)}).collections == (notes.pk,)


def test_an_unknown_collection_is_answered_with_those_there_are(reader: Reader) -> None:
    with pytest.raises(NotFound, match="Yours: My documents"):
        filter_for(reader, {"collection": "Nots"})


def test_the_collection_of_another_person_is_unknown(reader: Reader) -> None:
    other = make_collection(make_user("other"), "Secret")
    with pytest.raises(NotFound):
        filter_for(reader, {"collection": str(other.pk)})


def test_file_types_are_taken_with_or_without_a_dot_in_any_case(reader: Reader) -> None:
    assert filter_for(reader, {"type": ".PDF"}).file_types == ("pdf",)
    assert filter_for(reader, {"type": "md, pdf"}).file_types == ("md", "pdf")


def test_an_unknown_type_is_answered_with_those_there_are(reader: Reader) -> None:
    with pytest.raises(BadRequest, match="Here: md, pdf"):
        filter_for(reader, {"type": "docx"})


def test_a_language_covers_its_varieties(reader: Reader) -> None:
    assert filter_for(reader, {"language": "zh"}).languages == ("zh-Hans", "zh-Hant")
    assert filter_for(reader, {"language": "ZH_hans"}).languages == ("zh-Hans",)


def test_an_unknown_language_is_answered_with_those_there_are(reader: Reader) -> None:
    with pytest.raises(BadRequest, match="Here: ja, zh-Hans, zh-Hant"):
        filter_for(reader, {"language": "Japanese"})


def test_tags_are_any_of_those_named(reader: Reader) -> None:
    assert filter_for(reader, {"tag": ["north", "south"]}).tags == ("north", "south")


def test_an_unknown_tag_is_answered_with_those_there_are(reader: Reader) -> None:
    with pytest.raises(BadRequest, match="Here: harbour, north, south"):
        filter_for(reader, {"tag": "east"})


def test_in_an_empty_library_a_type_is_no_mistake() -> None:
    assert filter_for(reader_of(make_user()), {"type": "pdf"}).file_types == ("pdf",)


@pytest.mark.parametrize(
    ("text", "after", "before"),
    [
        ("2024-05-31", seconds(2024, 5, 31), seconds(2024, 5, 31, 23, 59, 59)),
        ("2024-02", seconds(2024, 2, 1), seconds(2024, 2, 29, 23, 59, 59)),
        ("2024", seconds(2024, 1, 1), seconds(2024, 12, 31, 23, 59, 59)),
        ("2024-05-31T14:00:00Z", seconds(2024, 5, 31, 14), seconds(2024, 5, 31, 14)),
        ("2024-05-31T14:00:00+02:00", seconds(2024, 5, 31, 12), seconds(2024, 5, 31, 12)),
        ("2024-05-31 14:00", seconds(2024, 5, 31, 14), seconds(2024, 5, 31, 14)),
    ],
)
def test_dates_and_times_are_inclusive(reader: Reader, text: str, after: int, before: int) -> None:
    only = filter_for(reader, {"modified_after": text, "modified_before": text})
    assert (only.modified_after, only.modified_before) == (after, before)


@pytest.mark.parametrize("text", ["yesterday", "2024-13-01", "2024-13", "31.05.2024", "99999-01-01"])
def test_a_date_that_is_none_is_answered_with_an_example(reader: Reader, text: str) -> None:
    with pytest.raises(BadRequest, match="such as 2024-05-31"):
        filter_for(reader, {"modified_after": text})


def test_a_period_that_ends_before_it_begins_is_refused(reader: Reader) -> None:
    with pytest.raises(BadRequest, match="Exchange them"):
        filter_for(reader, {"modified_after": "2024-05", "modified_before": "2024-04"})


def test_empty_values_are_no_filters(reader: Reader) -> None:
    empty: FilterArguments = {
        "collection": "",
        "type": " ",
        "language": None,
        "tag": [],
        "modified_after": "",
    }
    assert filter_for(reader, empty) == filter_for(reader, {})
    assert given({"type": "pdf", "tag": [], "collection": None}) == ["type"]


def test_a_tag_of_old_is_told_and_found_without_what_nobody_sees() -> None:
    user = make_user()
    make_document(user, tags=["north\U000e0049\u202e"])
    with pytest.raises(BadRequest) as told:
        filter_for(reader_of(user), {"tag": "south"})
    assert str(told.value) == "No document has the tag 'south'. Here: north."
    assert filter_for(reader_of(user), {"tag": "north"}).tags == ("north\U000e0049\u202e",)
