"""Setting up a second factor, and what turns it off."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from tests.support.authenticator import code_of
from tests.support.documents import PASSWORD, bearer, make_user
from webapp.accounts.models import SecondFactor
from webapp.accounts.second_factor import MOST_FAILURES

pytestmark = pytest.mark.django_db
PATH = "/account/second-factor"


@pytest.fixture(autouse=True)
def quick(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


class Browser:
    """Somebody's browser; errors are answers."""

    def __init__(self, name: str = "somebody", password: str | None = PASSWORD) -> None:
        self.http = Client(raise_request_exception=False)
        self.status, self.told = 0, {}  # type: int, dict[str, Any]
        if password is not None:
            self.post("/session", {"username": name, "password": password})

    def post(self, path: str, body: Any) -> dict[str, Any]:
        answer = self.http.post(f"/api/v1{path}", body, content_type="application/json")
        self.status, self.told = answer.status_code, answer.json() if answer.content else {}
        return self.told

    def get(self, path: str) -> Any:
        answer = self.http.get(f"/api/v1{path}")
        self.status = answer.status_code
        return answer.json()

    def set_up(self) -> tuple[str, list[str]]:
        secret = self.post(PATH, {"password": PASSWORD})["secret"]
        return secret, self.post(f"{PATH}/confirm", {"code": code_of(secret)})["codes"]


@pytest.fixture
def here() -> Browser:
    make_user("somebody", password=PASSWORD)
    return Browser()


def test_it_is_set_up_by_a_picture_and_a_code_and_other_sessions_end(here: Browser) -> None:
    elsewhere = Browser()
    assert here.get(PATH) == {"on": False, "recovery_codes": 0}
    begun = here.post(PATH, {"password": PASSWORD})
    assert begun["picture"].startswith("data:image/svg+xml")
    assert begun["secret"] in begun["address"]
    assert here.get("/session")["user"]["second_factor"] is False
    codes = here.post(f"{PATH}/confirm", {"code": code_of(begun["secret"])})["codes"]
    assert here.get(PATH) == {"on": True, "recovery_codes": len(codes)}
    assert here.get("/session")["user"]["second_factor"] is True
    elsewhere.get(PATH)
    assert elsewhere.status == 401


def test_setting_it_up_needs_the_password(here: Browser) -> None:
    for body in ({}, {"password": "wrong"}):
        assert here.post(PATH, body)["code"] == "wrong-password"
        assert here.status == 403
    assert not SecondFactor.objects.exists()


def test_who_has_no_password_sets_it_up_without(db: None) -> None:
    browser = Browser(password=None)
    browser.http.force_login(make_user("guest"))
    assert "secret" in browser.post(PATH, {})


def test_it_is_turned_off_by_password_and_code(here: Browser) -> None:
    _, codes = here.set_up()
    off = f"{PATH}/off"
    assert here.post(off, {"password": "wrong", "code": codes[0]})["code"] == "wrong-password"
    assert here.post(off, {"password": PASSWORD, "code": "123"})["code"] == "wrong-code"
    assert here.status == 403
    assert here.get(PATH)["on"] is True
    here.post(off, {"password": PASSWORD, "code": codes[0]})
    assert here.status == 204
    assert here.get(PATH)["on"] is False
    here.post(off, {"password": PASSWORD, "code": codes[1]})
    assert here.status == 409


def test_recovery_codes_are_renewed_by_password_and_code(here: Browser) -> None:
    _, codes = here.set_up()
    fresh = here.post(f"{PATH}/recovery-codes", {"password": PASSWORD, "code": codes[0]})["codes"]
    assert not set(fresh) & set(codes)
    assert (
        here.post(f"{PATH}/recovery-codes", {"password": PASSWORD, "code": codes[1]})["code"] == "wrong-code"
    )


def test_setting_it_up_twice_and_confirming_nothing_are_conflicts(here: Browser) -> None:
    here.post(f"{PATH}/confirm", {"code": "123456"})
    assert here.status == 409
    here.set_up()
    here.post(PATH, {"password": PASSWORD})
    assert here.status == 409


def test_guessing_the_first_code_ends_too(here: Browser) -> None:
    here.post(PATH, {"password": PASSWORD})
    statuses = []
    for _ in range(MOST_FAILURES + 1):
        here.post(f"{PATH}/confirm", {"code": "nothing"})
        statuses.append(here.status)
    assert statuses == [403] * MOST_FAILURES + [429]


def test_a_token_neither_sees_nor_changes_it() -> None:
    headers = bearer(make_user("reader"))
    client = Client(headers=headers)
    assert client.get(f"/api/v1{PATH}").status_code == 403
    for path in (PATH, f"{PATH}/confirm", f"{PATH}/recovery-codes", f"{PATH}/off"):
        body = {"code": "1"} if path != PATH else {}
        assert client.post(f"/api/v1{path}", body, content_type="application/json").status_code == 403
