"""Making and checking secrets. A secret is shown once; the database holds its SHA-256."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from ingest.domain.cleaning import unseen
from webapp.accounts.audience import API, covers
from webapp.accounts.models import SignInLink, Token, User
from webapp.accounts.sessions import end_sessions
from webapp.audit.services import record

TOKEN_PREFIX = "mok_"
SCOPES = ("read", "write")
LINK_LIFETIME = timedelta(hours=24)
LAST_USE_RESOLUTION = timedelta(minutes=1)
"""`last_used_at` is written at most this often, so that reading does not become writing."""


def digest_of(secret: str) -> str:
    """Return the SHA-256 of a secret, as it is stored."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A new token and its secret, which cannot be had again."""

    token: Token
    secret: str


@dataclass(frozen=True, slots=True)
class TokenLimits:
    """What a token is limited to; None for no limit.

    collections: ids. tools: names of verbs. calls_per_minute, tokens_per_day: how much it may ask, and be answered.
    """

    collections: Sequence[int] | None = None
    tools: Sequence[str] | None = None
    calls_per_minute: int | None = None
    tokens_per_day: int | None = None


def create_token(
    user: User,
    name: str,
    *,
    scopes: Sequence[str] = SCOPES,
    expires_at: datetime | None = None,
    limits: TokenLimits | None = None,
    shared_name: bool = False,
) -> IssuedToken:
    """Make a token for a user. Raises ValueError for an empty name, one in use, or an unknown scope.

    shared_name: several may have it, for tokens that nobody revokes by name.
    """
    limits = limits or TokenLimits()
    name = name.strip()
    if not name or len(name) > 100 or unseen(name) or "\n" in name or "\t" in name:
        raise ValueError("A token needs a name of 1 to 100 characters that one can see, on one line.")
    if unknown := [scope for scope in scopes if scope not in SCOPES]:
        raise ValueError(f"Unknown scope {unknown[0]!r}. Valid: {', '.join(SCOPES)}.")
    if not shared_name and _in_use(user, name):
        raise ValueError(
            f"You have a token named {name!r} already. Revoke that one first, or take another name."
        )
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user,
        name=name,
        digest=digest_of(secret),
        start=secret[:8],
        scopes=list(scopes),
        expires_at=expires_at,
        collections=None if limits.collections is None else list(limits.collections),
        tools=None if limits.tools is None else list(limits.tools),
        calls_per_minute=limits.calls_per_minute,
        tokens_per_day=limits.tokens_per_day,
    )
    record(
        "token-made", f"{token.name} ({token.start}…)", detail={"of": user.username, "scopes": list(scopes)}
    )
    return IssuedToken(token, secret)


def _in_use(user: User, name: str) -> bool:
    alive = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return Token.objects.filter(alive, user=user, name=name, revoked_at=None).exists()


def verify_token(secret: str, *, at: str = API, using: bool = True) -> Token | None:
    """Return the token of a secret when it is known, unexpired, unrevoked and its user active; else None.

    at: the part of the server that is asked (`webapp.accounts.audience`); a token for another part is none here.
    using: note the time as that of its last use.
    """
    if not secret.startswith(TOKEN_PREFIX) or len(secret) > 200:
        return None
    token = Token.objects.select_related("user").filter(digest=digest_of(secret), revoked_at=None).first()
    now = timezone.now()
    if token is None or not token.user.is_active or not covers(token.audience, at):
        return None
    if any(end is not None and end <= now for end in (token.expires_at, token.secret_expires_at)):
        return None
    if using and (token.last_used_at is None or now - token.last_used_at > LAST_USE_RESOLUTION):
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def revoke_token(token: Token) -> None:
    """Make a token useless from now on."""
    if Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        record("token-revoked", f"{token.name} ({token.start}…)", detail={"of": token.user.username})


def create_sign_in_link(
    user: User, *, new_password: bool = False, lifetime: timedelta = LINK_LIFETIME, alone: bool = True
) -> str:
    """Return the secret of a link that signs the user in once.

    new_password: spending it forgets the old password, so that a new one is asked for, and ends other sessions.
    alone: earlier unused links die. Not for links that anybody may ask for, who could so end an invitation.
    """
    if alone:
        SignInLink.objects.filter(user=user, used_at=None).delete()
    secret = secrets.token_urlsafe(24)
    SignInLink.objects.create(
        user=user,
        digest=digest_of(secret),
        expires_at=timezone.now() + lifetime,
        new_password=new_password,
    )
    return secret


def name_on_link(secret: str) -> str:
    """Return the name of whom a link gives a new password, without spending it; empty where it is no such link."""
    user = user_of_link(secret)
    link = SignInLink.objects.filter(digest=digest_of(secret), new_password=True)
    return user.username if user is not None and link.exists() else ""


def user_of_link(secret: str) -> User | None:
    """Return whom a link would let in, without spending it; None when it is unknown, spent or too old."""
    link = SignInLink.objects.select_related("user").filter(
        digest=digest_of(secret), used_at=None, expires_at__gt=timezone.now(), user__is_active=True
    )
    found = link.first()
    return found.user if found is not None else None


def spend_link(digest: str) -> User | None:
    """Spend the link of a digest and return its user; None when it is unknown, spent or too old."""
    now = timezone.now()
    spent = SignInLink.objects.filter(digest=digest, used_at=None, expires_at__gt=now).update(used_at=now)
    if not spent:
        return None
    link = SignInLink.objects.select_related("user").get(digest=digest)
    if not link.user.is_active:
        return None
    if link.new_password:
        link.user.set_unusable_password()  # the sessions that the old one signed in are worth nothing now
        link.user.save(update_fields=["password"])
        end_sessions(link.user)
        SignInLink.objects.filter(user=link.user, used_at=None).delete()
    return link.user


def invite(username: str, *, admin: bool = False, email: str = "") -> User:
    """Make a user without a password; a one-time link lets them in.

    email: the address that mail for them goes to. Raises ValidationError for a bad name or address.
    """
    made = User(username=username, email=email, is_superuser=admin, is_staff=admin)
    made.set_unusable_password()
    with transaction.atomic():
        User.objects.select_for_update().order_by("pk").first()  # names are compared one maker at a time
        made.full_clean()
        made.save()
        record("user-invited", made.username, detail={"admin": admin})
    return made


def deactivate(user: User) -> None:
    """Let a user in no more: sessions, tokens and links end at once."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_active=False)
        user.is_active = False
        end_sessions(user)
        SignInLink.objects.filter(user=user, used_at=None).delete()
        for token in user.tokens.filter(revoked_at=None):
            revoke_token(token)


def activate(user: User) -> None:
    """Let a user in again. Tokens that were revoked stay so."""
    User.objects.filter(pk=user.pk).update(is_active=True)
    user.is_active = True


def first_user() -> User:
    """Return the first active administrator, else the first active user, else anybody; makes one when there is none.

    The one that a new installation starts with has no password until its owner sets one after the first sign-in link.
    """
    user = User.objects.order_by("-is_active", "-is_superuser", "id").first()
    if user is None:
        try:
            with transaction.atomic():
                user = User.objects.create_user("admin", is_superuser=True, is_staff=True)
        except IntegrityError:  # another process that starts was quicker
            user = User.objects.get(username="admin")
    return user
