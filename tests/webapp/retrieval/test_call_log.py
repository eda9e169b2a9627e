from __future__ import annotations

import pytest
from django.db import transaction
from django.utils import timezone

from tests.support.documents import make_document, make_user, reader_of
from webapp.accounts.models import User
from webapp.accounts.services import create_token
from webapp.library.access import reader_for
from webapp.library.errors import NotFound
from webapp.library.models import Document, Membership, Role
from webapp.retrieval.call_log import answer_for, flush, logged, prune, write
from webapp.retrieval.models import AgentCall
from webapp.retrieval.named_documents import packed
from webapp.retrieval.read import read

pytestmark = pytest.mark.django_db(transaction=True)


def call(user: User, text: str = "answer") -> AgentCall:
    return AgentCall(user=user, tool="read", text=text, created_at=timezone.now())


def test_a_call_is_kept_with_what_it_was_answered() -> None:
    user = make_user(password=None)
    document = make_document(user, "# One\n\ntext")
    token = create_token(user, "agent").token
    reader = reader_for(user, token=token)
    arguments = {"doc_id": document.pk, "section": None, "limit": 3}
    answer = logged(reader, "read", arguments, lambda: read(reader, document.pk, limit=3), session="s1")
    flush()
    kept = AgentCall.objects.get()
    assert (kept.user, kept.token, kept.tool, kept.session) == (user, token, "read", "s1")
    assert kept.arguments == {"doc_id": document.pk, "limit": 3}
    assert (kept.text, kept.tokens, kept.is_error) == (answer.text, answer.tokens, False)
    assert kept.milliseconds >= 0


def test_an_error_is_kept_as_its_sentence_and_raised_again() -> None:
    reader = reader_of(make_user(password=None))
    with pytest.raises(NotFound):
        logged(reader, "read", {"doc_id": 5}, lambda: read(reader, 5))
    flush()
    kept = AgentCall.objects.get()
    assert kept.is_error
    assert kept.text.startswith("No document has the id 5.")
    assert kept.tokens > 0


def test_the_call_of_a_token_that_was_deleted_meanwhile_is_kept_without_it() -> None:
    user = make_user(password=None)
    document = make_document(user)
    token = create_token(user, "agent").token
    reader = reader_for(user, token=token)
    token.delete()
    logged(reader, "read", {"doc_id": document.pk}, lambda: read(reader, document.pk))
    flush()
    assert AgentCall.objects.get().token is None


def test_only_the_newest_calls_are_kept() -> None:
    user = make_user(password=None)
    write([call(user, str(number)) for number in range(12)])
    prune(kept=5)
    assert [kept.text for kept in AgentCall.objects.all()] == ["11", "10", "9", "8", "7"]


def test_nothing_is_pruned_while_there_are_few() -> None:
    user = make_user(password=None)
    write([call(user)])
    prune(kept=5)
    assert AgentCall.objects.count() == 1


def asked(user: User, document: Document) -> AgentCall:
    """A call that read a document, as the log has it."""
    reader = reader_for(user)
    logged(reader, "read", {"doc_id": document.pk}, lambda: read(reader, document.pk))
    flush()
    return AgentCall.objects.latest("id")


def test_an_answer_is_told_as_long_as_its_user_may_see_what_it_names() -> None:
    owner, guest = make_user(password=None), make_user("guest", password=None)
    document = make_document(owner, "# Agreement\n\nPay 42 a month.\n")
    membership = Membership.objects.create(collection=document.collection, user=guest, role=Role.READER)
    kept = asked(guest, document)
    assert "Pay 42" in (answer_for(reader_for(guest), kept) or "")
    membership.delete()
    assert answer_for(reader_for(guest), kept) is None


def test_an_answer_is_forgotten_with_a_document_that_it_names_and_the_call_stays() -> None:
    user = make_user(password=None)
    gone, other = make_document(user, "# Gone\n\nsecret\n"), make_document(user, "# Other\n\nopen\n")
    of_gone, of_other = asked(user, gone), asked(user, other)
    gone.delete()
    of_gone.refresh_from_db()
    assert (of_gone.text, of_gone.tool) == ("", "read")
    assert answer_for(reader_for(user), of_gone) is None
    assert "open" in (answer_for(reader_for(user), of_other) or "")


def test_an_answer_that_is_written_down_after_its_document_went_is_not_kept() -> None:
    user = make_user(password=None)
    document = make_document(user)
    late = call(user, "its text")
    late.documents = packed([document.pk])
    document.delete()
    write([late])
    assert AgentCall.objects.get().text == ""


def test_what_an_error_says_is_told_always() -> None:
    reader = reader_of(make_user(password=None))
    with pytest.raises(NotFound):
        logged(reader, "read", {"doc_id": 5}, lambda: read(reader, 5))
    flush()
    assert (answer_for(reader, AgentCall.objects.get()) or "").startswith("No document has the id 5.")


def test_a_deletion_that_is_taken_back_forgets_nothing() -> None:
    user = make_user(password=None)
    stays, goes = make_document(user, "# Stays\n\nkept\n"), make_document(user, "# Goes\n\nsecret\n")
    of_stays, of_goes = asked(user, stays), asked(user, goes)

    def fail_behind_it() -> None:
        with transaction.atomic():
            Document.objects.filter(pk=stays.pk).delete()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_behind_it()
    Document.objects.filter(pk=goes.pk).delete()
    of_stays.refresh_from_db()
    of_goes.refresh_from_db()
    assert "kept" in of_stays.text
    assert of_goes.text == ""
