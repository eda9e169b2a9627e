from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.documents import bearer, make_document
from webapp.accounts.models import Token, User
from webapp.accounts.services import create_token
from webapp.api.auth import locale_of

pytestmark = pytest.mark.django_db


def test_nobody_gets_in_without_a_session_or_a_token(client: Client) -> None:
    response = client.get("/api/v1/status")
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")
    assert client.post("/api/v1/documents/bulk", "{}", content_type="application/json").status_code == 401


def test_a_token_gets_in_and_needs_no_csrf(user: User) -> None:
    document = make_document(user)
    client = Client(enforce_csrf_checks=True)
    response = client.patch(
        f"/api/v1/documents/{document.pk}",
        {"tags": ["a"]},
        content_type="application/json",
        headers=bearer(user),
    )
    assert response.status_code == 200


@pytest.mark.parametrize("secret", ["", "mok_", "mok_wrong", "x" * 500, "é", "mok_\ud800"])
def test_a_bad_token_is_refused_even_with_a_session(http: Client, secret: str) -> None:
    assert http.get("/api/v1/status", HTTP_AUTHORIZATION=f"Bearer {secret}").status_code == 401


def test_revoked_and_expired_tokens_and_inactive_users_are_out(user: User) -> None:
    client = Client()
    expired = create_token(user, "old", expires_at=timezone.now() - timedelta(seconds=1)).secret
    assert client.get("/api/v1/status", headers={"Authorization": f"Bearer {expired}"}).status_code == 401
    headers = bearer(user)
    Token.objects.filter(name="test").update(revoked_at=timezone.now())
    assert client.get("/api/v1/status", headers=headers).status_code == 401
    headers = bearer(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.get("/api/v1/status", headers=headers).status_code == 401


def test_another_scheme_is_left_to_the_session(http: Client, client: Client) -> None:
    basic = {"Authorization": "Basic dTpw"}
    assert http.get("/api/v1/documents", headers=basic).status_code == 200
    assert client.get("/api/v1/documents", headers=basic).status_code == 401


def test_a_session_needs_the_csrf_token_for_every_change(user: User) -> None:
    document = make_document(user)
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    address = f"/api/v1/documents/{document.pk}"
    change = {"tags": ["a"]}
    refused = client.patch(address, change, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
    token = client.get("/api/v1/session").json()["csrf_token"]
    done = client.patch(address, change, content_type="application/json", headers={"X-CSRFToken": token})
    assert done.status_code == 200
    wrong = client.patch(address, change, content_type="application/json", headers={"X-CSRFToken": "x" * 64})
    assert wrong.status_code == 403


def test_a_read_only_token_changes_nothing(user: User) -> None:
    document = make_document(user)
    headers = bearer(user, "read")
    client = Client()
    changes = [
        ("PATCH", f"/documents/{document.pk}", '{"tags": ["a"]}'),
        ("DELETE", f"/documents/{document.pk}", ""),
        ("POST", f"/documents/{document.pk}/reindex", ""),
        ("POST", f"/documents/{document.pk}/cancel", ""),
        ("POST", "/documents/bulk", '{"action": "delete", "document_ids": [1]}'),
        ("POST", "/collections", '{"name": "New"}'),
        ("PATCH", f"/collections/{document.collection_id}", '{"name": "New"}'),
        ("DELETE", f"/collections/{document.collection_id}", ""),
    ]
    for method, path, body in changes:
        response = client.generic(method, f"/api/v1{path}", body, "application/json", headers=headers)
        assert response.status_code == 403, (method, path, response.content)
    assert client.get(f"/api/v1/documents/{document.pk}", headers=headers).status_code == 200


def test_only_a_person_manages_tokens_and_the_account(user: User) -> None:
    headers = bearer(user)
    client = Client()
    for method, path, body in [
        ("GET", "/tokens", ""),
        ("POST", "/tokens", '{"name": "x"}'),
        ("DELETE", "/tokens/1", ""),
        ("POST", "/account/password", '{"new_password": "x"}'),
        ("PATCH", "/account", '{"language": "ja"}'),
        ("GET", "/calls", ""),
    ]:
        response = client.generic(method, f"/api/v1{path}", body, "application/json", headers=headers)
        assert response.status_code == 403, (method, path)


@pytest.mark.parametrize(
    ("header", "chosen", "locale"),
    [
        ("", "", "en"),
        ("ja", "", "ja"),
        ("fr, zh-CN;q=0.8, ja;q=0.3", "", "zh-Hans"),
        ("en-GB", "ja", "ja"),
        ("*", "", "en"),
        (";;;,q=", "", "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_first_accepted(header: str, chosen: str, locale: str) -> None:
    assert locale_of(header, User(language=chosen)) == locale
