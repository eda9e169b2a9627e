"""`mokuji backup` and `mokuji restore`: a whole library into one file, while it is used, and out of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from django.db import DatabaseError

from webapp.bridge.ownership import Ownership
from webapp.cli.archive import BadArchive, Summary, write
from webapp.cli.archive import restore as restore_archive
from webapp.cli.database import prepare_database
from webapp.library.errors import LibraryError


@click.command()
@click.argument("archive", type=click.Path(dir_okay=False, path_type=Path))
def backup(archive: Path) -> None:
    """Write the whole library into ARCHIVE (a .tar), also while the server runs, and check what was written.

    Both indexes are left out: they are made again. Whoever has the file can read every document.
    """
    prepare_database()
    with _explained():
        _tell(f"{archive} is whole", write(archive, tell=_show))


@click.command()
@click.argument("archive", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def restore(archive: Path) -> None:
    """Fill an empty library from ARCHIVE, whichever database either has. Stop the server first."""
    prepare_database()
    ownership = Ownership()
    with _explained():
        ownership.acquire()
        try:
            _tell("Restored", restore_archive(archive, tell=_show))
        finally:
            ownership.release()
    click.echo("Now make the indexes: mokuji rebuild")


def _tell(what: str, summary: Summary) -> None:
    click.echo(
        f"{what}: {summary.files} originals, {summary.rows} rows, {summary.bytes / 1e6:,.1f} MB, made {summary.made}."
    )


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except (BadArchive, LibraryError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"{error.filename or 'The archive'}: {error.strerror or error}."
        ) from error
    except DatabaseError as error:
        raise click.ClickException(f"The database failed: {str(error).strip()}.") from error


def _show(stage: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{stage}: {done} of {total} ", err=True, nl=done == total)
