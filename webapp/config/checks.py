"""System checks: what is wrong with the configuration, and the mend. `mokuji serve` prints them at start."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning, register
from django.utils.module_loading import import_string

from webapp.library.errors import Unavailable

LEAST_FREE_BYTES = 1_000_000_000
LEAST_KEY_LENGTH = 32
LOCAL = {"localhost", "127.0.0.1", "::1"}


@register("mokuji")
def check_pages(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """The browser's pages are built."""
    if (Path(settings.STATIC_ROOT) / "index.html").exists():
        return []
    return [
        Warning(
            "The browser's pages are not built; the HTTP API, MCP and the command line work without them.",
            hint="Run `make frontend`.",
            id="mokuji.W001",
        )
    ]


@register("mokuji")
def check_transport(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Passwords and tokens do not cross a network in the clear."""
    address = urlsplit(settings.PUBLIC_URL)
    if address.scheme != "http" or address.hostname in LOCAL:
        return []
    return [
        Warning(
            f"{settings.PUBLIC_URL} has no encryption: passwords and tokens cross the network in the clear.",
            hint="Put a TLS proxy in front and set MOKUJI_PUBLIC_URL to its https:// address.",
            id="mokuji.W002",
        )
    ]


@register("mokuji")
def check_hosts(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Links that sign in are not made for a host that somebody else chose."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Warning(
            "MOKUJI_ALLOWED_HOSTS has `*`: the server answers to any name that leads to it.",
            hint="Name the hosts under which people and agents reach it, separated by commas.",
            id="mokuji.W010",
        )
    ]


@register("mokuji")
def check_key(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """A key that was given is long enough to sign sessions."""
    if len(settings.SECRET_KEY) >= LEAST_KEY_LENGTH:
        return []
    return [
        Warning(
            f"MOKUJI_SECRET_KEY has only {len(settings.SECRET_KEY)} characters.",
            hint=f"Give at least {LEAST_KEY_LENGTH} random ones, or none: then Mokuji makes and keeps its own.",
            id="mokuji.W003",
        )
    ]


@register("mokuji")
def check_storage(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """The bucket of the originals can be reached with the key that was given."""
    try:
        import_string(
            "webapp.library.file_store.store"
        )().check()  # its models are not there yet as this is read
    except Unavailable as error:
        return [Warning(str(error), hint="Until then no file is taken and none is read.", id="mokuji.W005")]
    return []


@register("mokuji")
def check_mail(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """The mail server can be reached with the name and password that were given, and links in mails lead here."""
    if not settings.MOKUJI["email_url"]:
        return []
    found: list[CheckMessage] = []
    if not settings.PUBLIC_URL:
        found.append(
            Warning(
                f"Links in mails lead to {settings.SERVED_AT}, since MOKUJI_PUBLIC_URL is not set.",
                hint="Set it to the address under which people reach this server.",
                id="mokuji.W006",
            )
        )
    if reason := import_string(
        "webapp.accounts.mail.why_not"
    )():  # its models are not there yet as this is read
        found.append(
            Warning(
                f"The mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT} cannot be used: {reason}.",
                hint="Until then no mail is sent. Look at MOKUJI_EMAIL_URL.",
                id="mokuji.W007",
            )
        )
    return found


@register("mokuji")
def check_disk(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """There is room for documents."""
    free = shutil.disk_usage(settings.DATA).free if Path(settings.DATA).exists() else LEAST_FREE_BYTES
    if free >= LEAST_FREE_BYTES:
        return []
    return [
        Warning(
            f"Only {free / 1e6:.0f} MB are free where {settings.DATA} lies.",
            hint="Free some space, or move MOKUJI_DATA to a larger disk.",
            id="mokuji.W004",
        )
    ]
