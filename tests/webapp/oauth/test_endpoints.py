from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.utils import timezone
from oauth2_provider.models import Application

from tests.support.oauth import Browser, Program
from webapp.oauth import clients


@pytest.mark.parametrize(
    "redirect",
    [
        "http://robot.example/callback",
        "robot://callback",
        "javascript:alert(1)",
        "https://robot.example/callback#part",
        "https://person@robot.example/",
        "https://*.example/",
        "https://robot.example/a b",
        "https://robot.example;x/",
        "http://127.0.0.1.robot.example/",
        "http://localhost:99999/",
        "",
        7,
    ],
)
def test_a_redirect_is_https_or_on_this_machine(web: httpx.Client, redirect: Any) -> None:
    answer = Program(web).register(redirect_uris=[redirect])
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_redirect_uri"


@pytest.mark.parametrize(
    "redirect",
    ["https://robot.example/callback?x=1", "http://localhost:1/", "http://[::1]:9/", "http://127.0.0.1/"],
)
def test_a_program_registers_itself_and_has_no_secret(web: httpx.Client, redirect: str) -> None:
    told = (
        Program(web)
        .register(redirect_uris=[redirect], token_endpoint_auth_method="client_secret_post")
        .json()
    )
    assert told["token_endpoint_auth_method"] == "none"
    assert told["redirect_uris"] == [redirect]
    assert "client_secret" not in told


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff", b"{}", b'{"redirect_uris": []}', b"[" * 60_000, b" " * 70_000]
)
def test_a_registration_that_says_nothing_is_refused(web: httpx.Client, body: bytes) -> None:
    assert web.post("/oauth/register", content=body).status_code in {400, 413}


def test_one_address_cannot_register_without_end(web: httpx.Client) -> None:
    assert all(clients.may_register("127.0.0.1") for _ in range(clients.PER_HOUR))
    assert Program(web).register().status_code == 429
    assert clients.may_register("127.0.0.2")


def test_when_there_are_too_many_the_oldest_unused_one_gives_way(browser: Browser, program: Program) -> None:
    program.redeem(browser.decide(program.request())["code"])
    newest = Program(program.http)
    for each in (Program(program.http), newest):
        each.register()
    assert clients.may_register("another", most=3)
    assert {*Application.objects.values_list("client_id", flat=True)} == {program.client_id, newest.client_id}
    assert clients.may_register("another", most=2)
    assert not clients.may_register("another", most=1)


def test_unused_programs_are_forgotten_after_a_day(browser: Browser, program: Program) -> None:
    program.redeem(browser.decide(program.request())["code"])
    Program(program.http).register()
    Application.objects.update(created=timezone.now() - timedelta(days=2))
    clients.tidy(now=True)
    assert [each.client_id for each in Application.objects.all()] == [program.client_id]


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/token?x=%zz"])
@pytest.mark.parametrize(
    "form",
    [
        {},
        {"grant_type": "password", "username": "person", "password": "x"},
        {"grant_type": "client_credentials"},
        {"grant_type": "urn:ietf:params:oauth:grant-type:device_code"},
        {"grant_type": "authorization_code"},
        {"grant_type": "authorization_code", "code": "\0"},
        {"grant_type": "authorization_code", "code": "x", "client_id": "https://127.0.0.1/client.json"},
        {"grant_type": "refresh_token"},
        {"grant_type": "refresh_token", "refresh_token": "x" * 70_000},
        {"token": "x"},
    ],
    ids=lambda form: str(form)[:60],
)
def test_a_wrong_request_is_an_error_of_oauth(web: httpx.Client, path: str, form: dict[str, str]) -> None:
    answer = web.post(path, data=form)
    assert answer.status_code in {400, 401, 413}
    assert answer.json()["error"]


def test_without_oauth_there_are_no_such_addresses(web: httpx.Client, settings: Any) -> None:
    settings.MOKUJI = settings.MOKUJI | {"oauth": False}
    assert Program(web).register().status_code == 404
    assert web.post("/oauth/token", data={}).status_code == 404
    assert web.get("/oauth/authorize").status_code == 404
    assert web.get("/.well-known/oauth-protected-resource/mcp").status_code == 404


def test_a_name_is_kept_without_signs_that_nobody_sees(web: httpx.Client) -> None:
    program = Program(web)
    told = program.register(client_name="Rea\u202eding\x07  \u2066robot\n\x00x").json()
    assert told["client_name"] == "Reading robot x"
    assert Application.objects.get(client_id=program.client_id).name == "Reading robot x"
