"""A new password by mail, for who forgot the old one."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Status

from webapp.accounts import mail, password_reset
from webapp.api import sign_in_limit
from webapp.api.auth import locale_of, require_csrf
from webapp.api.problems import ProblemError
from webapp.api.schemas.account import Forgotten
from webapp.audit.origin import present_origin

router = Router()


@router.post(
    "/session/forgotten",
    response={202: None},
    auth=None,
    operation_id="ask_for_new_password",
    summary="Forgot the password",
)
def ask(request: HttpRequest, payload: Forgotten) -> Status[None]:
    """Have a one-time link mailed to who has this name or mail address. The answer is the same when nobody has."""
    require_csrf(request)
    sign_in_limit.check(request, f"forgotten {payload.who}")
    if not mail.is_set_up():
        raise ProblemError(
            409, "This server sends no mail. Ask your administrator for a link to sign in.", code="no-mail"
        )
    locale = locale_of(request.headers.get("Accept-Language", ""))
    password_reset.ask(payload.who.strip(), locale=locale, origin=present_origin())
    return Status(202, None)
