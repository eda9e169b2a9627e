from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client

from tests.support.documents import make_user
from tests.support.oauth import Browser, Program
from webapp.accounts.models import User


@pytest.fixture
def user(db: None) -> User:
    return make_user("person")


@pytest.fixture
def web(db: None) -> Iterator[httpx.Client]:
    """The server, in this process and in the test's transaction, without cookies of anybody."""
    cache.clear()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield from _client()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _client() -> Iterator[httpx.Client]:
    with httpx.Client(transport=httpx.WSGITransport(WSGIHandler()), base_url="http://localhost") as http:
        yield http


@pytest.fixture
def browser(user: User, web: httpx.Client) -> Iterator[Browser]:
    """The browser of a signed-in person."""
    with httpx.Client(transport=httpx.WSGITransport(WSGIHandler()), base_url="http://localhost") as http:
        signed_in = Client()
        signed_in.force_login(user)
        http.cookies.set("mokuji_session", signed_in.cookies["mokuji_session"].value)
        http.headers["X-CSRFToken"] = http.get("/api/v1/session").json()["csrf_token"]
        yield Browser(http)


@pytest.fixture
def program(web: httpx.Client) -> Program:
    """A program that has registered itself."""
    program = Program(web)
    assert program.register().status_code == 201
    return program
