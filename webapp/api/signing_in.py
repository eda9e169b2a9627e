"""From a first factor that was right to a session: at once, or after the code of a second one.

Between the two nobody is signed in. The session only remembers, for some minutes, whose code it waits for.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from webapp.accounts import second_factor
from webapp.accounts.models import User
from webapp.accounts.services import spend_link
from webapp.accounts.sessions import note_session
from webapp.api import sign_in_limit
from webapp.api.problems import ProblemError
from webapp.audit.services import record

BACKEND = "django.contrib.auth.backends.ModelBackend"
PATIENCE_SECONDS = 300

_KEY = "waits_for_code"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A sign-in that waits for a code. action: what the audit log will call it. link: digest of the link to spend."""

    user: int
    password: str
    until: float
    action: str
    link: str


def enter(request: HttpRequest, user: User, *, action: str, link: str = "") -> bool:
    """Sign a user in whose first factor was right. Returns False when a code is needed first.

    link: digest of the one-time link that did it, which is spent when the user is in. Raises ProblemError 401 when
    it was spent meanwhile.
    """
    if second_factor.is_on(user):
        waiting = Waiting(user.pk, _password_of(user), time.time() + PATIENCE_SECONDS, action, link)
        request.session.cycle_key()
        request.session[_KEY] = asdict(waiting)
        return False
    _begin_session(request, user, action, link)
    return True


def code_needed() -> ProblemError:
    """Return the problem that says how a sign-in goes on."""
    return ProblemError(
        401,
        "This account has a second factor. Send the code of the authenticator app, or a recovery code, to "
        "POST /api/v1/session/code.",
        code="code-needed",
    )


def waits_for_code(request: HttpRequest) -> bool:
    """Return whether a sign-in waits for its code."""
    return not request.user.is_authenticated and _waiting(request) is not None


def enter_by_code(request: HttpRequest, code: str) -> User:
    """Finish a sign-in by its code. Raises ProblemError 401 for a wrong one or when none waits, 429 after too many."""
    waiting = _waiting(request)
    user = User.objects.filter(pk=waiting.user, is_active=True).first() if waiting else None
    if waiting is None or user is None or not constant_time_compare(_password_of(user), waiting.password):
        request.session.pop(_KEY, None)
        raise ProblemError(401, "This sign-in took too long. Begin anew.", code="sign-in-over")
    if spend_code(request, user, code) is None:
        record("sign-in-failed", user.username, detail={"reason": "code"})
        raise wrong_code()
    del request.session[_KEY]
    _begin_session(request, user, waiting.action, waiting.link)
    return user


def spend_code(request: HttpRequest, user: User, code: str) -> second_factor.Way | None:
    """Spend a code of a user; None for a wrong one. Raises ProblemError 429 after too many."""
    sign_in_limit.check_account(request, f"code of {user.pk}")
    try:
        way = second_factor.check(user, code)
    except second_factor.TooManyCodes as error:
        raise too_many_codes(error) from error
    if way is not None:
        sign_in_limit.forgive(request, f"code of {user.pk}")
    return way


def wrong_code() -> ProblemError:
    """Return the problem of a code that is not the right one."""
    return ProblemError(
        401, "This code is wrong, too old or was used already. Wait for the next one.", code="wrong-code"
    )


def too_many_codes(error: second_factor.TooManyCodes) -> ProblemError:
    """Return the problem of too many guesses."""
    told = f"Too many wrong codes. Wait {error.wait // 60} minutes, then try again."
    return ProblemError(429, told, headers={"Retry-After": str(error.wait)})


def note(request: HttpRequest, user: User) -> None:
    """Remember the present session among the user's."""
    agent = request.headers.get("User-Agent", "")
    note_session(user, request.session, address=request.META.get("REMOTE_ADDR") or "", agent=agent)


def _begin_session(request: HttpRequest, user: User, action: str, link: str) -> None:
    if link and spend_link(link) is None:
        raise link_spent()
    if link:
        user.refresh_from_db()  # the link may have forgotten the password, which the session is bound to
    login(request, user, backend=BACKEND)
    record(action, user.username, by=user)
    note(request, user)


def link_spent() -> ProblemError:
    """Return the problem of a link that lets nobody in."""
    return ProblemError(
        401,
        "This link is unknown, was used already or is too old. "
        "Start `mokuji serve` again, or ask your administrator, for a new one.",
        code="link-spent",
    )


def _password_of(user: User) -> str:
    return user.get_session_auth_hash()


def _waiting(request: HttpRequest) -> Waiting | None:
    kept = request.session.get(_KEY)
    found = Waiting(**kept) if kept else None
    return found if found is not None and found.until > time.time() else None
