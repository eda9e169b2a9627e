"""`mokuji rebuild` and `mokuji doctor`: through the running server, or by themselves."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import click

from webapp.bridge.doctor import examine
from webapp.bridge.engines import engines, warm_embedder
from webapp.bridge.rebuild import rebuild_meaning, rebuild_words
from webapp.cli.opening import open_library
from webapp.cli.server_library import ServerLibrary

FAILED = 2
POLL_SECONDS = 0.3


@click.command()
def rebuild() -> None:
    """Make both indexes again from the database alone."""
    with open_library(None) as library:
        if isinstance(library, ServerLibrary):
            _rebuild_there(library)
        else:
            warm_embedder()
            rebuild_words(engines(), tell=lambda done, total: _show("words", done, total))
            rebuild_meaning(engines(), tell=lambda done, total: _show("meaning", done, total))
    click.echo("Both indexes are rebuilt.")


def _rebuild_there(library: ServerLibrary) -> None:
    library.rebuild()
    while (standing := library.rebuilding())["running"]:
        _show(standing["stage"], standing["done"], standing["total"])
        time.sleep(POLL_SECONDS)
    if standing["error"]:
        raise click.ClickException(standing["error"])


def _show(stage: str, done: int, total: int) -> None:
    """Show progress in place on a terminal; elsewhere only the end of each stage."""
    if sys.stderr.isatty():
        click.echo(f"\r{stage}: {done} of {total} ", err=True, nl=done == total)
    elif done == total:
        click.echo(f"{stage}: {done} of {total}", err=True)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def doctor(as_json: bool) -> None:
    """Check engines, model, disk and permissions; say what is wrong and the mend. Exit code 2 if so."""
    with open_library(None) as library:
        if isinstance(library, ServerLibrary):
            findings: Sequence[Mapping[str, Any]] = library.examine()
        else:
            warm_embedder()
            findings = [asdict(finding) for finding in examine(engines())]
    if as_json:
        click.echo(json.dumps(findings, ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            click.echo(f"{'ok ' if finding['well'] else 'BAD'} {finding['name']}: {finding['found']}")
            if finding["mend"]:
                click.echo(f"    {finding['mend']}")
    if not all(finding["well"] for finding in findings):
        sys.exit(FAILED)
