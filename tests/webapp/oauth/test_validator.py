from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from tests.support.oauth import Browser, Program
from webapp.accounts.models import Token, User
from webapp.accounts.services import verify_token


def let_in(browser: Browser, program: Program, **changed: Any) -> dict[str, Any]:
    code = browser.decide(program.request(**changed))["code"]
    answer = program.redeem(code)
    assert answer.status_code == 200, answer.text
    tokens: dict[str, Any] = answer.json()
    return tokens


def api(http: httpx.Client, token: str) -> int:
    return http.get("/api/v1/collections", headers={"Authorization": f"Bearer {token}"}).status_code


def error_of(answer: httpx.Response) -> str:
    assert answer.status_code == 400, answer.text
    return str(answer.json()["error"])


def test_a_token_is_good_for_an_hour_and_carries_its_prefix(browser: Browser, program: Program) -> None:
    tokens = let_in(browser, program)
    assert tokens["token_type"] == "Bearer"
    assert tokens["expires_in"] == 3600
    assert tokens["access_token"].startswith("mok_")
    assert tokens["refresh_token"].startswith("mok_refresh_")
    assert verify_token(tokens["access_token"], at="mcp") is not None
    Token.objects.update(secret_expires_at=timezone.now())
    assert verify_token(tokens["access_token"], at="mcp") is None


def test_a_refresh_token_opens_nothing_itself(browser: Browser, program: Program) -> None:
    assert verify_token(let_in(browser, program)["refresh_token"], at="mcp") is None


def test_a_code_is_good_once_and_its_token_ends_when_it_comes_again(
    browser: Browser, program: Program
) -> None:
    code = browser.decide(program.request())["code"]
    tokens = program.redeem(code).json()
    assert error_of(program.redeem(code)) == "invalid_grant"
    assert verify_token(tokens["access_token"], at="mcp") is None
    assert error_of(program.refresh(tokens["refresh_token"])) == "invalid_grant"


@pytest.mark.parametrize(
    "changed",
    [
        {"code_verifier": "x" * 43},
        {"code_verifier": ""},
        {"redirect_uri": "http://127.0.0.1:1/callback"},
        {"code": "another"},
        {"resource": "https://other.example/mcp"},
        {"resource": "http://localhost/api/v1"},
    ],
    ids=str,
)
def test_a_code_is_bound_to_its_request(browser: Browser, program: Program, changed: dict[str, str]) -> None:
    code = browser.decide(program.request())["code"]
    answer = program.redeem(**({"code": code} | changed))
    assert error_of(answer) in {"invalid_grant", "invalid_request", "invalid_target"}
    assert not Token.objects.exists()


def test_a_code_is_bound_to_its_program(browser: Browser, program: Program) -> None:
    code = browser.decide(program.request())["code"]
    other = Program(program.http, verifier=program.verifier)
    other.register()
    assert error_of(other.redeem(code)) == "invalid_grant"


def test_a_code_is_good_for_a_minute(browser: Browser, program: Program) -> None:
    code = browser.decide(program.request())["code"]
    Grant.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert error_of(program.redeem(code)) == "invalid_grant"


@pytest.mark.parametrize(
    ("resource", "mcp", "http"),
    [
        (None, True, 401),
        ("http://localhost/mcp", True, 401),
        ("http://localhost/sse", True, 401),
        ("http://localhost/api/v1", False, 200),
        ("http://localhost", True, 200),
        ("http://localhost/", True, 200),
    ],
)
def test_a_token_is_good_where_it_is_for(
    browser: Browser, program: Program, resource: str | None, mcp: bool, http: int
) -> None:
    token = let_in(browser, program, resource=resource)["access_token"]
    assert (verify_token(token, at="mcp") is not None) == mcp
    assert api(program.http, token) == http


def test_refreshing_gives_a_new_token_and_ends_the_old_one(browser: Browser, program: Program) -> None:
    first = let_in(browser, program)
    second = program.refresh(first["refresh_token"]).json()
    assert verify_token(first["access_token"], at="mcp") is None
    assert verify_token(second["access_token"], at="mcp") is not None
    assert Token.objects.count() == 1
    third = program.refresh(second["refresh_token"], resource="http://localhost/mcp")
    assert third.status_code == 200


def test_a_rotated_refresh_token_that_comes_again_ends_everything(browser: Browser, program: Program) -> None:
    first = let_in(browser, program)
    second = program.refresh(first["refresh_token"]).json()
    assert error_of(program.refresh(first["refresh_token"])) == "invalid_grant"
    assert verify_token(second["access_token"], at="mcp") is None
    assert error_of(program.refresh(second["refresh_token"])) == "invalid_grant"


def test_another_program_cannot_use_or_end_a_refresh_token(browser: Browser, program: Program) -> None:
    tokens = let_in(browser, program)
    other = Program(program.http)
    other.register()
    assert error_of(other.refresh(tokens["refresh_token"])) == "invalid_grant"
    assert other.revoke(tokens["access_token"]).status_code == 200
    assert verify_token(tokens["access_token"], at="mcp") is not None


def test_a_refresh_cannot_widen_what_was_agreed_to(browser: Browser, program: Program) -> None:
    tokens = let_in(browser, program)
    assert error_of(program.refresh(tokens["refresh_token"], scope="read write")) == "invalid_scope"
    assert error_of(program.refresh(tokens["refresh_token"], resource="http://localhost/")) in {
        "invalid_target",
        "invalid_grant",
    }
    assert Token.objects.get().audience == "mcp"


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_a_program_gives_back_what_it_was_given(browser: Browser, program: Program, which: str) -> None:
    tokens = let_in(browser, program)
    assert program.revoke(tokens[which]).status_code == 200
    assert verify_token(tokens["access_token"], at="mcp") is None
    assert error_of(program.refresh(tokens["refresh_token"])) == "invalid_grant"
    assert program.revoke("mok_unknown").status_code == 200


def test_a_token_that_its_person_revoked_cannot_be_refreshed(browser: Browser, program: Program) -> None:
    tokens = let_in(browser, program)
    browser.http.delete(f"/api/v1/tokens/{Token.objects.get().pk}").raise_for_status()
    assert verify_token(tokens["access_token"], at="mcp") is None
    assert error_of(program.refresh(tokens["refresh_token"])) == "invalid_grant"


def test_a_person_who_may_not_sign_in_any_more_lets_nobody_in(browser: Browser, program: Program) -> None:
    tokens = let_in(browser, program)
    code = browser.decide(program.request())["code"]
    User.objects.update(is_active=False)
    assert error_of(program.redeem(code)) == "invalid_grant"
    assert error_of(program.refresh(tokens["refresh_token"])) == "invalid_grant"


def test_the_database_holds_digests_alone(browser: Browser, program: Program) -> None:
    code = browser.decide(program.request())["code"]
    assert Grant.objects.exclude(code=code).count() == 1
    tokens = program.redeem(code).json()
    assert AccessToken.objects.get().token == ""
    assert RefreshToken.objects.get().token == ""
    assert tokens["access_token"] not in str(Token.objects.values().get())
