"""Indexing jobs: how far each is, tried again, stopped."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from webapp.bridge import indexing
from webapp.console.look import display, named
from webapp.console.recorded import ShownPage
from webapp.console.site import console
from webapp.jobs.models import IndexingJob


@admin.register(IndexingJob, site=console)
class JobPage(ShownPage):
    """What is being indexed, waits, or failed."""

    list_display = ("id", "file", "stage_label", "progress", "attempt", "reason", "created_at")
    list_select_related = ("revision__document",)
    list_filter = ("stage", "error_code", "created_at")
    search_fields = ("revision__file_name",)
    ordering = ("-id",)
    fields = (
        ("file", "stage_label"), ("progress", "attempt"), ("created_at", "lease_until"), ("error_code", "error"),
        "timings",
    )  # fmt: skip
    actions = ("retry", "cancel")

    @display(description=_("File"), ordering="revision__file_name")
    def file(self, job: IndexingJob) -> str:
        """Return the revision's file name and number."""
        return named(str(job.revision))

    @display(
        description=_("Stage"),
        ordering="stage",
        label={
            "done": "success",
            "failed": "danger",
            "cancelled": "warning",
            "extract": "info",
            "recognise": "info",
        },
    )
    def stage_label(self, job: IndexingJob) -> str:
        """Return what has to be done next."""
        return job.stage

    @display(description=_("Progress"))
    def progress(self, job: IndexingJob) -> str:
        """Return how far reading is."""
        return (
            f"{job.progress_done} / {job.progress_total} {job.progress_unit}" if job.progress_total else "–"
        )

    @display(description=_("Reason"))
    def reason(self, job: IndexingJob) -> str:
        """Return why it failed."""
        return job.error

    @admin.action(description=_("Try the selected jobs again"))
    def retry(self, request: HttpRequest, chosen: QuerySet[IndexingJob]) -> None:
        """Read the files again, as new revisions."""
        self._each_document(request, chosen, indexing.reindex, "document-reindexed")

    @admin.action(description=_("Cancel the selected jobs"))
    def cancel(self, request: HttpRequest, chosen: QuerySet[IndexingJob]) -> None:
        """Stop reading; what was readable stays so."""
        self._each_document(request, chosen, indexing.cancel, "indexing-cancelled")

    def _each_document(
        self, request: HttpRequest, chosen: QuerySet[IndexingJob], act: Any, action: str
    ) -> None:
        jobs = chosen.filter(revision__document__deleted_at=None).select_related("revision__document")
        self.each(request, jobs, lambda job: act(job.revision.document), action=action, called=_document)


def _document(job: IndexingJob) -> str:
    """Return the name of a job's file and the id of its document, as the audit log has them of other acts."""
    return f"{job.revision.file_name} ({job.revision.document_id})"
