"""A right password is not enough where a second factor is on, and no other way leads around it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests.support.authenticator import code_of
from tests.support.documents import PASSWORD
from webapp.accounts import second_factor
from webapp.accounts.models import SecondFactor, User
from webapp.accounts.services import create_sign_in_link, create_token
from webapp.audit.models import AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def keeper(quick: None) -> User:
    return User.objects.create_user("keeper", password=PASSWORD, is_superuser=True, is_staff=True)


@pytest.fixture
def codes(keeper: User) -> list[str]:
    """The factor is on; these are its recovery codes."""
    made = second_factor.begin(keeper)
    found = second_factor.confirm(keeper, code_of(made.secret), session_key=None)
    assert found is not None
    return found


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False)


def post(browser: Client, path: str, body: Any) -> Any:
    return browser.post(f"/api/v1{path}", body, content_type="application/json")


def sign_in(browser: Client, password: str = PASSWORD) -> Any:
    return post(browser, "/session", {"username": "keeper", "password": password})


def is_in(browser: Client) -> bool:
    return bool(browser.get("/api/v1/session").json()["signed_in"])


def test_the_code_is_asked_for_before_anything_opens(browser: Client, codes: list[str]) -> None:
    answer = sign_in(browser)
    assert (answer.status_code, answer.json()["code"]) == (401, "code-needed")
    state = browser.get("/api/v1/session").json()
    assert (state["signed_in"], state["code_needed"], state["user"]) == (False, True, None)
    assert browser.get("/api/v1/documents").status_code == 401
    assert browser.get(reverse("admin:index")).status_code == 302
    assert browser.get("/oauth/authorize?client_id=x").status_code == 302
    code = code_of(SecondFactor.objects.get().secret, ahead=1)
    assert post(browser, "/session/code", {"code": code}).json()["user"]["username"] == "keeper"
    assert browser.get(reverse("admin:index")).status_code == 200
    assert AuditEntry.objects.latest("id").action == "signed-in"
    assert browser.get("/api/v1/session").json()["code_needed"] is False


def test_the_consoles_own_door_leads_to_the_one_that_asks(browser: Client, codes: list[str]) -> None:
    form = {"username": "keeper", "password": PASSWORD, "next": "/admin/"}
    answer = browser.post(reverse("admin:login"), form)
    assert answer["Location"].startswith("/sign-in?")
    assert not is_in(browser)


def test_a_wrong_password_tells_nothing_of_a_second_factor(browser: Client, codes: list[str]) -> None:
    assert sign_in(browser, "wrong").json()["code"] == "wrong-password"
    assert post(browser, "/session/code", {"code": codes[0]}).json()["code"] == "sign-in-over"


def test_a_wrong_code_is_recorded_and_the_next_may_be_right(browser: Client, codes: list[str]) -> None:
    sign_in(browser)
    answer = post(browser, "/session/code", {"code": "123"})
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong-code")
    failed = AuditEntry.objects.latest("id")
    assert (failed.action, failed.target, failed.detail) == ("sign-in-failed", "keeper", {"reason": "code"})
    assert post(browser, "/session/code", {"code": codes[0]}).status_code == 200


def test_a_link_is_spent_only_when_the_code_was_right(
    browser: Client, keeper: User, codes: list[str]
) -> None:
    secret = create_sign_in_link(keeper, new_password=True)
    assert post(browser, "/session/link", {"secret": secret}).json()["code"] == "code-needed"
    keeper.refresh_from_db()
    assert keeper.check_password(PASSWORD), "a link alone forgot the password"
    assert post(browser, "/session/code", {"code": codes[0]}).status_code == 200
    assert is_in(browser)
    keeper.refresh_from_db()
    assert not keeper.has_usable_password()
    assert post(Client(), "/session/link", {"secret": secret}).json()["code"] == "link-spent"


def test_a_link_that_another_spent_meanwhile_lets_nobody_in(
    browser: Client, keeper: User, codes: list[str]
) -> None:
    secret = create_sign_in_link(keeper)
    other = Client()
    for each in (browser, other):
        post(each, "/session/link", {"secret": secret})
    assert post(other, "/session/code", {"code": codes[0]}).status_code == 200
    assert post(browser, "/session/code", {"code": codes[1]}).json()["code"] == "link-spent"
    assert not is_in(browser)


def test_a_sign_in_that_waits_ends_with_its_time_with_the_password_and_with_the_user(
    browser: Client, keeper: User, codes: list[str]
) -> None:
    sign_in(browser)
    session = browser.session
    session["waits_for_code"] |= {"until": 0}
    session.save()
    assert browser.get("/api/v1/session").json()["code_needed"] is False
    assert post(browser, "/session/code", {"code": codes[0]}).json()["code"] == "sign-in-over"
    sign_in(browser)
    keeper.set_password("another-unlikely-8")
    keeper.save()
    assert post(browser, "/session/code", {"code": codes[0]}).json()["code"] == "sign-in-over"
    sign_in(browser, "another-unlikely-8")
    User.objects.update(is_active=False)
    assert post(browser, "/session/code", {"code": codes[0]}).json()["code"] == "sign-in-over"
    assert second_factor.recovery_codes_left(keeper) == len(codes), "a code was spent for nothing"


def test_guesses_are_counted_over_all_addresses(codes: list[str]) -> None:
    statuses = []
    for number in range(second_factor.MOST_FAILURES + 1):
        there = Client(REMOTE_ADDR=f"192.0.2.{number}")
        sign_in(there)
        statuses.append(post(there, "/session/code", {"code": "123"}).status_code)
    assert statuses == [401] * second_factor.MOST_FAILURES + [429]


def test_the_session_has_another_key_at_each_step(browser: Client, codes: list[str]) -> None:
    browser.cookies["mokuji_session"] = "chosen-by-somebody-else-0123456789"
    keys = ["chosen-by-somebody-else-0123456789"]
    sign_in(browser)
    keys.append(browser.cookies["mokuji_session"].value)
    post(browser, "/session/code", {"code": codes[0]})
    keys.append(browser.cookies["mokuji_session"].value)
    assert len(set(keys)) == 3
    assert not Session.objects.filter(session_key__in=keys[:2]).exists()


def test_tokens_go_on_without_a_code(keeper: User, codes: list[str]) -> None:
    headers = {"Authorization": f"Bearer {create_token(keeper, 'agent').secret}"}
    assert Client(headers=headers).get("/api/v1/documents").status_code == 200
