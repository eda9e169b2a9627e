"""Where an answer may be sent: to https, or to a program on the person's own machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

MOST_REDIRECTS = 20
MOST_CHARACTERS = 2_000
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|::1", re.ASCII)
_ADDRESS = re.compile(r"[!-~]+", re.ASCII)


def may_redirect_to(address: str) -> bool:
    """Return whether an address is https, or http on this machine; without user, fragment or odd characters."""
    if len(address) > MOST_CHARACTERS or not _ADDRESS.fullmatch(address) or "#" in address or "*" in address:
        return False
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    if "@" in parts.netloc or "\\" in address or not _HOST.fullmatch(host):
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)


def usable_redirects(given: object) -> list[str]:
    """Return the addresses of a list that may be redirected to; none for what is no list."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        return []
    return [each for each in given if isinstance(each, str) and may_redirect_to(each)][:MOST_REDIRECTS]


def host_of(address: str) -> str:
    """Return host and port of an address, as a person is shown it."""
    return urlsplit(address).netloc


def policy_source(address: str) -> str:
    """Return the source of a content security policy that lets a form end at an address."""
    parts = urlsplit(address)
    # the grammar of policies has no IPv6 addresses
    return f"{parts.scheme}:" if parts.hostname == "::1" else f"{parts.scheme}://{parts.netloc}"
