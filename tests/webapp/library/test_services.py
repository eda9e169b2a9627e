from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from ingest.domain.errors import Unsupported
from tests.support.documents import make_collection, make_document, make_user, reader_of, register
from webapp.accounts.services import create_token
from webapp.audit.models import AuditEntry
from webapp.library import services
from webapp.library.access import reader_for
from webapp.library.errors import BadRequest, Conflict, NotFound, Refused
from webapp.library.file_store import path_of
from webapp.library.models import Collection, Document

pytestmark = pytest.mark.django_db


def test_a_new_file_is_added_and_its_bytes_are_kept() -> None:
    done = register(make_user(), b"# One")
    assert done.outcome == "added"
    assert done.revision is not None
    assert done.revision.number == 1
    assert (done.document.state, done.document.size) == ("received", 5)
    assert path_of(done.document.sha256).read_bytes() == b"# One"


def test_the_same_bytes_in_the_same_collection_are_skipped() -> None:
    user = make_user()
    first = register(user, b"# One")
    again = register(user, b"# One", "another name.md")
    assert (again.outcome, again.revision, again.document.pk) == ("skipped", None, first.document.pk)
    assert Document.objects.count() == 1


def test_the_same_bytes_in_another_collection_are_another_document() -> None:
    user = make_user()
    first = register(user, b"# One")
    other = register(user, b"# One", collection=make_collection(user, "Other"))
    assert other.outcome == "added"
    assert other.document.pk != first.document.pk


def test_new_bytes_under_an_old_name_replace_nothing() -> None:
    user = make_user()
    register(user, b"# One", "report.md")
    done = register(user, b"# Two", "report.md")
    assert done.outcome == "added"
    assert Document.objects.count() == 2


def test_changed_bytes_from_the_same_source_are_a_revision() -> None:
    user = make_user()
    first = register(user, b"# One", source="/notes/a.md")
    then = register(user, b"# Two", source="/notes/a.md")
    assert (then.outcome, then.document.pk) == ("revised", first.document.pk)
    assert then.revision is not None
    assert then.revision.number == 2
    assert register(user, b"# Two", source="/notes/a.md").outcome == "skipped"
    assert register(user, b"# One", source="/notes/a.md").outcome == "revised"


def test_a_document_without_a_source_is_known_by_the_one_its_bytes_come_from_later() -> None:
    user = make_user()
    first = register(user, b"# One")
    assert register(user, b"# One", source="/notes/a.md").outcome == "skipped"
    assert register(user, b"# Two", source="/notes/a.md").document.pk == first.document.pk


def test_a_document_can_be_revised_by_hand() -> None:
    user = make_user()
    first = register(user, b"# One")
    done = register(user, b"# Two", document=first.document)
    assert (done.outcome, done.document.pk) == ("revised", first.document.pk)
    assert register(user, b"# Two", document=first.document).outcome == "skipped"


def test_a_document_that_is_being_deleted_neither_skips_nor_blocks_its_source() -> None:
    user = make_user()
    first = register(user, b"# One", source="/notes/a.md")
    Document.objects.filter(pk=first.document.pk).update(deleted_at=timezone.now())
    done = register(user, b"# One", source="/notes/a.md")
    assert done.outcome == "added"
    assert done.document.source == "/notes/a.md"


def test_a_file_that_cannot_be_read_is_registered_as_failed() -> None:
    done = register(make_user(), b"\0\1", "x.bin", failure=Unsupported())
    assert (done.document.state, done.document.failure_code) == ("failed", "unsupported")
    assert done.document.failure_message


def test_the_time_of_a_file_is_kept() -> None:
    moment = datetime(2020, 5, 1, tzinfo=UTC)
    assert register(make_user(), b"# One", modified_at=moment).document.modified_at == moment


def test_a_file_cannot_go_into_a_collection_of_somebody_else() -> None:
    theirs = services.default_collection(make_user("other"))
    with pytest.raises(NotFound):
        register(make_user(), b"# One", collection=theirs)


def test_a_token_that_may_only_read_changes_nothing() -> None:
    user = make_user()
    document = make_document(user)
    reader = reader_for(user, token=create_token(user, "t", scopes=["read"]).token)
    for change in (
        lambda: services.set_tags(reader, document, ["a"]),
        lambda: services.change_tags(reader, [document], add=["a"]),
        lambda: services.move_document(reader, document, document.collection),
        lambda: services.rename_collection(reader, document.collection, "x"),
        lambda: services.delete_collection(reader, document.collection),
    ):
        with pytest.raises(Refused):
            change()


def test_the_default_collection_is_made_once() -> None:
    user = make_user()
    assert services.default_collection(user) == services.default_collection(user)
    assert Collection.objects.count() == 1


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "17", "１７"])
def test_a_collection_needs_a_name_that_is_no_id(name: str) -> None:
    with pytest.raises(BadRequest):
        services.create_collection(make_user(), name)


def test_a_collection_name_is_used_once_by_each_owner() -> None:
    user, other = make_user(), make_user("other")
    services.create_collection(user, "Law  and order")
    services.create_collection(other, "Law and order")
    second = services.create_collection(user, "Second")
    with pytest.raises(Conflict):
        services.create_collection(user, "Law and order")
    with pytest.raises(Conflict):
        services.rename_collection(reader_of(user), second, "Law and order")


def test_only_an_empty_collection_is_deleted() -> None:
    user = make_user()
    document = make_document(user)
    empty = make_collection(user, "Empty")
    services.delete_collection(reader_of(user), empty)
    with pytest.raises(Conflict, match="holds 1 documents"):
        services.delete_collection(reader_of(user), document.collection)


def test_tags_are_added_and_removed_in_order() -> None:
    user = make_user()
    document = make_document(user, tags=["a", "b"])
    reader = reader_of(user)
    assert services.change_tags(reader, [document], add=["c", "a"], remove=["b"]) == [document.pk]
    assert services.change_tags(reader, [document], add=["c"]) == []
    document.refresh_from_db()
    assert document.tags == ["a", "c"]


def test_too_many_or_too_long_tags_are_refused() -> None:
    user = make_user()
    document = make_document(user)
    with pytest.raises(BadRequest, match="at most 50"):
        services.set_tags(reader_of(user), document, [str(n) for n in range(51)])
    with pytest.raises(BadRequest, match="1 to 60"):
        services.set_tags(reader_of(user), document, ["x" * 61])


def test_moving_respects_bytes_and_sources() -> None:
    user = make_user()
    there = make_collection(user, "There")
    first = register(user, b"# One", source="/a.md").document
    register(user, b"# One", collection=there)
    second = register(user, b"# Two", source="/b.md").document
    register(user, b"# Three", source="/b.md", collection=there)
    reader = reader_of(user)
    with pytest.raises(Conflict, match="same bytes"):
        services.move_document(reader, first, there)
    with pytest.raises(Conflict, match=r"from '/b\.md'"):
        services.move_document(reader, second, there)
    third = register(user, b"# Four").document
    assert services.move_document(reader, third, there)
    assert not services.move_document(reader, third, there)


def test_a_document_cannot_move_to_somebody_else() -> None:
    user = make_user()
    theirs = services.default_collection(make_user("other"))
    with pytest.raises(NotFound):
        services.move_document(reader_of(user), make_document(user), theirs)


def test_empty_files_are_not_taken_for_one_another() -> None:
    user = make_user()
    first = register(user, b"", "a.md")
    other = register(user, b"", "b.md")
    assert (other.outcome, other.document.pk != first.document.pk) == ("added", True)
    again = register(user, b"", "a.md", source="/notes/a.md")
    assert register(user, b"", "a.md", source="/notes/a.md").document.pk == again.document.pk


def test_makings_renamings_and_moves_are_in_the_audit_log() -> None:
    user = make_user()
    document = make_document(user, name="plan.md")
    law = services.create_collection(user, "Law")
    services.rename_collection(reader_of(user), law, "Statutes")
    services.move_document(reader_of(user), document, law)
    told = AuditEntry.objects.order_by("id").values_list("action", "target", "detail")
    assert list(told)[-3:] == [
        ("collection-made", "Law", {}),
        ("collection-renamed", "Statutes", {"from": "Law", "owner": user.username}),
        (
            "document-moved",
            f"plan.md ({document.pk})",
            {"from": services.DEFAULT_COLLECTION, "to": "Statutes"},
        ),
    ]


VISIBLE = ["報告書", "Équipe", "👩\u200d💻 team ❤\ufe0f", "می\u200cخواهم"]
UNSEEN = [
    ("Plans\u202e", "U+202E"),
    ("Pla\u200bns", "U+200B"),
    ("Plans\U000e0049\U000e0047", "U+E0049, U+E0047"),
    ("Plans\u3164", "U+3164"),
    ("Pl\u200dans", "U+200D"),
]


@pytest.mark.parametrize(("name", "codes"), UNSEEN)
def test_no_collection_and_no_tag_holds_what_nobody_sees(name: str, codes: str) -> None:
    user = make_user()
    mine, document = make_collection(user, "Plans of old"), make_document(user)
    reader = reader_of(user)
    with pytest.raises(BadRequest, match=re.escape(f"cannot hold characters that nobody sees: {codes}.")):
        services.create_collection(user, name)
    with pytest.raises(BadRequest, match=re.escape(codes)):
        services.rename_collection(reader, mine, name)
    with pytest.raises(
        BadRequest, match=re.escape(f"A tag cannot hold characters that nobody sees: {codes}.")
    ):
        services.set_tags(reader, document, [name])
    with pytest.raises(BadRequest, match=re.escape(codes)):
        services.change_tags(reader, [document], add=[name])


@pytest.mark.parametrize("name", VISIBLE)
def test_names_of_every_script_and_of_pictures_may_be_given(name: str) -> None:
    user = make_user()
    document = make_document(user)
    assert services.create_collection(user, name).name == name
    services.set_tags(reader_of(user), document, [name])
    assert Document.objects.get(pk=document.pk).tags == [name]


def test_a_tag_of_old_that_holds_what_nobody_sees_can_be_kept_and_taken_off() -> None:
    user = make_user()
    document = make_document(user, tags=["ti\u200bde"])
    reader = reader_of(user)
    services.change_tags(reader, [document], add=["moon"])
    services.change_tags(reader, [document], remove=["ti\u200bde"])
    assert Document.objects.get(pk=document.pk).tags == ["moon"]
