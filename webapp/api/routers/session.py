"""Who is signed in; signing in by password or by a one-time link, and out."""

from __future__ import annotations

from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest
from django.middleware.csrf import get_token
from ninja import Router

from webapp.accounts.models import User
from webapp.accounts.services import use_sign_in_link
from webapp.accounts.sessions import note_session
from webapp.api import sign_in_limit
from webapp.api.auth import locale_of, require_csrf
from webapp.api.limits import limits
from webapp.api.problems import ProblemError
from webapp.api.schemas.account import LinkSecret, Person, SessionState, SignIn
from webapp.api.version import version
from webapp.audit.services import record

router = Router()

BACKEND = "django.contrib.auth.backends.ModelBackend"


@router.get("/session", response=SessionState, auth=None, operation_id="get_session", summary="Who am I")
def get_session(request: HttpRequest) -> SessionState:
    """Return who is signed in (nobody is an answer, too) and the CSRF token for changing requests."""
    return session_state(request)


@router.post("/session", response=SessionState, auth=None, operation_id="sign_in", summary="Sign in")
def sign_in(request: HttpRequest, payload: SignIn) -> SessionState:
    """Sign in with a name and a password. Needs the CSRF token of GET /session."""
    require_csrf(request)
    sign_in_limit.check(request, payload.username)
    user = authenticate(request, username=payload.username, password=payload.password)
    if user is None:
        known = User.objects.filter(username=payload.username).first()
        record(
            "sign-in-failed", known.username if known else "unknown name"
        )  # who knows what was typed there
        raise ProblemError(
            401, "The name or the password is wrong. Check both, then try again.", code="wrong-password"
        )
    sign_in_limit.forgive(request, payload.username)
    login(request, user)
    _signed_in(request, user, "signed-in")
    return session_state(request)


@router.post(
    "/session/link",
    response=SessionState,
    auth=None,
    operation_id="spend_sign_in_link",
    summary="Spend a one-time link",
)
def spend_link(request: HttpRequest, payload: LinkSecret) -> SessionState:
    """Sign in with the secret of a one-time link. That spends it; opening the link's page does not."""
    require_csrf(request)
    sign_in_limit.check(request, "link")
    user = use_sign_in_link(payload.secret)
    if user is None:
        record("sign-in-failed", "one-time link")
        raise ProblemError(
            401,
            "This link is unknown, was used already or is older than a day. "
            "Start `mokuji serve` again, or ask your administrator, for a new one.",
            code="link-spent",
        )
    login(request, user, backend=BACKEND)
    _signed_in(request, user, "signed-in-by-link")
    return session_state(request)


@router.delete("/session", response=SessionState, auth=None, operation_id="sign_out", summary="Sign out")
def sign_out(request: HttpRequest) -> SessionState:
    """End the session. Harmless when nobody is signed in."""
    require_csrf(request)
    if request.user.is_authenticated:
        record("signed-out")
    logout(request)
    return session_state(request)


def session_state(request: HttpRequest) -> SessionState:
    """Return the session of a request as the API shows it, with a CSRF token that fits it."""
    user = request.user if request.user.is_authenticated else None
    return SessionState(
        signed_in=user is not None,
        user=_person(user) if user else None,
        csrf_token=get_token(request),
        locale=locale_of(request.headers.get("Accept-Language", ""), user),
        limits=limits(),
        version=version(),
    )


def _signed_in(request: HttpRequest, user: User, action: str) -> None:
    record(action, user.username, by=user)
    note_session(
        user,
        request.session,
        address=request.META.get("REMOTE_ADDR") or "",
        agent=request.headers.get("User-Agent", ""),
    )


def _person(user: User) -> Person:
    return Person(
        id=user.pk,
        username=user.username,
        is_admin=user.is_superuser,
        has_password=user.has_usable_password(),
        language=user.language,
    )
