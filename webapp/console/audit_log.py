"""The audit log: read, never written by hand."""

from __future__ import annotations

from django.contrib import admin

from webapp.audit.models import AuditEntry
from webapp.console.recorded import ShownPage
from webapp.console.site import console


@admin.register(AuditEntry, site=console)
class AuditPage(ShownPage):
    """Who did what, when and from where."""

    list_display = ("at", "user_name", "action", "target", "via", "address")
    list_filter = ("action", "at")
    search_fields = ("user_name", "target", "address", "action")
    fields = (("at", "user_name"), ("action", "target"), ("via", "address"), "detail")
