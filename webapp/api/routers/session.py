"""Who is signed in; signing in by password or by a one-time link, with a code where one is set up, and out."""

from __future__ import annotations

from django.contrib.auth import authenticate, logout
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from ninja import Router

from webapp.accounts import mail, second_factor
from webapp.accounts.models import User
from webapp.accounts.services import digest_of, user_of_link
from webapp.api import known_browsers, provider, sign_in_limit, signing_in
from webapp.api.auth import locale_of, require_csrf
from webapp.api.limits import limits
from webapp.api.problems import ProblemError
from webapp.api.schemas.account import Code, LinkSecret, Person, SessionState, SignIn
from webapp.audit.services import record
from webapp.observability.version import version

router = Router()


@router.get("/session", response=SessionState, auth=None, operation_id="get_session", summary="Who am I")
def get_session(request: HttpRequest) -> SessionState:
    """Return who is signed in (nobody is an answer, too) and the CSRF token for changing requests."""
    return session_state(request)


@router.post("/session", response=SessionState, auth=None, operation_id="sign_in", summary="Sign in")
def sign_in(request: HttpRequest, payload: SignIn, response: HttpResponse) -> SessionState:
    """Sign in with a name and a password. Needs the CSRF token of GET /session."""
    require_csrf(request)
    sign_in_limit.check_account(request, payload.username)
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
    return _entered(request, response, user, action="signed-in")


@router.post(
    "/session/link",
    response=SessionState,
    auth=None,
    operation_id="spend_sign_in_link",
    summary="Spend a one-time link",
)
def spend_link(request: HttpRequest, payload: LinkSecret, response: HttpResponse) -> SessionState:
    """Sign in with the secret of a one-time link. That spends it; opening the link's page does not."""
    require_csrf(request)
    sign_in_limit.check(request, "link")
    user = user_of_link(payload.secret)
    if user is None:
        record("sign-in-failed", "one-time link")
        raise signing_in.link_spent()
    return _entered(request, response, user, action="signed-in-by-link", link=digest_of(payload.secret))


@router.post(
    "/session/code", response=SessionState, auth=None, operation_id="sign_in_by_code", summary="Send the code"
)
def send_code(request: HttpRequest, payload: Code, response: HttpResponse) -> SessionState:
    """Finish a sign-in that was answered with the code `code-needed`: by the app's code, or a recovery code."""
    require_csrf(request)
    known_browsers.remember(response, signing_in.enter_by_code(request, payload.code).username)
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
        code_needed=signing_in.waits_for_code(request),
        mail=mail.is_set_up(),
        provider=provider.shown_name(),
        limits=limits(),
        version=version(),
    )


def _entered(
    request: HttpRequest, response: HttpResponse, user: User, *, action: str, link: str = ""
) -> SessionState:
    if not signing_in.enter(request, user, action=action, link=link):
        raise signing_in.code_needed()
    known_browsers.remember(response, user.username)
    return session_state(request)


def _person(user: User) -> Person:
    return Person(
        id=user.pk,
        username=user.username,
        is_admin=user.is_superuser,
        has_password=user.has_usable_password(),
        email=user.email,
        second_factor=second_factor.is_on(user),
        language=user.language,
    )
