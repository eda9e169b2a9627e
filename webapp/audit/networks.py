"""Whom an address stands for when attempts are counted: whoever has one IPv6 address has 2^64 of them."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

PREFIX = 64
"""Bits of an IPv6 address that a subscriber cannot choose."""


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and the /64 network of an IPv6 one; what is neither stays as it is."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address or "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    network = IPv6Address(int(parsed) >> (128 - PREFIX) << (128 - PREFIX))
    return f"{network}/{PREFIX}"
