"""Which part of this server a token is for (RFC 8707), and under which address the server is known."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings

EVERYWHERE = ""
MCP = "mcp"
API = "api"

_PARTS = {
    "": EVERYWHERE,
    "/mcp": MCP,
    "/sse": MCP,
    "/messages": MCP,
    "/api": API,
    "/api/v1": API,
}
"""The parts by their paths below the server's address. Both transports of MCP are one resource."""

_PORTS = {"http": 80, "https": 443}


def public_address(scheme: str, host: str) -> str:
    """Return the address of this server: the one the operator named, else the one that was asked."""
    return str(settings.PUBLIC_URL) or f"{scheme}://{host}"


def audience_of(resources: Iterable[str], address: str) -> str | None:
    """Return the part of this server that resource indicators name, MCP when there are none.

    Returns None when one of them is not of this server.
    """
    parts = {_part_of(resource, address) for resource in resources}
    if None in parts:
        return None
    return (parts.pop() if len(parts) == 1 else EVERYWHERE) if parts else MCP


def covers(audience: str, wanted: str) -> bool:
    """Return whether a token for one part may be used at, or narrowed to, another."""
    return audience in {EVERYWHERE, wanted}


def _part_of(resource: str, address: str) -> str | None:
    asked, own = _split(resource), _split(address)
    if asked is None or own is None or asked[0] != own[0] or not asked[1].startswith(own[1]):
        return None
    return _PARTS.get(asked[1][len(own[1]) :])


def _split(address: str) -> tuple[tuple[str, str, int | None], str] | None:
    """Return the origin and the path of an address; None for what is none, or has more parts than these."""
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname or "@" in parts.netloc or parts.query or "#" in address:
        return None
    return (parts.scheme, parts.hostname, port), parts.path.rstrip("/")
