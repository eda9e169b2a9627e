"""A person's browser and a program that asks for access, as the tests of OAuth need them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

REDIRECT = "http://127.0.0.1:53682/callback"


@dataclass
class Browser:
    """A signed-in person: follows the way to the consent page and answers there."""

    http: httpx.Client
    pages: list[str] = field(default_factory=list)

    def sign_in(self, username: str, password: str) -> None:
        self.http.headers["X-CSRFToken"] = self.http.get("/api/v1/session").json()["csrf_token"]
        answer = self.http.post("/api/v1/session", json={"username": username, "password": password})
        self.http.headers["X-CSRFToken"] = answer.raise_for_status().json()["csrf_token"]

    def decide(self, url: str, **decision: Any) -> dict[str, str]:
        """Open the page of a request, answer it, and return what the program is told."""
        page = self.http.get(url)
        if page.status_code == 302:
            return told(page)
        assert page.status_code == 200, page.text
        self.pages.append(page.text)
        csrf = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        assert csrf is not None
        form = {"csrfmiddlewaretoken": csrf[1], "decision": "allow", "access": "read", "where": "all"}
        return told(self.http.post(url, data=form | decision, headers={"Referer": str(page.url)}))


def told(response: httpx.Response) -> dict[str, str]:
    """Return the parameters that a redirect gives to the program."""
    assert response.status_code == 302, response.text
    return {
        name: values[0] for name, values in parse_qs(urlsplit(response.headers["location"]).query).items()
    }


@dataclass
class Program:
    """A program that asks for access, request by request."""

    http: httpx.Client
    client_id: str = ""
    redirect: str = REDIRECT
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    def register(self, **metadata: Any) -> httpx.Response:
        body = {"client_name": "Reading robot", "redirect_uris": [self.redirect]} | metadata
        answer = self.http.post("/oauth/register", content=json.dumps(body))
        if answer.status_code == 201:
            self.client_id = answer.json()["client_id"]
        return answer

    def request(self, **changed: str | list[str] | None) -> str:
        """Return the address at which the person is asked; None leaves a parameter out."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        asked: dict[str, Any] = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect,
            "scope": "read write",
            "state": "a-state",
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        } | changed
        kept = {name: value for name, value in asked.items() if value is not None}
        return f"/oauth/authorize?{urlencode(kept, doseq=True)}"

    def redeem(self, code: str, **changed: str) -> httpx.Response:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect,
            "client_id": self.client_id,
            "code_verifier": self.verifier,
        }
        return self.http.post("/oauth/token", data=form | changed)

    def refresh(self, token: str, **changed: str) -> httpx.Response:
        form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id}
        return self.http.post("/oauth/token", data=form | changed)

    def revoke(self, token: str) -> httpx.Response:
        return self.http.post("/oauth/revoke", data={"token": token, "client_id": self.client_id})
