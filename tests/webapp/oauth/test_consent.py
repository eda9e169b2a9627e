from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.oauth import Browser, Program
from webapp.accounts.models import Token, User
from webapp.audit.models import AuditEntry
from webapp.library.models import Collection
from webapp.oauth.consent_text import TEXTS


def test_who_is_not_signed_in_signs_in_and_comes_back(program: Program) -> None:
    url = program.request()
    response = program.http.get(url)
    assert response.status_code == 302
    there = urlsplit(response.headers["location"])
    assert there.path == "/sign-in"
    assert parse_qs(there.query)["next"] == [url]


def test_the_page_names_the_program_and_where_the_answer_goes(browser: Browser, program: Program) -> None:
    page = browser.http.get(program.request())
    assert page.status_code == 200
    for words in ("Reading robot", "127.0.0.1:53682", "a program on your own machine", "person"):
        assert words in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "unsafe" not in policy
    assert policy.endswith("form-action 'self' http://127.0.0.1:53682")
    assert page.headers["x-frame-options"] == "DENY"
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "same-origin"  # browsers tell with the form where it stood
    assert "<script" not in page.text
    assert "style=" not in page.text


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_the_page_speaks_the_language_of_the_person(
    browser: Browser, program: Program, user: User, language: str
) -> None:
    user.language = language
    user.save()
    page = browser.http.get(program.request()).text
    assert f'<html lang="{language}">' in page
    assert TEXTS[language]["allow"] in page
    assert {*TEXTS[language]} == {*TEXTS["en"]}


def test_a_name_cannot_become_markup(browser: Browser, program: Program) -> None:
    program.register(client_name="<img src=x>\u202e")
    page = browser.http.get(program.request()).text
    assert "&lt;img src=x&gt;" in page
    assert "\u202e" not in page


@pytest.mark.parametrize(
    "redirect",
    ["https://evil.example/", "http://127.0.0.1:53682/other", "http://127.0.0.1.evil.example/callback", None],
)
def test_an_address_that_was_not_registered_is_never_redirected_to(
    browser: Browser, program: Program, redirect: str | None
) -> None:
    program.register(redirect_uris=["http://127.0.0.1:53682/callback", "https://robot.example/callback"])
    page = browser.http.get(program.request(redirect_uri=redirect))
    assert page.status_code == 400
    assert "This link cannot be used" in page.text


def test_a_program_on_this_machine_may_answer_at_any_port(browser: Browser, program: Program) -> None:
    assert "code" in browser.decide(program.request(redirect_uri="http://127.0.0.1:1/callback"))


def test_an_unknown_program_is_told_to_the_person(browser: Browser, program: Program) -> None:
    page = browser.http.get(program.request(client_id="nobody"))
    assert page.status_code == 400
    assert "connect anew" in page.text


@pytest.mark.parametrize(
    "changed",
    [
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"code_challenge": "short"},
        {"response_type": "token"},
        {"scope": "everything"},
        {"resource": "https://other.example/mcp"},
        {"resource": "http://localhost/elsewhere"},
        {"resource": ["http://localhost/mcp", "https://other.example"]},
    ],
    ids=str,
)
def test_a_request_against_the_rules_gets_no_code(
    browser: Browser, program: Program, changed: dict[str, str | list[str] | None]
) -> None:
    answer = browser.decide(program.request(**changed))
    assert answer["error"] in {
        "invalid_request", "unsupported_response_type", "invalid_scope", "invalid_target", "unauthorized_client",
    }  # fmt: skip
    assert answer["state"] == "a-state"
    assert answer["iss"] == "http://localhost"
    assert "code" not in answer


def test_a_person_may_say_no(browser: Browser, program: Program) -> None:
    answer = browser.decide(program.request(), decision="deny")
    assert answer["error"] == "access_denied"
    assert answer["state"] == "a-state"


def test_a_decision_without_the_csrf_token_is_none(browser: Browser, program: Program) -> None:
    del browser.http.headers["X-CSRFToken"]
    response = browser.http.post(program.request(), data={"decision": "allow"})
    assert response.status_code == 403


@pytest.mark.parametrize(
    ("asked", "access", "scopes"),
    [
        ("read write", "write", ["read", "write"]),
        ("read write", "read", ["read"]),
        ("read", "write", ["read"]),
        ("read offline_access", "read", ["read"]),
    ],
)
def test_a_program_gets_what_it_asked_and_the_person_allowed(
    browser: Browser, program: Program, asked: str, access: str, scopes: list[str]
) -> None:
    code = browser.decide(program.request(scope=asked), access=access)["code"]
    assert program.redeem(code).json()["scope"] == " ".join(scopes)
    assert Token.objects.get().scopes == scopes


def test_only_collections_that_the_person_sees_can_be_chosen(
    browser: Browser, program: Program, user: User
) -> None:
    mine = Collection.objects.create(name="Mine", owner=user)
    foreign = Collection.objects.create(name="Foreign", owner=User.objects.create_user("other"))
    url = program.request()
    assert "Foreign" not in browser.http.get(url).text
    code = browser.decide(url, where="chosen", collection=[mine.pk, foreign.pk])["code"]
    program.redeem(code)
    assert Token.objects.get().collections == [mine.pk]


def test_choosing_no_collection_is_asked_again(browser: Browser, program: Program) -> None:
    url = program.request()
    page = browser.http.get(url)
    csrf = page.text.split('csrfmiddlewaretoken" value="')[1].split('"')[0]
    form = {"csrfmiddlewaretoken": csrf, "decision": "allow", "where": "chosen"}
    again = browser.http.post(url, data=form)
    assert again.status_code == 422
    assert "Choose at least one collection" in again.text


@pytest.mark.parametrize(
    "query", ["", "%00", "client_id=%00", "client_id=%zz", "state=%ff", "client_id=a&client_id=b"]
)
def test_a_request_that_means_nothing_is_a_page_not_a_fault(browser: Browser, query: str) -> None:
    assert browser.http.get(f"/oauth/authorize?{query}").status_code == 400


def test_the_style_sheet_is_served(program: Program) -> None:
    assert program.http.get("/oauth/consent.css").headers["content-type"] == "text/css; charset=utf-8"


def test_the_decision_is_in_the_audit_log_by_the_name_of_the_program(
    browser: Browser, program: Program, user: User
) -> None:
    law = Collection.objects.create(owner=user, name="Law")
    browser.decide(program.request(), decision="deny")
    browser.decide(program.request(), where="chosen", collection=str(law.pk))
    about = {"client": program.client_id, "redirect": "127.0.0.1:53682"}
    told = AuditEntry.objects.order_by("id").values_list("user_name", "action", "target", "detail")
    assert list(told) == [
        ("person", "program-turned-away", "Reading robot", about),
        ("person", "program-let-in", "Reading robot", about | {"scopes": ["read"], "collections": ["Law"]}),
    ]
