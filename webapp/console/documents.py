"""Documents: their files' names, states, reasons and times; never their text."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.utils.formats import localize
from django.utils.translation import gettext_lazy as _

from webapp.bridge import indexing
from webapp.console.look import display, named
from webapp.console.models import ListedDocument
from webapp.console.recorded import RemovingPage, ShownPage
from webapp.console.site import console
from webapp.jobs.models import IndexingJob
from webapp.library.models import Revision

_COLOURS = {
    "received": "info", "extracting": "info", "searchable": "warning", "complete": "success", "failed": "danger",
}  # fmt: skip


@admin.register(ListedDocument, site=console)
class DocumentPage(RemovingPage, ShownPage):
    """Where each document stands, and why."""

    list_display = ("file", "collection", "state_label", "reason", "file_type", "bytes", "added_at")
    list_select_related = ("collection",)
    list_filter = ("state", "failure_code", "file_type", "added_at")
    search_fields = ("file_name", "collection__name", "collection__owner__username")
    fieldsets = (
        (None, {"fields": (("file_name", "file_type"), ("collection", "owner"), ("bytes", "added_at"))}),
        (_("State"), {"fields": ("state_label", ("failure_code", "failure_message"))}),
        (_("Times"), {"fields": (("queued", "extracted"), ("searchable", "complete"), "stages")}),
    )
    actions = ("reindex", "cancel")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ListedDocument]:
        """Return the documents that are not being deleted."""
        return super().get_queryset(request).filter(deleted_at=None)

    def has_delete_permission(self, request: HttpRequest, *_: Any) -> bool:
        """Documents may be deleted."""
        return True

    @display(description=_("File"), ordering="file_name")
    def file(self, document: ListedDocument) -> str:
        """Return the file's name."""
        return named(document.file_name)

    @display(description=_("Owner"))
    def owner(self, document: ListedDocument) -> str:
        """Return whose collection it lies in."""
        return document.collection.owner.username

    @display(description=_("State"), ordering="state", label=_COLOURS)
    def state_label(self, document: ListedDocument) -> str:
        """Return its state."""
        return document.state

    @display(description=_("Reason"))
    def reason(self, document: ListedDocument) -> str:
        """Return why it failed."""
        return document.failure_message

    @display(description=_("Size"), ordering="size")
    def bytes(self, document: ListedDocument) -> str:
        """Return the file's size."""
        return filesizeformat(document.size)

    @display(description=_("Queued"))
    def queued(self, document: ListedDocument) -> str:
        """Return when its newest file came."""
        newest = _newest(document)
        return localize(newest.received_at) if newest else "–"

    @display(description=_("Extracted"))
    def extracted(self, document: ListedDocument) -> str:
        """Return when its newest file was read, and how long after it came."""
        return _later(_newest(document), "prepared_at")

    @display(description=_("Searchable"))
    def searchable(self, document: ListedDocument) -> str:
        """Return when that could be found by its words."""
        return _later(_newest(document), "published_at")

    @display(description=_("Complete"))
    def complete(self, document: ListedDocument) -> str:
        """Return whether it can be found by its meaning, too, and how long embedding took."""
        if document.state != "complete":
            return "–"
        seconds = _timings(document).get("embed")
        return (
            str(_("yes"))
            if seconds is None
            else str(_("yes, embedded in %(seconds).1f s") % {"seconds": seconds})
        )

    @display(description=_("Seconds by stage"))
    def stages(self, document: ListedDocument) -> str:
        """Return how long each stage took."""
        return ", ".join(f"{stage} {seconds:.1f}" for stage, seconds in _timings(document).items()) or "–"

    @admin.action(description=_("Reindex the selected documents"))
    def reindex(self, request: HttpRequest, chosen: QuerySet[ListedDocument]) -> None:
        """Read the files again; readers keep the present text until then."""
        self.each(request, chosen, indexing.reindex, action="document-reindexed")

    @admin.action(description=_("Cancel indexing the selected documents"))
    def cancel(self, request: HttpRequest, chosen: QuerySet[ListedDocument]) -> None:
        """Stop indexing; what was readable stays so."""
        self.each(request, chosen, indexing.cancel, action="indexing-cancelled")

    def goes_along(self, row: ListedDocument) -> str:
        """Name the parts of a container."""
        parts = row.children.count()
        return str(_("With %(count)d parts in it.") % {"count": parts}) if parts else ""

    def remove(self, row: ListedDocument) -> None:
        """Delete a document from both indexes, the database and the file store."""
        indexing.remove([row.pk])


def _newest(document: ListedDocument) -> Revision | None:
    return document.revisions.order_by("-number").first()


def _timings(document: ListedDocument) -> dict[str, float]:
    job = IndexingJob.objects.filter(revision__document_id=document.pk).order_by("-revision__number").first()
    return job.timings if job else {}


def _later(revision: Revision | None, field: str) -> str:
    at: datetime | None = getattr(revision, field) if revision else None
    if revision is None or at is None:
        return "–"
    return f"{localize(at)} (+{(at - revision.received_at).total_seconds():.1f} s)"
