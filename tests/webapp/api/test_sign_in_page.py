from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("secret", ["abc_-1", "a%26next=%3Aevil", "%22%3E%3Cscript%3E"])
def test_the_redirect_stays_here_whatever_the_secret(client: Client, secret: str) -> None:
    response = client.get(f"/sign-in/{secret}")
    assert response.status_code == 302
    assert response["Location"].startswith("/welcome?link=")
    assert not set(response["Location"]) & set('"<> ')
    assert "&" not in response["Location"]
    assert response["Cache-Control"] == "no-store"


def test_only_opening_is_allowed(client: Client) -> None:
    assert client.post("/sign-in/abc").status_code == 405
