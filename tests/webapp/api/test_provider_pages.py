"""The way to a provider where there is none. With one it is tried in tests/flows/test_openid.py."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/oidc/begin?next=/x", "/oidc/callback?code=a&state=b", "/oidc/callback?error=x"]
)
def test_without_a_provider_it_leads_to_the_sign_in_page(path: str) -> None:
    cache.clear()
    answer = Client().get(path)
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in?problem=off")
    assert answer["Cache-Control"] == "no-store"
    assert Client().get("/api/v1/session").json()["provider"] == ""


def test_only_opening_is_allowed() -> None:
    for path in ("/oidc/begin", "/oidc/callback"):
        assert Client().post(path).status_code == 405
