"""What is written down, and when it is forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.documents import PASSWORD, bearer, make_document, make_user
from webapp.accounts.services import create_sign_in_link
from webapp.audit.models import AuditEntry
from webapp.audit.services import prune, record

pytestmark = pytest.mark.django_db


def sign_in(client: Client, name: str, password: str) -> int:
    asked = {"username": name, "password": password}
    return client.post(
        "/api/v1/session", asked, content_type="application/json", REMOTE_ADDR="192.0.2.7"
    ).status_code


def rows() -> list[tuple[str, str, str, str, str]]:
    fields = ("action", "user_name", "target", "via", "address")
    return list(AuditEntry.objects.order_by("id").values_list(*fields))


def test_sign_ins_are_recorded_with_who_and_from_where() -> None:
    make_user("somebody", password=PASSWORD)
    client = Client()
    assert sign_in(client, "somebody", PASSWORD) == 200
    client.delete("/api/v1/session", REMOTE_ADDR="192.0.2.7")
    assert rows() == [
        ("signed-in", "somebody", "somebody", "browser", "192.0.2.7"),
        ("signed-out", "somebody", "", "browser", "192.0.2.7"),
    ]


def test_a_failed_sign_in_is_recorded_without_what_was_typed() -> None:
    make_user("somebody", password=PASSWORD)
    assert sign_in(Client(), "somebody", "wrong") == 401
    assert sign_in(Client(), "my-password-in-the-wrong-field", "x") == 401
    assert [(action, target) for action, _, target, *_ in rows()] == [
        ("sign-in-failed", "somebody"),
        ("sign-in-failed", "unknown name"),
    ]


def test_a_link_that_signs_in_is_recorded_and_one_that_does_not() -> None:
    secret = create_sign_in_link(make_user("somebody"))
    for _ in range(2):
        Client().post("/api/v1/session/link", {"secret": secret}, content_type="application/json")
    assert [(action, user) for action, user, *_ in rows()] == [
        ("signed-in-by-link", "somebody"),
        ("sign-in-failed", ""),
    ]
    assert secret not in str(rows())


def test_what_a_token_did_names_it() -> None:
    user = make_user("somebody")
    header = bearer(user)
    made = (
        Client()
        .post("/api/v1/collections", {"name": "Papers"}, content_type="application/json", headers=header)
        .json()
    )
    Client().delete(f"/api/v1/collections/{made['id']}", headers=header)
    action, user_name, target, via, _ = rows()[-1]
    assert (action, user_name, target) == ("collection-deleted", "somebody", "Papers")
    assert via.startswith("token mok_")


def test_sharing_and_ending_it_are_recorded() -> None:
    owner, _friend = make_user("owner"), make_user("friend")
    client = Client()
    client.force_login(owner)
    collection = client.post("/api/v1/collections", {"name": "P"}, content_type="application/json").json()[
        "id"
    ]
    address = f"/api/v1/collections/{collection}/members"
    member = client.put(
        address, {"user": "friend", "role": "editor"}, content_type="application/json"
    ).json()["id"]
    client.delete(f"{address}/{member}")
    assert [row[:3] for row in rows()] == [
        ("collection-made", "owner", "P"),
        ("collection-shared", "owner", "friend: editor of P"),
        ("collection-unshared", "owner", "friend: editor of P"),
    ]


def test_what_a_command_did_says_so() -> None:
    record("token-made", "agent")
    assert rows() == [("token-made", "", "agent", "command line", "")]


def test_a_name_stays_readable_when_the_user_is_gone() -> None:
    user = make_user("somebody")
    record("signed-in", by=user)
    make_document(make_user("other"))
    user.delete()
    entry = AuditEntry.objects.get(action="signed-in")
    assert (entry.user, entry.user_name) == (None, "somebody")


def test_what_is_older_than_the_setting_is_forgotten(settings: Any) -> None:
    settings.MOKUJI = {**settings.MOKUJI, "audit_days": 30}
    old, young = record("old"), record("young")
    AuditEntry.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=31))
    AuditEntry.objects.filter(pk=young.pk).update(at=timezone.now() - timedelta(days=29))
    assert prune() == 1
    assert AuditEntry.objects.get() == young
