"""A configuration that is wrong is explained with the mend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webapp.config.checks import check_hosts, check_key, check_pages, check_transport


def ids(messages: list[Any]) -> list[str]:
    return [message.id for message in messages]


def test_pages_that_are_not_built_are_told_with_the_command_that_builds_them(
    settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    (message,) = check_pages(None)
    assert message.id == "mokuji.W001"
    assert message.hint == "Run `make frontend`."
    (tmp_path / "index.html").write_text("<!doctype html>")
    assert check_pages(None) == []


def test_a_public_address_without_tls_is_told(settings: Any) -> None:
    settings.PUBLIC_URL = "http://docs.example.org"
    assert ids(check_transport(None)) == ["mokuji.W002"]
    for fine in ("", "https://docs.example.org", "http://127.0.0.1:9000"):
        settings.PUBLIC_URL = fine
        assert check_transport(None) == []


def test_a_short_secret_key_is_told(settings: Any) -> None:
    settings.SECRET_KEY = "short"
    assert ids(check_key(None)) == ["mokuji.W003"]
    settings.SECRET_KEY = "x" * 50
    assert check_key(None) == []


def test_a_server_that_answers_to_any_name_is_told(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["docs.example.org", "*"]
    assert ids(check_hosts(None)) == ["mokuji.W010"]
    settings.ALLOWED_HOSTS = ["docs.example.org"]
    assert check_hosts(None) == []
