"""One's own account: the password and the language."""

from __future__ import annotations

from django.contrib.auth import password_validation, update_session_auth_hash
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from ninja import Router

from webapp.accounts.models import User
from webapp.accounts.sessions import end_sessions
from webapp.api import signing_in
from webapp.api.auth import person
from webapp.api.own_password import require_password
from webapp.api.routers.session import session_state
from webapp.api.schemas.account import AccountChange, PasswordChange, SessionState
from webapp.audit.services import record
from webapp.library.errors import BadRequest, Conflict

router = Router()


@router.post(
    "/account/password", response=SessionState, operation_id="change_password", summary="Set a password"
)
def change_password(request: HttpRequest, payload: PasswordChange) -> SessionState:
    """Set a new password. The old one is needed when there is one; other sessions end. A first password may
    come with a name."""
    user = person(request).user
    former = user.username
    first = not user.has_usable_password()
    if first:
        _rename(user, payload.username)
    else:
        require_password(request, user, payload.old_password)
    _check_new(user, payload.new_password)
    user.set_password(payload.new_password)
    _save(user)
    end_sessions(user)
    update_session_auth_hash(request, user)
    signing_in.note(request, user)
    if user.username != former:
        record("user-renamed", user.username, detail={"from": former})
    record("password-changed", user.username)
    return session_state(request)


@router.patch("/account", response=SessionState, operation_id="change_account", summary="Choose a language")
def change_account(request: HttpRequest, payload: AccountChange) -> SessionState:
    """Choose the language of the interface; an empty one follows the browser."""
    user = person(request).user
    user.language = payload.language
    user.save(update_fields=["language"])
    request.user = user
    return session_state(request)


def _rename(user: User, username: str | None) -> None:
    if username is None:
        return
    name = User.normalize_username(username.strip())
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        raise BadRequest("A name has letters, digits and @ . + - _ only.") from None
    if not name or len(name) > 150:
        raise BadRequest("A name has 1 to 150 characters.")
    user.username = name
    try:
        user.clean()
    except ValidationError as error:
        raise Conflict(" ".join(error.messages)) from None


def _check_new(user: User, new: str) -> None:
    try:
        password_validation.validate_password(new, user)
    except ValidationError as error:
        raise BadRequest(" ".join(error.messages)) from None


def _save(user: User) -> None:
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "password"])
    except IntegrityError:
        raise Conflict(f"The name {user.username!r} is taken. Choose another.") from None
