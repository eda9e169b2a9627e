"""Inviting people, and letting in again who forgot the password: for administrators in a session."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from ninja import Router, Status

from webapp.accounts import mail
from webapp.accounts.models import User
from webapp.accounts.services import create_sign_in_link, invite
from webapp.api.auth import person
from webapp.api.schemas.account import Invitation, OneTimeLink
from webapp.api.schemas.text import MAX_ID
from webapp.audit.services import record
from webapp.library.errors import BadRequest, NotFound, Refused

router = Router()


@router.post("/users", response={201: OneTimeLink}, operation_id="invite_user", summary="Invite somebody")
def invite_user(request: HttpRequest, payload: Invitation) -> Status[OneTimeLink]:
    """Make a user, and the link that lets them in once to set a password."""
    _require_administrator(request)
    try:
        made = invite(payload.username, admin=payload.admin, email=payload.email.strip())
    except ValidationError as error:
        raise BadRequest(" ".join(error.messages)) from None
    return Status(201, _link(made, kind="invitation"))


@router.post(
    "/users/{int:user_id}/link", response={201: OneTimeLink}, operation_id="make_link", summary="Let in again"
)
def make_link(request: HttpRequest, user_id: int) -> Status[OneTimeLink]:
    """Make a link for who forgot the password. The old one is good until the link is used."""
    _require_administrator(request)
    user = User.objects.filter(pk=user_id, is_active=True).first() if user_id <= MAX_ID else None
    if user is None:
        raise NotFound(f"No active user has the id {user_id}.")
    record("link-made", user.username)
    return Status(201, _link(user, kind="link"))


def _require_administrator(request: HttpRequest) -> None:
    if not person(request).user.is_superuser:
        raise Refused("Only an administrator may do this. Ask one, or sign in as one.")


def _link(user: User, *, kind: str) -> OneTimeLink:
    secret = create_sign_in_link(user, new_password=True)
    link = f"{settings.SERVED_AT}/sign-in/{secret}"
    return OneTimeLink(user_id=user.pk, link=link, mailed=not mail.try_link(user, link, kind=kind))
