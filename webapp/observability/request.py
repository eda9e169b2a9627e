"""The request that is being answered: its id, which its log lines and errors carry, and the way it came.

Threads and tasks that a request starts inherit both; what no request started has neither.
"""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

HEADER = b"x-request-id"

_SANE = re.compile(rb"[A-Za-z0-9._~-]{1,64}")

_id: ContextVar[str] = ContextVar("request_id", default="")
_transport: ContextVar[str] = ContextVar("transport", default="none")


def begin(given: bytes | None, transport: str) -> str:
    """Note that a request has begun, and return its id: the client's when it is sane, else a new one.

    transport: the way it came, such as `api` or `mcp`; numbers are told apart by it.
    """
    sane = given is not None and _SANE.fullmatch(given)
    request_id = given.decode("ascii") if given is not None and sane else secrets.token_hex(8)
    _id.set(request_id)
    _transport.set(transport)
    return request_id


def request_id() -> str:
    """Return the id of the request that is being answered, or an empty text."""
    return _id.get()


def transport() -> str:
    """Return the way the request came, `none` outside of one."""
    return _transport.get()
