"""Indexing jobs in the console."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from tests.support.documents import register
from webapp.accounts.models import User
from webapp.audit.models import AuditEntry
from webapp.bridge.indexing import enqueue
from webapp.jobs.models import IndexingJob, Stage

LIST = reverse("admin:jobs_indexingjob_changelist")


def job(user: User, stage: Stage = Stage.EXTRACT) -> IndexingJob:
    revision = register(user, f"# {stage}\n".encode()).revision
    assert revision is not None
    enqueue(revision.pk, password="open-sesame")
    IndexingJob.objects.filter(revision=revision).update(stage=stage)
    return IndexingJob.objects.get(revision=revision)


def act(http: Client, action: str, *jobs: IndexingJob) -> str:
    chosen = {"action": action, "_selected_action": [each.pk for each in jobs]}
    return http.post(LIST, chosen, follow=True).content.decode()


def test_a_failed_job_is_tried_again_as_a_new_one(http: Client, user: User) -> None:
    failed = job(user, Stage.FAILED)
    act(http, "retry", failed)
    assert list(IndexingJob.objects.order_by("id").values_list("stage", flat=True)) == ["failed", "extract"]
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.target) == (
        "document-reindexed",
        f"notes.md ({failed.revision.document_id})",
    )


def test_one_that_runs_is_not_tried_again_meanwhile(http: Client, user: User) -> None:
    assert "It is being indexed now." in act(http, "retry", job(user))
    assert not AuditEntry.objects.exclude(action="collection-made")


def test_a_job_is_cancelled(http: Client, user: User) -> None:
    running = job(user)
    act(http, "cancel", running)
    running.refresh_from_db()
    assert running.stage == Stage.CANCELLED
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.target) == (
        "indexing-cancelled",
        f"notes.md ({running.revision.document_id})",
    )


def test_a_long_name_is_whole_where_it_is_pointed_at(http: Client, user: User) -> None:
    revision = register(user, b"# Long\n", "x" * 240 + ".md").revision
    assert revision is not None
    enqueue(revision.pk)
    name = "x" * 240 + ".md@1"
    assert f'<span class="named" title="{name}">{name}</span>' in http.get(LIST).content.decode()


def test_its_page_keeps_the_password_of_the_file(http: Client, user: User) -> None:
    page = http.get(reverse("admin:jobs_indexingjob_change", args=(job(user).pk,)))
    assert page.status_code == 200
    assert "open-sesame" not in page.content.decode()
