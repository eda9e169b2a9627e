from __future__ import annotations

import contextlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.documents import arrive, make_collection, make_user
from webapp.accounts.models import User
from webapp.bridge import indexing
from webapp.jobs.models import IndexingJob
from webapp.library.access import reader_for
from webapp.library.errors import BadRequest, NotFound
from webapp.library.models import Collection, Document
from webapp.library.services import Registered
from webapp.uploads.bodies import Arrival
from webapp.uploads.receive import Plan, Wishes, parse_modified, plan, receive


def planned(user: User, wishes: Wishes | None = None, document: Document | None = None) -> Plan:
    return plan(user, reader_for(user), wishes or Wishes(), document=document)


def send(user: User, content: bytes, name: str = "notes.md", wishes: Wishes | None = None) -> Registered:
    return receive(planned(user, wishes), [Arrival(arrive(content), name)])[0]


@pytest.mark.django_db
def test_a_readable_file_gets_a_job() -> None:
    done = send(make_user(), b"# One\n\nText.")
    assert (done.document.file_type, done.document.media_type) == ("md", "text/markdown")
    assert done.revision is not None
    assert IndexingJob.objects.get(revision=done.revision).stage == "extract"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "name", "code"),
    [(b"", "empty.md", "empty"), (b"\0\1\2\3" * 50, "drawing.dwg", "unsupported")],
)
def test_a_file_that_cannot_be_read_is_a_failed_document_with_the_reason(
    content: bytes, name: str, code: str
) -> None:
    document = send(make_user(), content, name).document
    assert (document.state, document.failure_code) == ("failed", code)
    assert document.failure_message.endswith(".")
    assert not IndexingJob.objects.exists()


@pytest.mark.django_db
def test_a_file_whose_reading_was_stopped_is_read_when_it_is_sent_again() -> None:
    user = make_user()
    first = send(user, b"# Tides")
    indexing.cancel(first.document)
    again = send(user, b"# Tides")
    assert (again.document, again.outcome) == (first.document, "revised")
    assert again.revision is not None
    assert IndexingJob.objects.filter(revision=again.revision, cancel_requested=False).exists()
    assert send(user, b"# Tides").outcome == "skipped"


@pytest.mark.django_db
def test_a_first_file_goes_into_the_default_collection_that_is_made_for_it() -> None:
    assert send(make_user(), b"# One").document.collection.name == "My documents"


@pytest.mark.django_db
def test_a_plan_that_comes_to_nothing_leaves_no_collection_behind() -> None:
    user = make_user()
    planned(user)
    with pytest.raises(NotFound):
        planned(user, Wishes(collection="No such"))
    assert not Collection.objects.exists()


@pytest.mark.django_db
def test_a_collection_is_chosen_by_name_or_id_and_must_be_ones_own() -> None:
    user = make_user()
    law = make_collection(user, "Law")
    theirs = make_collection(make_user("other"), "Theirs")
    assert planned(user, Wishes(collection="Law")).collection == law
    assert planned(user, Wishes(collection=str(law.pk))).collection == law
    for wanted in ("Theirs", str(theirs.pk)):
        with pytest.raises(NotFound):
            planned(user, Wishes(collection=wanted))


@pytest.mark.django_db
def test_several_files_cannot_share_a_source_or_a_document() -> None:
    user = make_user()
    document = send(user, b"# One").document
    two = [Arrival(arrive(b"# 1"), "1.md"), Arrival(arrive(b"# 2"), "2.md")]
    for where in (planned(user, Wishes(source="/a")), planned(user, document=document)):
        with pytest.raises(BadRequest, match="one file"):
            receive(where, two)
    assert [done.outcome for done in receive(planned(user), two)] == ["added", "added"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["../../x.md", "a\0b.md", "😀.md", "x" * 300 + ".md", "\ud800.md", "", ".."])
def test_hostile_names_are_kept_as_facts_and_found_again(name: str) -> None:
    kept = Document.objects.get(pk=send(make_user(), b"# One", name).document.pk).file_name
    assert 1 <= len(kept) <= 255
    assert "/" not in kept


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("", None),
        ("2024-05-31T14:00:00Z", datetime(2024, 5, 31, 14, tzinfo=UTC)),
        ("2024-05-31T23:00:00+09:00", datetime(2024, 5, 31, 14, tzinfo=UTC)),
        ("2024-05-31", datetime(2024, 5, 31, tzinfo=UTC)),
        ("1717164000", datetime(2024, 5, 31, 14, tzinfo=UTC)),
        ("1717164000000", datetime(2024, 5, 31, 14, tzinfo=UTC)),
        ("1717164000.5", datetime(2024, 5, 31, 14, microsecond=500_000, tzinfo=UTC)),
    ],
)
def test_a_time_is_iso_8601_or_a_number(text: str, moment: datetime | None) -> None:
    assert parse_modified(text) == moment


def test_what_is_no_time_is_refused_with_what_is_valid() -> None:
    with pytest.raises(BadRequest, match="2024-05-31T14:00:00Z"):
        parse_modified("yesterday")


@given(
    st.one_of(st.text(max_size=40), st.from_regex(r"\d{1,30}(\.\d*)?"), st.from_regex(r"-?\d{4}-\d\d-\d\d.*"))
)
def test_any_other_text_is_refused_or_a_time_with_a_zone(text: str) -> None:
    with contextlib.suppress(BadRequest):
        moment = parse_modified(text)
        assert moment is None or moment.tzinfo is not None
