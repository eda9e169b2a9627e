from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from tests.support.ask import Ask
from tests.support.documents import PASSWORD, make_user
from webapp.accounts.models import User

pytestmark = pytest.mark.django_db
NEW = "another-unlikely-one-8"


@pytest.fixture(autouse=True)
def quick(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


def test_a_first_password_needs_no_old_one_and_may_bring_a_name(ask: Ask, user: User) -> None:
    state = ask("POST", "/account/password", {"new_password": PASSWORD, "username": "ada"})
    assert (state["user"]["username"], state["user"]["has_password"]) == ("ada", True)
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert ask("GET", "/session")["signed_in"], "the session goes on"


def test_a_later_password_needs_the_old_one_and_keeps_the_name(ask: Ask, user: User) -> None:
    ask("POST", "/account/password", {"new_password": PASSWORD})
    for old in (None, "wrong"):
        body = {"new_password": NEW, "old_password": old}
        assert ask("POST", "/account/password", body, status=403)["code"] == "wrong-password"
    body = {"new_password": NEW, "old_password": PASSWORD, "username": "mallory"}
    assert ask("POST", "/account/password", body)["user"]["username"] == "reader"
    user.refresh_from_db()
    assert user.check_password(NEW)


def test_other_sessions_end_with_the_old_password(ask: Ask, user: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(user)
    ask("POST", "/account/password", {"new_password": PASSWORD})
    assert elsewhere.get("/api/v1/documents").status_code == 401


@pytest.mark.parametrize("weak", ["short", "reader1234", "1234567890", "kelp tide 9"])
def test_a_weak_password_is_refused_with_the_reason(ask: Ask, user: User, weak: str) -> None:
    assert len(ask("POST", "/account/password", {"new_password": weak}, status=400)["detail"]) > 20
    user.refresh_from_db()
    assert not user.has_usable_password()


@pytest.mark.parametrize(
    ("name", "status"), [("taken", 409), ("a b", 400), ("<x>", 400), (" ", 400), ("", 422)]
)
def test_a_name_that_cannot_be_used_is_refused(ask: Ask, user: User, name: str, status: int) -> None:
    make_user("taken")
    ask("POST", "/account/password", {"new_password": PASSWORD, "username": name}, status=status)
    user.refresh_from_db()
    assert (user.username, user.has_usable_password()) == ("reader", False)


def test_guessing_the_old_password_is_slowed_down(ask: Ask) -> None:
    ask("POST", "/account/password", {"new_password": PASSWORD})
    body = {"new_password": NEW, "old_password": "wrong"}
    for _ in range(10):
        ask("POST", "/account/password", body, status=403)
    ask("POST", "/account/password", {**body, "old_password": PASSWORD}, status=429)


def test_the_chosen_language_goes_before_the_browsers(ask: Ask) -> None:
    assert ask("PATCH", "/account", {"language": "zh-Hans"})["locale"] == "zh-Hans"
    assert ask("GET", "/session")["locale"] == "zh-Hans"
    assert ask("PATCH", "/account", {"language": ""})["locale"] == "en"
    ask("PATCH", "/account", {"language": "tlh"}, status=422)
