"""A command's way to the library: through the running server, which owns the engines, or by itself."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import click

from webapp.accounts.models import User
from webapp.accounts.services import first_user
from webapp.bridge.engines import close_engines, open_engines_here
from webapp.bridge.ownership import Ownership, running_server
from webapp.bridge.rebuild import rebuild_if_needed
from webapp.bridge.worker import Workers
from webapp.cli.database import prepare_database
from webapp.cli.library import Library
from webapp.cli.local_library import LocalLibrary
from webapp.cli.server_library import ServerLibrary
from webapp.library.errors import LibraryError


def acting_user(name: str | None) -> User:
    """Return the user a command acts for: the one named, else the first administrator who may sign in.

    Raises ClickException with the mend when there is none, or they were deactivated: nothing acts for them.
    """
    if name is not None:
        user = known_user(name)
        if not user.is_active:
            raise click.ClickException(
                f"{name} is deactivated, and nothing acts for them. Activate them in the console, or name another."
            )
        return user
    user = first_user()
    if not (user.is_active and user.is_superuser):
        raise click.ClickException(
            "No administrator is active. Make one: mokuji user create NAME --admin. Commands with --user act as"
            " somebody else."
        )
    return user


def known_user(name: str) -> User:
    """Return the user of a name, also one who was deactivated. Raises ClickException naming those there are."""
    user = User.objects.filter(username=name).first()
    if user is None:
        names = ", ".join(User.objects.values_list("username", flat=True)[:20])
        raise click.ClickException(f"There is no user {name!r}. Users: {names}.")
    return user


@contextlib.contextmanager
def open_library(user_name: str | None, *, indexing: bool = False) -> Iterator[Library]:
    """Yield the library. indexing: start workers too, when no server runs that has them.

    LibraryError becomes a ClickException: one sentence, exit code 2.
    """
    prepare_database()
    user = acting_user(user_name)
    try:
        if url := running_server():
            with ServerLibrary(url, user) as through:
                yield through
        else:
            with _owned(indexing):
                yield LocalLibrary(user)
    except LibraryError as error:
        raise click.ClickException(str(error)) from error


@contextlib.contextmanager
def _owned(indexing: bool) -> Iterator[None]:
    ownership = Ownership()
    ownership.acquire()
    workers = Workers() if indexing else None
    try:
        rebuild_if_needed(open_engines_here())
        if workers:
            workers.start()
        yield
    finally:
        if workers:
            workers.stop()
        close_engines()
        ownership.release()
