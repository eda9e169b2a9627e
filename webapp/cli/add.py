"""`mokuji add`: files and folders into the library, until they can be found."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from webapp.cli.library import Library
from webapp.cli.opening import open_library
from webapp.cli.server_library import ServerGone
from webapp.library.errors import LibraryError

FAILED = 2
POLL_SECONDS = 0.3
ASK_AT_ONCE = 50
MOST_NAMED = 20
"""Files that are named one by one when the server goes away."""


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--collection", help="Name or id of the collection (yours by default).")
@click.option("--user", "user_name", metavar="NAME", help="Act as this user (the first administrator).")
@click.option(
    "--no-wait", is_flag=True, help="Do not wait until everything is indexed; needs a running server."
)
def add(paths: tuple[Path, ...], collection: str | None, user_name: str | None, no_wait: bool) -> None:
    """Add files or folders. A changed file becomes a new revision; the same bytes are skipped.

    Hidden files in folders are passed over, and counted. Exit code 2 when a file failed.
    """
    files, failures, hidden = _find(paths)
    if hidden:
        click.echo(f"{hidden} hidden files were passed over. Name a file to add it.", err=True)
    if not files and not failures:
        click.echo("No files found.")
        sys.exit(1)
    outcomes: Counter[str] = Counter()
    with open_library(user_name, indexing=True) as library:
        names = _hand_in(library, files, collection, outcomes, failures)
        if not no_wait:
            failures += _wait(library, names, outcomes)
    _summarize(outcomes, failures)
    if failures:
        sys.exit(FAILED)


_LITTER = frozenset({"thumbs.db", "desktop.ini", "__macosx"})


def _find(paths: Sequence[Path]) -> tuple[list[Path], list[str], int]:
    """Return the files, what is not there, and how many hidden files lie in the folders."""
    files: list[Path] = []
    failures: list[str] = []
    hidden = 0
    for path in paths:
        if path.is_dir():
            found = sorted(below for below in path.rglob("*") if below.is_file())
            shown = [below for below in found if not _is_hidden(below.relative_to(path))]
            files.extend(shown)
            hidden += len(found) - len(shown)
        elif path.is_file():
            files.append(path)
        else:
            failures.append(f"{path}: no such file or folder.")
    return files, failures, hidden


def _is_hidden(path: Path) -> bool:
    """Whether a file in a given folder is hidden, or left there by a system. As the web app has it."""
    return any(part.startswith(".") or part.lower() in _LITTER for part in path.parts)


def _hand_in(
    library: Library,
    files: Sequence[Path],
    collection: str | None,
    outcomes: Counter[str],
    failures: list[str],
) -> dict[int, tuple[Path, str]]:
    """Hand files in; return path and outcome of those that have to be indexed, by document id."""
    names: dict[int, tuple[Path, str]] = {}
    with click.progressbar(files, label="Adding  ", file=sys.stderr) as bar:
        for position, path in enumerate(bar):
            try:
                document_id, outcome = library.add(path, collection=collection)
            except ServerGone as error:
                raise _gone(error, not_sent=files[position:], sent=len(names)) from error
            except OSError as error:
                failures.append(f"{path}: {error.strerror}.")
                continue
            except (click.ClickException, LibraryError) as error:
                failures.append(f"{path}: {error}")
                continue
            outcomes[outcome] += 1
            names[document_id] = (path, outcome)
    return names


def _gone(error: ServerGone, *, not_sent: Sequence[Path], sent: int) -> click.ClickException:
    """Return what to say when the server stops answering: what is safe, what was not sent, and the mend."""
    named = "".join(f"\n  {path}" for path in not_sent[:MOST_NAMED])
    rest = f"\n  and {len(not_sent) - MOST_NAMED:,} more" if len(not_sent) > MOST_NAMED else ""
    return click.ClickException(
        f"{error.message}\n{sent:,} files were handed in and are kept. Not sent ({len(not_sent):,}):{named}{rest}\n"
        "Run the same command again when the server is back: what it has is skipped."
    )


def _wait(library: Library, names: dict[int, tuple[Path, str]], outcomes: Counter[str]) -> list[str]:
    waiting = list(names)
    failures: list[str] = []
    with click.progressbar(length=len(names), label="Indexing", file=sys.stderr) as bar:
        while waiting:
            asked = waiting[:ASK_AT_ONCE]
            ended = [standing for standing in library.standing(asked) if standing.done]
            for standing in ended:
                if standing.state != "complete":
                    path, outcome = names[standing.document_id]
                    outcomes[outcome] -= 1
                    failures.append(f"{path}: {standing.reason}")
            gone = {standing.document_id for standing in ended}
            waiting = [document_id for document_id in waiting if document_id not in gone]
            bar.update(len(gone))
            if not gone:
                time.sleep(POLL_SECONDS)
    return failures


def _summarize(outcomes: Counter[str], failures: Sequence[str]) -> None:
    for failure in failures:
        click.echo(failure, err=True)
    click.echo(
        f"{outcomes['added']} added, {outcomes['revised']} updated, {outcomes['skipped']} skipped, "
        f"{len(failures)} failed."
    )
