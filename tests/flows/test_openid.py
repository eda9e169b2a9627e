"""Sign-in by an OpenID provider, end to end: a running server, a provider that checks its client, a browser between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc.jwk import RSAKey

from tests.support.authenticator import code_of
from tests.support.openid_provider import CLIENT, SECRET, Provider, openid_provider
from tests.support.server import Server, mokuji, running_server

PASSWORD = "an-unlikely-password-7"
ADA = {"sub": "subject-1", "email": "ada@example.org", "email_verified": True}


@dataclass
class Stage:
    """A server that knows a provider, and the browsers that were opened."""

    server: Server
    provider: Provider
    opened: ExitStack

    def browser(self) -> httpx.Client:
        http = httpx.Client(base_url=self.server.url, timeout=60, trust_env=False)
        return self.opened.enter_context(http)

    def sign_in(self, http: httpx.Client, next_page: str = "") -> httpx.Response:
        """Go to the provider and back; return the answer that the browser gets at its return."""
        there = http.get("/oidc/begin", params={"next": next_page} if next_page else {})
        assert there.status_code == 302, there.text
        assert there.headers["location"].startswith(f"{self.provider.issuer}/authorize?")
        back = http.get(there.headers["location"])
        return http.get(back.headers["location"])

    def problem(self) -> str:
        """Sign in, which must fail; return the word for why."""
        http = self.browser()
        answer = self.sign_in(http)
        parts = urlsplit(answer.headers["location"])
        assert parts.path == "/sign-in"
        assert http.get("/api/v1/session").json()["signed_in"] is False
        return parse_qs(parts.query)["problem"][0]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    data = tmp_path_factory.mktemp("openid")
    with openid_provider() as provider:
        env = {
            "MOKUJI_EMBEDDING": "off",
            "MOKUJI_OIDC_ISSUER": provider.issuer,
            "MOKUJI_OIDC_CLIENT_ID": CLIENT,
            "MOKUJI_OIDC_CLIENT_SECRET": SECRET,
            "MOKUJI_OIDC_NAME": "Example login",
            "MOKUJI_OIDC_CREATE": "new.example.org",
        }
        with running_server(data, env=env) as server, ExitStack() as opened:
            asked = ("user", "create", "ada", "--admin", "--email", "ada@example.org", "--password-stdin")
            mokuji(data, *asked, text=PASSWORD)
            yield Stage(server, provider, opened)


@pytest.fixture
def stage(running: Stage) -> Stage:
    honest = Provider(issuer=running.provider.issuer, key=running.provider.key)
    running.provider.__dict__.update({**honest.__dict__, "claims": dict(ADA)})
    return running


def test_who_has_a_verified_address_comes_in_with_state_nonce_and_pkce(stage: Stage) -> None:
    http = stage.browser()
    assert http.get("/api/v1/session").json()["provider"] == "Example login"
    answer = stage.sign_in(http, "/search?q=tide")
    assert (answer.status_code, answer.headers["location"]) == (302, "/search?q=tide")
    state = http.get("/api/v1/session").json()
    assert (state["user"]["username"], state["user"]["has_password"]) == ("ada", True)
    (asked,) = stage.provider.asked
    assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
    assert min(len(asked[name]) for name in ("state", "nonce", "code_challenge")) >= 20
    assert asked["redirect_uri"] == f"{stage.server.url}/oidc/callback"
    listed = http.get("/api/v1/account/sessions").json()
    assert listed[0]["current"] is True
    assert http.get("/admin/").status_code == 200


def test_the_password_goes_on_working(stage: Stage) -> None:
    http = stage.browser()
    http.headers["X-CSRFToken"] = http.get("/api/v1/session").json()["csrf_token"]
    answer = http.post("/api/v1/session", json={"username": "ada", "password": PASSWORD})
    assert answer.status_code == 200


def test_claims_that_only_userinfo_has_are_asked_for_there(stage: Stage) -> None:
    stage.provider.claims = {"sub": "subject-1"}
    stage.provider.userinfo = dict(ADA)
    assert stage.sign_in(stage.browser()).headers["location"] == "/"
    stage.provider.userinfo = {**ADA, "sub": "another"}
    assert stage.problem() == "failed"


def test_an_account_is_made_where_that_is_allowed(stage: Stage) -> None:
    stage.provider.claims = {"sub": "s-2", "email": "eve@new.example.org", "email_verified": True}
    http = stage.browser()
    assert stage.sign_in(http).headers["location"] == "/"
    user = http.get("/api/v1/session").json()["user"]
    assert (user["username"], user["email"], user["is_admin"]) == ("eve", "eve@new.example.org", False)
    stage.provider.claims = {"sub": "s-3", "email": "eve@elsewhere.example.org", "email_verified": True}
    assert stage.problem() == "unknown"
    stage.provider.claims = {"sub": "s-4", "email": "ada@example.org", "email_verified": False}
    assert stage.problem() == "unverified"


def test_only_a_plain_yes_makes_an_address_verified(stage: Stage) -> None:
    for said in ("true", "false", 1, "yes", None):
        stage.provider.claims = {"sub": "s-5", "email": "ada@example.org", "email_verified": said}
        assert stage.problem() == "unverified", said


def test_an_answer_that_says_whose_it_is_must_be_of_this_provider(stage: Stage) -> None:
    stage.provider.sends = {"iss": stage.provider.issuer}
    assert stage.sign_in(stage.browser()).headers["location"] == "/"
    stage.provider.sends = {"iss": "https://evil.example.org"}
    assert stage.problem() == "failed"


@pytest.mark.parametrize(
    "changed",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "another-client"},
        {"aud": [CLIENT, "another"]},
        {"iss": "https://evil.example.org"},
        {"exp": 1},
        {"sub": None},
        {"sub": "x" * 300},
    ],
)
def test_a_token_that_is_not_for_this_sign_in_is_refused(stage: Stage, changed: dict[str, Any]) -> None:
    stage.provider.changed = changed
    assert stage.problem() == "failed"


def test_a_token_that_the_provider_did_not_sign_is_refused(stage: Stage) -> None:
    for algorithm in ("none", "HS256"):
        stage.provider.algorithm = algorithm
        assert stage.problem() == "failed", algorithm
    stage.provider.algorithm = "RS256"
    stage.provider.published = stage.provider.key
    stage.provider.key = RSAKey.generate_key(2048, {"kid": "first"})
    try:
        assert stage.problem() == "failed"
    finally:
        stage.provider.key = stage.provider.published


def test_a_key_that_the_provider_changed_is_fetched(stage: Stage) -> None:
    stage.sign_in(stage.browser())
    stage.provider.key = RSAKey.generate_key(2048, {"kid": "second"})
    assert stage.sign_in(stage.browser()).headers["location"] == "/"


def test_a_return_that_this_browser_did_not_begin_is_refused(stage: Stage) -> None:
    begun, other = stage.browser(), stage.browser()
    back = begun.get(begun.get("/oidc/begin").headers["location"]).headers["location"]
    for http in (other, other):
        assert http.get(back).headers["location"] == "/sign-in?problem=failed"
    assert begun.get(back).headers["location"] == "/"
    assert begun.get(back).headers["location"] == "/sign-in?problem=failed", "it worked twice"
    assert begun.get("/oidc/callback").headers["location"] == "/sign-in?problem=failed"


def test_who_says_no_there_is_told_so(stage: Stage) -> None:
    stage.provider.claims = None
    assert stage.problem() == "refused"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example.org/", "//evil.example.org", "/\\evil.example.org", "x"]
)
def test_nobody_is_led_to_another_site(stage: Stage, elsewhere: str) -> None:
    assert stage.sign_in(stage.browser(), elsewhere).headers["location"] == "/"


def test_a_second_factor_is_asked_for_here_too(stage: Stage) -> None:
    stage.provider.claims = {"sub": "s-7", "email": "max@new.example.org", "email_verified": True}
    http = stage.browser()
    stage.sign_in(http)
    http.headers["X-CSRFToken"] = http.get("/api/v1/session").json()["csrf_token"]
    path = "/api/v1/account/second-factor"
    secret = http.post(path, json={}).json()["secret"]
    http.post(f"{path}/confirm", json={"code": code_of(secret)}).raise_for_status()
    again = stage.browser()
    assert stage.sign_in(again, "/connect").headers["location"] == "/sign-in?next=%2Fconnect"
    state = again.get("/api/v1/session").json()
    assert (state["signed_in"], state["code_needed"]) == (False, True)
    again.headers["X-CSRFToken"] = state["csrf_token"]
    answer = again.post("/api/v1/session/code", json={"code": code_of(secret, ahead=1)})
    assert answer.json()["user"]["username"] == "max"


def test_a_provider_that_is_away_or_another_is_told_and_the_password_still_works(tmp_path: Any) -> None:
    with openid_provider() as provider:
        provider.calls_itself = "https://evil.example.org"
        env = {
            "MOKUJI_EMBEDDING": "off",
            "MOKUJI_OIDC_ISSUER": provider.issuer,
            "MOKUJI_OIDC_CLIENT_ID": CLIENT,
            "MOKUJI_OIDC_CLIENT_SECRET": SECRET,
        }
        with running_server(tmp_path, env=env) as server:
            ask = f"{server.url}/oidc/begin"
            answer = httpx.get(ask, params={"next": "/x"}, trust_env=False)
            assert answer.headers["location"] == "/sign-in?problem=away&next=%2Fx"
            provider.calls_itself = ""
            there = httpx.get(ask, trust_env=False).headers["location"]
            assert there.startswith(f"{provider.issuer}/authorize"), "what was wrong once is asked for again"
            state = httpx.get(f"{server.url}/api/v1/session", trust_env=False).json()
            assert state["provider"] == "127.0.0.1"
