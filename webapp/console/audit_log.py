"""The audit log: read, never written by hand."""

from __future__ import annotations

from datetime import UTC

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from webapp.audit.models import AuditEntry
from webapp.console.look import display
from webapp.console.recorded import ShownPage
from webapp.console.site import console


@admin.register(AuditEntry, site=console)
class AuditPage(ShownPage):
    """Who did what, when and from where."""

    list_display = ("when", "user_name", "action", "target", "via", "address")
    list_filter = ("action", "at")
    search_fields = ("user_name", "target", "address", "action")
    fields = (("when", "user_name"), ("action", "target"), ("via", "address"), "detail")
    readonly_fields = ("when",)

    @display(description=_("when"), ordering="at")
    def when(self, entry: AuditEntry) -> str:
        """Return the time to the second, with its zone."""
        return f"{entry.at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
