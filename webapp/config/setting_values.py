"""How the values of settings are written: parsers return what a text means, or raise ValueError with what is valid."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

LEAST_SECRET = 16


def text(value: str) -> str:
    """Return a text without blanks around it."""
    return value.strip()


def names(value: str) -> tuple[str, ...]:
    """Return what stands between commas."""
    return tuple(part.strip() for part in value.split(",") if part.strip())


def hosts(value: str) -> tuple[str, ...]:
    """Return host names."""
    found = names(value)
    if any("/" in host or " " in host for host in found):
        raise ValueError("host names alone, separated by commas, without http:// and without a path")
    return found


def folder(value: str) -> Path:
    """Return the whole path of a folder."""
    if "\0" in value or not value.strip():
        raise ValueError("a folder's path")
    return Path(value).expanduser().resolve()


def flag(value: str) -> bool:
    """Return what on or off means."""
    if value.lower() in {"1", "true", "yes", "on"}:
        return True
    if value.lower() in {"0", "false", "no", "off", ""}:
        return False
    raise ValueError("on or off")


def number(low: int, high: int) -> Callable[[str], int]:
    """Return a parser of whole numbers between two, both included."""

    def parse(value: str) -> int:
        try:
            number = int(value)
        except ValueError:
            raise ValueError(f"a whole number from {low} to {high}") from None
        if not low <= number <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return number

    return parse


def one_of(*choices: str) -> Callable[[str], str]:
    """Return a parser of words."""

    def parse(value: str) -> str:
        if value.lower() not in choices:
            raise ValueError("one of " + ", ".join(choices))
        return value.lower()

    return parse


def address(value: str) -> str:
    """Return a web address without a slash at its end; empty for none."""
    given = value.strip().rstrip("/")
    if given and not given.startswith(("http://", "https://")):
        raise ValueError("an address that begins with http:// or https://")
    return given


def issuer(value: str) -> str:
    """Return the address of an OpenID provider, encrypted unless it is on this machine; empty for none."""
    given = address(value)
    parts = urlsplit(given)
    open_to_all = parts.scheme != "https" and parts.hostname not in _HERE
    if given and (open_to_all or not parts.hostname or {"?", "#", "@"} & set(given)):
        raise ValueError(
            "an address that begins with https://, below which /.well-known/openid-configuration lies"
        )
    return given


def domains(value: str) -> tuple[str, ...]:
    """Return domains of mail addresses in lower case; `*` stands for all."""
    found = tuple(name.lower().removeprefix("@") for name in names(value))
    if any("@" in name or "/" in name or " " in name for name in found):
        raise ValueError("domains of mail addresses, separated by commas, as example.org, or *")
    return found


def networks(value: str) -> tuple[str, ...]:
    """Return addresses and networks of machines, as 10.0.0.7 and 172.16.0.0/12."""
    found = names(value)
    try:
        for each in found:
            ip_network(each)
    except ValueError:
        raise ValueError("addresses or networks, separated by commas, as 10.0.0.7 or 172.16.0.0/12") from None
    return found


def long_secret(value: str) -> str:
    """Return a secret that cannot be guessed; empty for none."""
    secret = value.strip()
    if secret and (len(secret) < LEAST_SECRET or not secret.isascii() or not secret.isprintable()):
        raise ValueError(f"empty, or at least {LEAST_SECRET} plain characters")
    return secret


def database(value: str) -> dict[str, Any]:
    """Return what Django needs to know of a PostgreSQL database, or nothing for none."""
    text = value.strip()
    if not text:
        return {}
    wanted = "an address such as postgresql://user:password@host:5432/mokuji"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError(wanted) from None
    name = unquote(parts.path.lstrip("/"))
    if parts.scheme not in {"postgres", "postgresql"} or not name or "/" in name:
        raise ValueError(wanted)
    options = dict(parse_qsl(parts.query))
    return {
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or options.pop("host", "")),
        "PORT": str(port or ""),
        "OPTIONS": options,
    }


def redis(value: str) -> str:
    """Return the address of Redis; empty for none."""
    address = value.strip()
    if address and not address.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError("an address such as redis://host:6379/0")
    return address


def bucket(value: str) -> dict[str, str]:
    """Return endpoint, bucket and prefix of an S3 address, or nothing for none."""
    address = value.strip().rstrip("/")
    if not address:
        return {}
    parts = urlsplit(address)
    bucket, _, prefix = parts.path.strip("/").partition("/")
    if (
        parts.scheme not in {"http", "https"}
        or not parts.netloc
        or not bucket
        or parts.query
        or "@" in parts.netloc
    ):
        raise ValueError(
            "an address such as https://s3.example.org/bucket or .../bucket/prefix, without a key in it"
        )
    return {
        "endpoint": f"{parts.scheme}://{parts.netloc}",
        "bucket": bucket,
        "prefix": f"{prefix}/" if prefix else "",
    }


_MAIL_PORTS = {"smtp": 587, "smtps": 465}
_MAILBOX = re.compile(r"[^\s@<>]+@[^\s@<>]+")
_HERE = {"localhost", "127.0.0.1", "::1"}


def mail_server(value: str) -> dict[str, Any]:
    """Return host, port, name, password and encryption of a mail server, or nothing for none.

    `smtps` is encrypted from the start, `smtp` by STARTTLS, without which nothing is sent unless the server is on
    this machine or the address ends in `?starttls=off`.
    """
    address = value.strip()
    if not address:
        return {}
    wanted = (
        "an address such as smtps://user:password@host:465, or smtp://user:password@host:587 for STARTTLS"
    )
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValueError(wanted) from None
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    starttls = options.pop("starttls", "off" if parts.hostname in _HERE else "on")
    if (
        parts.scheme not in _MAIL_PORTS
        or not parts.hostname
        or parts.path not in {"", "/"}
        or options
        or starttls not in {"on", "off"}
    ):
        raise ValueError(wanted)
    return {
        "host": parts.hostname,
        "port": port or _MAIL_PORTS[parts.scheme],
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "tls": parts.scheme == "smtps",
        "starttls": parts.scheme == "smtp" and starttls == "on",
    }


def sender(value: str) -> str:
    """Return who mail is from: an address, with or without a name before it; empty for nobody."""
    given = value.strip()
    found = parseaddr(given)[1]
    if given and not (
        given.isprintable() and _MAILBOX.fullmatch(found) and given.endswith((found, f"<{found}>"))
    ):
        raise ValueError("a mail address, as mokuji@example.org or Mokuji <mokuji@example.org>")
    return given
