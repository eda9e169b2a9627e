"""Slows down guessing of passwords and links: attempts are counted in the cache, by name, by address and by account.

The count of an account is over all addresses. A browser that the account has signed in with before has a count of its
own, so that strangers who guess do not keep its owner out.
"""

from __future__ import annotations

import hashlib

from django.core.cache import cache
from django.http import HttpRequest

from webapp.api import known_browsers
from webapp.api.problems import ProblemError
from webapp.audit.counters import count
from webapp.audit.networks import network_of

WINDOW_SECONDS = 300
PER_NAME = 10
PER_ADDRESS = 50
"""An IPv6 address counts as its /64."""

ACCOUNT_SECONDS = 3600
PER_ACCOUNT = 50
"""Attempts that failed on one account in an hour, whatever addresses they came from."""


def check(request: HttpRequest, name: str, *, most: int = PER_NAME) -> None:
    """Count an attempt. Raises ProblemError 429 when there were too many in the last minutes.

    most: attempts on this name from one address; more than PER_NAME where there is nothing to guess.
    """
    address = _address(request)
    for key, limit in ((_key(address, name), most), (_key(address), PER_ADDRESS)):
        if count(key, seconds=WINDOW_SECONDS) > limit:
            raise ProblemError(
                429,
                f"Too many attempts to sign in. Wait {WINDOW_SECONDS // 60} minutes, then try again.",
                headers={"Retry-After": str(WINDOW_SECONDS)},
            )


def check_account(request: HttpRequest, name: str) -> None:
    """Count an attempt on somebody's secret, over all addresses too. Raises ProblemError 429 after too many."""
    check(request, name)
    if count(_account_key(request, name), seconds=ACCOUNT_SECONDS) > PER_ACCOUNT:
        raise ProblemError(
            429,
            "Too many attempts on this account. Use a browser that you have signed in with before, ask for a one-time "
            f"link, or wait {ACCOUNT_SECONDS // 60} minutes.",
            headers={"Retry-After": str(ACCOUNT_SECONDS)},
        )


def forgive(request: HttpRequest, name: str) -> None:
    """Forget the attempts on a name from here after one that succeeded; those from elsewhere stay counted."""
    cache.delete(_key(_address(request), name))
    try:
        cache.decr(_account_key(request, name))
    except ValueError:  # nothing was counted, or its time is over
        return


def _address(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR") or "")


def _account_key(request: HttpRequest, name: str) -> str:
    return _key("account", known_browsers.mark_of(request, name), name)


def _key(*parts: str) -> str:
    digest = hashlib.sha256("\n".join(part.casefold() for part in parts).encode("utf-8", "replace"))
    return f"sign-in:{digest.hexdigest()}"
