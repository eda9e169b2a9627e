"""What agents asked, without what they asked and were answered; and what that was by day."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from webapp.console.look import display
from webapp.console.recorded import ShownPage
from webapp.console.site import console
from webapp.retrieval.models import AgentCall, DailyUse


@admin.register(AgentCall, site=console)
class CallPage(ShownPage):
    """The newest calls: who, by which token, which verb, how much and how long."""

    list_display = ("created_at", "user", "token", "tool", "tokens", "milliseconds", "well")
    list_display_links = None
    list_select_related = ("user", "token")
    list_filter = ("tool", "is_error", "created_at")
    search_fields = ("user__username", "token__name")

    @display(description=_("Answered"), boolean=True)
    def well(self, call: AgentCall) -> bool:
        """Return whether it was answered without an error."""
        return not call.is_error

    def has_view_permission(self, request: HttpRequest, call: AgentCall | None = None) -> bool:
        """The list may be seen, no single call: it holds what somebody asked and what a document says."""
        return call is None


@admin.register(DailyUse, site=console)
class DailyUsePage(ShownPage):
    """Calls and tokens of each user and day."""

    list_display = ("day", "user", "tool", "calls", "tokens")
    list_display_links = None
    list_select_related = ("user",)
    list_filter = ("day", "tool")
    search_fields = ("user__username",)
    date_hierarchy = "day"
