from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from tests.support.documents import PASSWORD, make_user
from webapp.accounts.models import User
from webapp.accounts.services import create_sign_in_link
from webapp.api.sign_in_limit import PER_ADDRESS, PER_NAME

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def browser() -> Client:
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


def post(browser: Client, path: str, body: Any, *, csrf: bool = True, method: str = "post") -> Any:
    headers = {"X-CSRFToken": browser.get("/api/v1/session").json()["csrf_token"]} if csrf else {}
    return getattr(browser, method)(f"/api/v1{path}", body, content_type="application/json", headers=headers)


def test_nobody_is_an_answer(browser: Client) -> None:
    state = browser.get("/api/v1/session", headers={"Accept-Language": "ja"}).json()
    assert (state["signed_in"], state["user"], state["locale"]) == (False, None, "ja")
    assert state["csrf_token"]
    assert state["limits"]["max_upload_bytes"] == 200 * 1024 * 1024


def test_a_sign_in_begins_a_session_of_its_own(browser: Client) -> None:
    make_user("ada", password=PASSWORD)
    browser.cookies["mokuji_session"] = "chosen-by-somebody-else-0123456789"
    keys = []
    for _ in range(2):
        post(browser, "/session", {"username": "ada", "password": PASSWORD})
        keys.append(browser.cookies["mokuji_session"].value)
        post(browser, "/session", None, method="delete")
        browser.cookies["mokuji_session"] = keys[-1]
        assert browser.get("/api/v1/documents").status_code == 401
    assert len({*keys, "chosen-by-somebody-else-0123456789"}) == 3


def test_a_person_signs_in_and_out(browser: Client) -> None:
    make_user("ada", password=PASSWORD)
    state = post(browser, "/session", {"username": "ada", "password": PASSWORD}).json()
    assert state["user"]["username"] == "ada"
    assert state["user"]["has_password"]
    assert browser.get("/api/v1/documents").status_code == 200
    assert not post(browser, "/session", None, method="delete").json()["signed_in"]
    assert browser.get("/api/v1/documents").status_code == 401


def test_the_csrf_token_of_the_answer_works_at_once(browser: Client) -> None:
    make_user("ada", password=PASSWORD)
    token = post(browser, "/session", {"username": "ada", "password": PASSWORD}).json()["csrf_token"]
    made = browser.post(
        "/api/v1/collections", {"name": "A"}, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert made.status_code == 201


def test_signing_in_needs_the_csrf_token(browser: Client) -> None:
    make_user("ada", password=PASSWORD)
    for path, body in (
        ("/session", {"username": "ada", "password": PASSWORD}),
        ("/session/link", {"secret": "x"}),
    ):
        response = post(browser, path, body, csrf=False)
        assert (response.status_code, response.json()["code"]) == (403, "csrf")


@pytest.mark.parametrize("name", ["ada", "nobody", "\u202e", "x" * 200])
def test_a_wrong_name_and_a_wrong_password_are_told_alike(browser: Client, name: str) -> None:
    make_user("ada", password=PASSWORD)
    response = post(browser, "/session", {"username": name, "password": "wrong"})
    assert (response.status_code, response.json()["code"]) == (401, "wrong-password")
    assert response.json()["detail"] == "The name or the password is wrong. Check both, then try again."


def test_guessing_is_slowed_down_by_name(browser: Client) -> None:
    make_user("ada", password=PASSWORD)
    for _ in range(PER_NAME):
        assert post(browser, "/session", {"username": "ada", "password": "wrong"}).status_code == 401
    refused = post(browser, "/session", {"username": "ADA", "password": PASSWORD})
    assert refused.status_code == 429
    assert refused["Retry-After"]
    make_user("eve", password=PASSWORD)
    assert post(browser, "/session", {"username": "eve", "password": PASSWORD}).status_code == 200


def test_guessing_names_is_slowed_down_by_address(browser: Client) -> None:
    codes = [
        post(browser, "/session", {"username": f"n{n}", "password": "x"}).status_code
        for n in range(PER_ADDRESS + 1)
    ]
    assert set(codes[:-1]) == {401}
    assert codes[-1] == 429


def test_a_right_password_forgives_the_wrong_ones(browser: Client) -> None:
    make_user("ada", password=PASSWORD)
    for _ in range(PER_NAME - 1):
        post(browser, "/session", {"username": "ada", "password": "wrong"})
    assert post(browser, "/session", {"username": "ada", "password": PASSWORD}).status_code == 200
    assert post(browser, "/session", {"username": "ada", "password": PASSWORD}).status_code == 200


def test_a_link_signs_in_once(browser: Client) -> None:
    secret = create_sign_in_link(make_user("ada"))
    state = post(browser, "/session/link", {"secret": secret}).json()
    assert state["user"] == {
        "id": User.objects.get().pk,
        "username": "ada",
        "is_admin": False,
        "has_password": False,
        "email": "",
        "second_factor": False,
        "language": "",
    }
    again = post(Client(enforce_csrf_checks=True), "/session/link", {"secret": secret})
    assert (again.status_code, again.json()["code"]) == (401, "link-spent")


def test_opening_a_link_spends_nothing(browser: Client) -> None:
    secret = create_sign_in_link(make_user("ada"))
    for ask in (browser.get, browser.head):
        response = ask(f"/sign-in/{secret}")
        assert (response.status_code, response["Location"]) == (302, f"/welcome?link={secret}")
    assert not browser.get("/api/v1/session").json()["signed_in"]
    assert post(browser, "/session/link", {"secret": secret}).status_code == 200


def test_a_link_for_a_new_password_tells_whose_it_is_until_it_is_spent(browser: Client) -> None:
    secret = create_sign_in_link(make_user("ada"), new_password=True)
    assert browser.get(f"/sign-in/{secret}")["Location"] == f"/welcome?link={secret}&name=ada"
    post(browser, "/session/link", {"secret": secret})
    assert browser.get(f"/sign-in/{secret}")["Location"] == f"/welcome?link={secret}"
