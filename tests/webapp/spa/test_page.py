from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from webapp.spa.page import LANGUAGE_COOKIE, THEME_COOKIE

INDEX = (
    '<!doctype html>\n<html lang="en"><head><script type="module" src="/static/a.js"></script></head></html>'
)


@pytest.fixture
def browser(tmp_path: Path, settings: Any) -> Client:
    (tmp_path / "index.html").write_text(INDEX)
    settings.STATIC_ROOT = tmp_path
    return Client()


def shown(browser: Client, path: str = "/", **headers: str) -> str:
    response = browser.get(path, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("path", ["/", "/search", "/documents/17", "/welcome", "/connect/anything"])
def test_every_page_is_the_one_page(browser: Client, path: str) -> None:
    assert "<html" in shown(browser, path)


@pytest.mark.parametrize("path", ["/api", "/api/v1/nothing", "/static/gone.js", "/ws/live", "/mcp/x"])
def test_what_is_missing_elsewhere_is_never_answered_with_the_page(browser: Client, path: str) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("ja", "ja"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("fr, ja;q=0.5, en;q=0.2", "ja"),
        ("en;q=0.3, ja;q=0.9", "ja"),
        ("ja;q=0, en", "en"),
        ("de", "en"),
        ("ja;q=much, zh", "zh-Hans"),
        ("", "en"),
    ],
)
def test_the_language_follows_the_browser(browser: Client, wish: str, language: str) -> None:
    assert f'<html lang="{language}">' in shown(browser, **{"Accept-Language": wish})


def test_a_chosen_language_and_theme_go_before_the_browsers(browser: Client) -> None:
    browser.cookies[LANGUAGE_COOKIE] = "zh-Hans"
    browser.cookies[THEME_COOKIE] = "dark"
    assert '<html lang="zh-Hans" data-theme="dark">' in shown(browser, **{"Accept-Language": "ja"})


@pytest.mark.parametrize("name", [LANGUAGE_COOKIE, THEME_COOKIE])
def test_a_cookie_cannot_write_into_the_page(browser: Client, name: str) -> None:
    browser.cookies[name] = "x onload=alert(1)"
    assert '<html lang="en">' in shown(browser)


def test_the_policy_allows_nothing_inline_and_nobody_to_frame_it(browser: Client) -> None:
    policy = browser.get("/").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


def test_the_page_brings_the_token_that_changing_requests_need(browser: Client) -> None:
    assert browser.get("/").cookies["mokuji_csrf"].value


def test_a_page_is_not_kept_by_browsers_and_only_read(browser: Client) -> None:
    assert browser.get("/").headers["Cache-Control"] == "no-cache"
    assert browser.post("/").status_code == 405


def test_without_a_build_it_says_what_to_do(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path
    response = Client().get("/")
    assert response.status_code == 503
    assert b"make frontend" in response.content
