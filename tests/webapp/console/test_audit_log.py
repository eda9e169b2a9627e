"""The audit log in the console: append-only."""

from __future__ import annotations

from datetime import UTC

from django.test import Client
from django.urls import reverse

from webapp.audit.services import record


def test_an_entry_is_read_and_can_be_neither_added_changed_nor_deleted(http: Client) -> None:
    entry = record("token-made", "agent")
    address = reverse("admin:audit_auditentry_change", args=(entry.pk,))
    assert "token-made" in http.get(address).content.decode()
    assert http.post(address, {"action": "other"}).status_code == 403
    assert http.get(reverse("admin:audit_auditentry_delete", args=(entry.pk,))).status_code == 403
    assert http.get(reverse("admin:audit_auditentry_add")).status_code == 403
    page = http.get(reverse("admin:audit_auditentry_changelist")).content.decode()
    assert "delete_selected" not in page
    assert f"{entry.at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC" in page
