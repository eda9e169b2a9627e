"""Tokens: seen without their secret, revoked."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from webapp.accounts.models import Token
from webapp.accounts.services import revoke_token
from webapp.console.look import display
from webapp.console.recorded import ShownPage
from webapp.console.site import console


@admin.register(Token, site=console)
class TokenPage(ShownPage):
    """Whose tokens there are, and what they may."""

    list_display = ("name", "beginning", "user", "may", "last_used_at", "expires_at", "standing")
    list_select_related = ("user",)
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("name", "start", "user__username")
    fields = (
        ("name", "beginning"), "user", "may", ("collections", "tools"), ("calls_per_minute", "tokens_per_day"),
        ("created_at", "expires_at"), ("last_used_at", "revoked_at"),
    )  # fmt: skip
    actions = ("revoke",)

    @display(description=_("Begins with"))
    def beginning(self, token: Token) -> str:
        """Return the first characters, to recognise it by."""
        return f"{token.start}…"

    @display(description=_("Rights"))
    def may(self, token: Token) -> str:
        """Return its scopes."""
        return ", ".join(token.scopes)

    @display(description=_("State"), label={_("active"): "success", _("revoked"): "danger"})
    def standing(self, token: Token) -> Any:
        """Return whether it is good."""
        return _("active") if token.revoked_at is None else _("revoked")

    @admin.action(description=_("Revoke the selected tokens"))
    def revoke(self, request: HttpRequest, chosen: QuerySet[Token]) -> None:
        """Make tokens useless at once."""
        self.each(
            request, chosen.filter(revoked_at=None), revoke_token, action="token-revoked", recorded=True
        )
