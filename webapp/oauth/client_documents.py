"""Fetches the document at which a program describes itself (its client id is the address).

It is the one address that the server fetches because somebody named it, so: https alone, at the port of https, no
address of a private network unless MOKUJI_OAUTH_PRIVATE_CLIENTS, no redirects, no compression, few bytes, few seconds,
and the connection goes to the very address that was judged.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from oauth2_provider.cimd import CIMDError

from webapp.oauth.clients import clean_name, may_register
from webapp.oauth.redirects import usable_redirects

MOST_BYTES = 16_384
SECONDS = 5.0
KEPT_SECONDS = 3_600
"""How long a description is taken as it was."""

LONGEST_ID = 255
AUTHORIZE = "/oauth/authorize"

_NAT64 = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))


class AskedByAPerson:
    """Lets a new description be fetched only for a signed-in person on the consent page, and not too often."""

    def has_permission(self, request: Any, client_id: str) -> bool:
        """Return whether the document of a client id may be fetched for a request of oauthlib."""
        if urlsplit(request.uri).path.rstrip("/") != AUTHORIZE:
            return False
        return may_register(request.headers.get("REMOTE_ADDR") or "unknown")


@dataclass(frozen=True, slots=True)
class _Place:
    host: str
    port: int
    target: str
    authority: str


class ClientDocuments:
    """Fetches and checks such documents."""

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        """Return the description and the seconds it may be kept. Raises CIMDError when it cannot be used."""
        place = _place(client_id)
        try:
            body = asyncio.run(_get(place))
        except (httpx.HTTPError, OSError, TimeoutError, UnicodeError) as error:
            raise CIMDError(f"cannot be fetched: {type(error).__name__}") from error
        return _checked(body), KEPT_SECONDS


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the open internet, also inside the IPv6 forms that carry IPv4."""
    try:
        ip: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.teredo is not None or any(ip in network for network in _NAT64):
            return False
        ip = ip.ipv4_mapped or ip.sixtofour or ip
    return ip.is_global and not ip.is_multicast


def _place(client_id: str) -> _Place:
    """Return where a client id leads. Raises CIMDError for anything but a plain https address with a path."""
    try:
        parts = urlsplit(client_id)
        port = parts.port or 443
    except ValueError:
        raise CIMDError("no address") from None
    plain = client_id.isascii() and client_id.isprintable() and len(client_id) <= LONGEST_ID
    if not plain or parts.scheme != "https" or not parts.hostname or parts.path in {"", "/"}:
        raise CIMDError("not an https address with a path")
    if "@" in parts.netloc or "#" in client_id or {".", ".."} & set(parts.path.split("/")):
        raise CIMDError("has a user, a fragment or dots in its path")
    if port != 443 and not settings.MOKUJI["oauth_private_clients"]:
        raise CIMDError("not at the port of https")
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    return _Place(parts.hostname, port, target, parts.netloc)


async def _get(place: _Place) -> bytes:
    async with asyncio.timeout(SECONDS):
        address = await _judged_address(place)
        async with httpx.AsyncClient(
            verify=httpx.create_ssl_context(), trust_env=False, follow_redirects=False, timeout=SECONDS
        ) as http:
            url = httpx.URL(
                scheme="https", host=address, port=place.port, raw_path=place.target.encode("ascii")
            )
            headers = {
                "Host": place.authority,
                "Accept": "application/json, application/*+json",
                "Accept-Encoding": "identity",
                "User-Agent": "Mokuji",
            }
            asked = http.stream("GET", url, headers=headers, extensions={"sni_hostname": place.host})
            async with asked as response:
                return await _read(response)


async def _judged_address(place: _Place) -> str:
    """Return an address of the host. Raises CIMDError when any of its addresses is not public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not addresses:
        raise CIMDError("its host has no address")
    if not settings.MOKUJI["oauth_private_clients"] and not all(map(is_public, addresses)):
        raise CIMDError("its host has an address that is not public")
    return addresses[0]


async def _read(response: httpx.Response) -> bytes:
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if response.status_code != 200 or response.headers.get("content-encoding", "identity") != "identity":
        raise CIMDError(f"answered {response.status_code}, or compressed")
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise CIMDError("is not JSON")
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > MOST_BYTES:
            raise CIMDError(f"has more than {MOST_BYTES} bytes")
    return bytes(body)


def _checked(body: bytes) -> dict[str, Any]:
    """Return a description with the redirects and grants of it that are possible here."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        raise CIMDError("is not valid JSON") from None
    if not isinstance(document, dict):
        raise CIMDError("is not an object")
    redirects = usable_redirects(document.get("redirect_uris"))
    if not redirects:
        raise CIMDError("names no redirect URI that is https, or http on the person's own machine")
    grants = document.get("grant_types", ["authorization_code"])
    if not isinstance(grants, list) or "authorization_code" not in grants:
        raise CIMDError("does not ask for authorization codes")
    return document | {
        "redirect_uris": redirects,
        "client_name": clean_name(document.get("client_name")),
        "grant_types": ["authorization_code"],
    }
