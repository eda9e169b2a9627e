"""`mokuji token` and `mokuji user`."""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import Any

import click
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone

from webapp.accounts import mail
from webapp.accounts.models import Token, User
from webapp.accounts.second_factor import turn_off
from webapp.accounts.services import (
    SCOPES,
    TokenLimits,
    create_sign_in_link,
    create_token,
    deactivate,
    invite,
    revoke_token,
)
from webapp.audit.services import record
from webapp.bridge.ownership import running_server
from webapp.cli.database import prepare_database
from webapp.cli.opening import acting_user, known_user
from webapp.library.access import get_collection, reader_for
from webapp.library.errors import LibraryError

NOTHING = 1
VERBS = ("search", "outline", "read", "grep", "browse")
USER = click.option("--user", "user_name", metavar="NAME", help="Whose token (the first administrator's).")


@click.group()
def token() -> None:
    """Make, list and revoke tokens for agents and programs."""
    prepare_database()


@token.command("create")
@click.argument("name")
@click.option("--read-only", is_flag=True, help="The token may not add, change or delete.")
@click.option("--days", type=click.IntRange(1, 3650), help="Days until it expires (never).")
@click.option(
    "--collection", "collections", multiple=True, metavar="NAME", help="Limit it to this one; repeatable."
)
@click.option(
    "--tool", "tools", multiple=True, type=click.Choice(VERBS), help="Limit it to this one; repeatable."
)
@click.option(
    "--calls-per-minute", type=click.IntRange(1, 100_000), help="Most calls in a minute (no limit)."
)
@click.option(
    "--tokens-per-day",
    type=click.IntRange(1, 2_000_000_000),
    help="Most tokens answered in a day (no limit).",
)
@USER
def token_create(name: str, read_only: bool, days: int | None, user_name: str | None, **limits: Any) -> None:
    """Make a token and print it, alone, on standard output. It cannot be shown again."""
    user = acting_user(user_name)
    expires = timezone.now() + timedelta(days=days) if days else None
    try:
        issued = create_token(
            user,
            name,
            scopes=("read",) if read_only else SCOPES,
            expires_at=expires,
            limits=_limits(user, **limits),
        )
    except (ValueError, LibraryError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(issued.secret)


def _limits(
    user: User,
    *,
    collections: tuple[str, ...],
    tools: tuple[str, ...],
    calls_per_minute: int | None,
    tokens_per_day: int | None,
) -> TokenLimits:
    reader = reader_for(user)
    return TokenLimits(
        collections=[get_collection(reader, each).pk for each in collections] or None,
        tools=list(dict.fromkeys(tools)) or None,
        calls_per_minute=calls_per_minute,
        tokens_per_day=tokens_per_day,
    )


@token.command("list")
@click.option("--user", "user_name", metavar="NAME", help="Only this user's.")
def token_list(user_name: str | None) -> None:
    """List tokens: id, start, name, owner, scopes, last use."""
    tokens = Token.objects.select_related("user").order_by("id")
    if user_name:
        tokens = tokens.filter(user=known_user(user_name))
    for kept in tokens:
        used = kept.last_used_at.strftime("%Y-%m-%d %H:%M") if kept.last_used_at else "never used"
        state = "revoked" if kept.revoked_at else ",".join(kept.scopes)
        click.echo(f"{kept.pk}\t{kept.start}…\t{kept.name}\t{kept.user.username}\t{state}\t{used}")
    if not tokens:
        sys.exit(NOTHING)


@token.command("revoke")
@click.argument("name_or_id")
@USER
def token_revoke(name_or_id: str, user_name: str | None) -> None:
    """Make a token useless at once."""
    mine = Token.objects.filter(
        revoked_at=None, user=known_user(user_name) if user_name else acting_user(None)
    )
    found = mine.filter(name=name_or_id)
    if not found and name_or_id.isdecimal():
        found = mine.filter(pk=int(name_or_id))
    if not found:
        raise click.ClickException(f"There is no token {name_or_id!r}. `mokuji token list` shows them.")
    if len(found) > 1:
        ids = ", ".join(str(kept.pk) for kept in found.order_by("id"))
        raise click.ClickException(
            f"{len(found)} tokens are named {name_or_id!r}. Name one by its id: {ids}."
        )
    kept = found[0]
    revoke_token(kept)
    click.echo(f"Revoked {kept.start}… ({kept.name}).")


@click.group()
def user() -> None:
    """Make users, and links that sign them in."""
    prepare_database()


@user.command("create")
@click.argument("name")
@click.option("--admin", is_flag=True, help="May administrate.")
@click.option("--email", default="", metavar="ADDRESS", help="Where mail for them goes.")
@click.option("--password-stdin", is_flag=True, help="Read a password from standard input.")
def user_create(name: str, admin: bool, email: str, password_stdin: bool) -> None:
    """Make a user. Without a password, print a link that signs in once and asks for one; it is mailed, too."""
    if User.objects.filter(username=name).exists():
        raise click.ClickException(f"There is a user {name!r} already.")
    password = sys.stdin.readline().rstrip("\n") if password_stdin else None
    try:
        if password is not None:
            validate_password(password, User(username=name, email=email))
        made = invite(name, admin=admin, email=email)
    except ValidationError as error:
        raise click.ClickException(" ".join(error.messages)) from error
    if password is not None:
        made.set_password(password)
        made.save(update_fields=["password"])
        click.echo(f"Made the user {name}.")
        return
    link = _link(made, new_password=True)
    if made.email and mail.is_set_up():
        why_not = mail.try_link(made, link, kind="invitation")
        click.echo(f"No mail went to {email}: {why_not}." if why_not else f"Mailed to {email}.", err=True)
    click.echo(link)


@user.command("email")
@click.argument("name")
@click.argument("address")
def user_email(name: str, address: str) -> None:
    """Say where mail for a user goes; an empty ADDRESS forgets it."""
    known = known_user(name)
    former, known.email = known.email, address
    try:
        known.full_clean(exclude=["password"])
    except ValidationError as error:
        raise click.ClickException(" ".join(error.messages)) from error
    known.save(update_fields=["email"])
    record("user-changed", name, detail={"email": {"from": former, "to": address}})
    click.echo(f"Mail for {name} goes to {address}." if address else f"Mail for {name} goes nowhere.")


@user.command("link")
@click.argument("name")
@click.option(
    "--new-password", is_flag=True, help="Using it forgets the old password and ends other sessions."
)
def user_link(name: str, new_password: bool) -> None:
    """Print a link that signs a user in once, within a day."""
    click.echo(_link(acting_user(name), new_password=new_password))


@user.command("reset-second-factor")
@click.argument("name")
def user_reset_second_factor(name: str) -> None:
    """Let a user in without a code who lost the app and the recovery codes."""
    if not turn_off(known_user(name)):
        raise click.ClickException(f"{name} has no second factor.")
    record("second-factor-reset", name)
    click.echo(f"{name} signs in without a code from now on.")


@user.command("deactivate")
@click.argument("name")
def user_deactivate(name: str) -> None:
    """End a user's sessions and tokens at once, and let them in no more."""
    deactivate(known_user(name))
    record("user-deactivated", name)
    click.echo(f"Deactivated {name}.")


def _link(made: User, *, new_password: bool = False) -> str:
    address = running_server() or settings.SERVED_AT
    return f"{address}/sign-in/{create_sign_in_link(made, new_password=new_password)}"
