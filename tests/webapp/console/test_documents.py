"""Documents in the console: indexed again, stopped, deleted, all through the product's services."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from tests.support.documents import make_document, register
from webapp.accounts.models import User
from webapp.audit.models import AuditEntry
from webapp.bridge.indexing import enqueue
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.file_store import store
from webapp.library.models import Document

LIST = reverse("admin:console_listeddocument_changelist")


def act(http: Client, action: str, *rows: Document, **more: str) -> str:
    chosen = {"action": action, "_selected_action": [row.pk for row in rows], **more}
    return http.post(LIST, chosen, follow=True).content.decode()


def test_a_document_is_read_again_as_a_new_revision(http: Client, user: User) -> None:
    document = make_document(user)
    before = document.revisions.count()
    act(http, "reindex", document)
    assert document.revisions.count() == before + 1
    newest = document.revisions.order_by("-number")[0]
    assert IndexingJob.objects.get(revision=newest).stage == Stage.EXTRACT
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.user_name, entry.via) == ("document-reindexed", "keeper", "browser")
    assert entry.target == f"tides.md ({document.pk})"
    assert LogEntry.objects.get().object_repr == entry.target


def test_indexing_is_cancelled_and_what_is_not_indexed_says_so(http: Client, user: User) -> None:
    waiting = register(user, b"# Waits\n").revision
    assert waiting is not None
    enqueue(waiting.pk)
    ready = make_document(user)
    page = act(http, "cancel", waiting.document, ready)
    assert "Nothing to cancel" in page
    assert IndexingJob.objects.get(revision=waiting).stage == Stage.CANCELLED
    assert [entry.action for entry in AuditEntry.objects.exclude(action="collection-made")] == [
        "indexing-cancelled"
    ]


@pytest.mark.usefixtures("open_engines")
def test_deleting_takes_the_document_from_the_index_and_the_file_store(http: Client, user: User) -> None:
    first, second = make_document(user), make_document(user, "# Other\n\nText.", name="other.md")
    assert {first.sha256, second.sha256} <= set(store().digests())
    http.post(reverse("admin:console_listeddocument_delete", args=(first.pk,)), {"post": "yes"})
    act(http, "delete_selected", second, post="yes")
    assert not Document.objects.exists()
    assert not {first.sha256, second.sha256} & set(store().digests())
    assert [entry.action for entry in AuditEntry.objects.exclude(action="collection-made")] == [
        "listeddocument-deleted"
    ] * 2


def test_without_the_index_nothing_is_deleted_and_the_reason_is_said(http: Client, user: User) -> None:
    document = make_document(user)
    address = reverse("admin:console_listeddocument_delete", args=(document.pk,))
    assert "The index is not open." in http.post(address, {"post": "yes"}, follow=True).content.decode()
    assert not AuditEntry.objects.exclude(action="collection-made")


def test_a_document_can_be_neither_added_nor_changed_by_hand(http: Client, user: User) -> None:
    document = make_document(user)
    assert http.get("/admin/console/listeddocument/add/").status_code == 403
    address = reverse("admin:console_listeddocument_change", args=(document.pk,))
    assert http.post(address, {"file_name": "other"}).status_code == 403


def test_its_page_tells_state_reason_and_times(http: Client, user: User) -> None:
    document = make_document(user, state="failed", failure_code="damaged", failure_message="It is cut off.")
    IndexingJob.objects.create(revision=document.revisions.get(), timings={"extract": 1.25, "embed": 0.5})
    page = http.get(reverse("admin:console_listeddocument_change", args=(document.pk,))).content.decode()
    for word in ("It is cut off.", "damaged", "extract 1.2", "embed 0.5", "reader"):
        assert word in page, word
