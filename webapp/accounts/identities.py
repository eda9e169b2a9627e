"""Who of us somebody is whom an OpenID provider has signed in.

The first time by a verified mail address, from then on by the provider's own name for them, which never changes hands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from webapp.accounts.models import Identity, User
from webapp.accounts.names import is_of_one_script, skeleton_of
from webapp.accounts.services import invite
from webapp.audit.services import record

EVERYBODY = "*"

_NOT_IN_A_NAME = re.compile(r"[^\w.@+-]+")


@dataclass(frozen=True, slots=True)
class Known:
    """What a provider says of somebody. subject: its own name for them. email: empty when it is not verified."""

    issuer: str
    subject: str
    email: str
    name: str


class Unknown(Exception):
    """Somebody may not come in; code says why, for the sign-in page."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def user_of(known: Known) -> User:
    """Return the user that somebody is, bound to the provider or made now when that is allowed. Raises Unknown."""
    identity = (
        Identity.objects.select_related("user").filter(issuer=known.issuer, subject=known.subject).first()
    )
    if identity is not None:
        if not identity.user.is_active:
            raise Unknown("inactive")
        return identity.user
    if not known.email:
        raise Unknown("unverified")
    found = list(User.objects.filter(email__iexact=known.email)[:2])
    if len(found) > 1:
        raise Unknown("ambiguous")
    if found:
        return _bind(found[0], known)
    if not _may_be_made(known.email):
        raise Unknown("unknown")
    return _make(known)


def unbind(user: User) -> int:
    """Forget a user's bonds to providers: a verified address makes the next. Returns how many there were."""
    return Identity.objects.filter(user=user).delete()[0]


def _bind(user: User, known: Known) -> User:
    if not user.is_active:
        raise Unknown("inactive")
    if Identity.objects.filter(user=user, issuer=known.issuer).exists():
        raise Unknown("taken")  # the address changed hands there, or the account was made anew
    try:
        with transaction.atomic():
            Identity.objects.create(user=user, issuer=known.issuer, subject=known.subject)
    except IntegrityError:  # the same sign-in, twice at once
        raise Unknown("taken") from None
    record("identity-bound", user.username, by=user, detail={"issuer": known.issuer})
    return user


def _may_be_made(email: str) -> bool:
    allowed = settings.MOKUJI["oidc_create"]
    return EVERYBODY in allowed or email.rpartition("@")[2].lower() in allowed


def _make(known: Known) -> User:
    try:
        user = invite(_free_name(known), email=known.email)
    except (ValidationError, IntegrityError):  # no usable address, or a name that was taken this very moment
        raise Unknown("unknown") from None
    return _bind(user, known)


def _free_name(known: Known) -> str:
    """Return a name for a new user that nobody takes for another's."""
    given = (known.name or known.email.partition("@")[0], known.email.partition("@")[0], "somebody")
    wanted = next(name for each in given if (name := _as_name(each)) and is_of_one_script(name))
    taken = {skeleton_of(name) for name in User.objects.values_list("username", flat=True).iterator()}
    names = (wanted, *(f"{wanted}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if skeleton_of(name) not in taken)


def _as_name(given: str) -> str:
    return _NOT_IN_A_NAME.sub("-", User.normalize_username(given)).strip("-")[:140]
