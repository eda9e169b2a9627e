"""One's own second factor: set up, confirmed by a first code, turned off; recovery codes."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Status

from webapp.accounts import second_factor
from webapp.accounts.models import User
from webapp.api import signing_in
from webapp.api.auth import person
from webapp.api.own_password import require_password
from webapp.api.problems import ProblemError
from webapp.api.qr_code import as_picture
from webapp.api.schemas.account import (
    Code,
    OwnPassword,
    PasswordAndCode,
    RecoveryCodes,
    SecondFactorSecret,
    SecondFactorState,
)
from webapp.audit.services import record
from webapp.library.errors import Conflict

router = Router()

PATH = "/account/second-factor"


@router.get(PATH, response=SecondFactorState, operation_id="get_second_factor", summary="Your second factor")
def get_state(request: HttpRequest) -> SecondFactorState:
    """Return whether your sign-in asks for a code, and how many recovery codes are left."""
    user = person(request).user
    return SecondFactorState(
        on=second_factor.is_on(user), recovery_codes=second_factor.recovery_codes_left(user)
    )


@router.post(
    PATH, response=SecondFactorSecret, operation_id="begin_second_factor", summary="Begin to set it up"
)
def begin(request: HttpRequest, payload: OwnPassword) -> SecondFactorSecret:
    """Return a secret for an authenticator app. Nothing changes before a code of it is confirmed."""
    user = person(request).user
    require_password(request, user, payload.password)
    try:
        made = second_factor.begin(user)
    except second_factor.WrongState as error:
        raise Conflict(str(error)) from None
    return SecondFactorSecret(secret=made.secret, address=made.address, picture=as_picture(made.address))


@router.post(
    f"{PATH}/confirm", response=RecoveryCodes, operation_id="confirm_second_factor", summary="Turn it on"
)
def confirm(request: HttpRequest, payload: Code) -> RecoveryCodes:
    """Turn it on by a code of the app. Other sessions end. The recovery codes are shown here and never again."""
    user = person(request).user
    try:
        codes = second_factor.confirm(user, payload.code, session_key=request.session.session_key)
    except second_factor.WrongState as error:
        raise Conflict(str(error)) from None
    except second_factor.TooManyCodes as error:
        raise signing_in.too_many_codes(error) from None
    if codes is None:
        raise _wrong_code()
    return RecoveryCodes(codes=codes)


@router.post(
    f"{PATH}/recovery-codes",
    response=RecoveryCodes,
    operation_id="renew_recovery_codes",
    summary="New recovery codes",
)
def renew(request: HttpRequest, payload: PasswordAndCode) -> RecoveryCodes:
    """Return new recovery codes; the old ones are worth nothing any more."""
    user = _proved(request, payload)
    return RecoveryCodes(codes=second_factor.renew_recovery_codes(user))


@router.post(f"{PATH}/off", response={204: None}, operation_id="end_second_factor", summary="Turn it off")
def turn_off(request: HttpRequest, payload: PasswordAndCode) -> Status[None]:
    """Sign in by the password alone from now on."""
    user = _proved(request, payload)
    second_factor.turn_off(user)
    record("second-factor-off", user.username)
    return Status(204, None)


def _proved(request: HttpRequest, payload: PasswordAndCode) -> User:
    user = person(request).user
    if not second_factor.is_on(user):
        raise Conflict("The second factor is off.")
    require_password(request, user, payload.password)
    if signing_in.spend_code(request, user, payload.code) is None:
        raise _wrong_code()
    return user


def _wrong_code() -> ProblemError:
    told = signing_in.wrong_code()
    return ProblemError(403, told.detail, code=told.code)  # 401 would tell a browser that nobody is signed in
