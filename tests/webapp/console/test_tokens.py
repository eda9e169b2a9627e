"""Tokens in the console."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from webapp.accounts.models import User
from webapp.accounts.services import create_token, verify_token
from webapp.audit.models import AuditEntry


def test_a_token_is_revoked_at_once_and_only_once(http: Client, user: User) -> None:
    issued = create_token(user, "agent")
    chosen = {"action": "revoke", "_selected_action": [issued.token.pk]}
    for _ in range(2):
        assert http.post(reverse("admin:accounts_token_changelist"), chosen, follow=True).status_code == 200
    assert verify_token(issued.secret) is None
    revoked = AuditEntry.objects.filter(action="token-revoked", target=f"agent ({issued.token.start}…)")
    assert revoked.count() == 1
    assert revoked.get().user_name == "keeper"


def test_a_token_is_neither_made_nor_changed_nor_deleted_here(http: Client, user: User) -> None:
    token = create_token(user, "agent").token
    assert http.get(reverse("admin:accounts_token_add")).status_code == 403
    assert http.get(reverse("admin:accounts_token_delete", args=(token.pk,))).status_code == 403
    assert (
        http.post(reverse("admin:accounts_token_change", args=(token.pk,)), {"name": "x"}).status_code == 403
    )
