"""Inviting people, and letting in again who forgot the password."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.support.documents import PASSWORD, make_user
from webapp.accounts.models import User
from webapp.audit.models import AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("keeper", is_superuser=True, is_staff=True))
    return client


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(f"/api/v1{path}", body or {}, content_type="application/json")


def spend(answer: Any) -> Client:
    client = Client()
    secret = answer.json()["link"].rpartition("/")[2]
    assert post(client, "/session/link", {"secret": secret}).status_code == 200
    return client


def test_somebody_is_invited_and_sets_a_password(admin: Client) -> None:
    answer = post(admin, "/users", {"username": "newcomer"})
    assert answer.status_code == 201
    theirs = spend(answer)
    assert theirs.get("/api/v1/session").json()["user"]["has_password"] is False
    assert post(theirs, "/account/password", {"new_password": PASSWORD}).status_code == 200
    made = User.objects.get(username="newcomer")
    assert (made.is_superuser, made.is_staff) == (False, False)
    invited = AuditEntry.objects.get(action="user-invited")
    assert (invited.user_name, invited.target) == ("keeper", "newcomer")


@pytest.mark.parametrize("name", ["keeper", "no spaces", ""])
def test_a_name_that_cannot_be_is_refused_with_the_reason(admin: Client, name: str) -> None:
    assert post(admin, "/users", {"username": name}).status_code in {400, 422}
    assert User.objects.count() == 1


def test_who_forgot_the_password_gets_a_new_one_and_the_old_one_is_good_until_then(admin: Client) -> None:
    user = make_user("forgetful", password=PASSWORD)
    answer = post(admin, f"/users/{user.pk}/link")
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    theirs = spend(answer)
    assert post(theirs, "/account/password", {"new_password": "another-unlikely-8"}).status_code == 200
    user.refresh_from_db()
    assert user.check_password("another-unlikely-8")


def test_an_unknown_or_inactive_user_gets_none(admin: Client) -> None:
    gone = User.objects.create_user("gone", is_active=False)
    for user_id in (gone.pk, 987_654, 10**30):
        assert post(admin, f"/users/{user_id}/link").status_code == 404


def test_only_administrators_invite() -> None:
    client = Client()
    client.force_login(make_user("somebody"))
    assert post(client, "/users", {"username": "friend"}).status_code == 403
    assert post(client, f"/users/{make_user('other').pk}/link").status_code == 403
