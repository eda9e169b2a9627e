"""`mokuji search`, `outline`, `read`, `grep` and `browse`: the text that agents get, or its facts as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from ingest.domain.formats import FORMATS
from webapp.cli.library import Told
from webapp.cli.opening import open_library

NOTHING = 1

TYPES = ", ".join(dict.fromkeys(form.file_type for form in FORMATS))

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON instead of the text.")
USER = click.option("--user", "user_name", metavar="NAME", help="Act as this user (the first administrator).")


def _show(told: Told, as_json: bool) -> None:
    click.echo(json.dumps(told.facts, ensure_ascii=False, indent=2) if as_json else told.text)
    if not told.found:
        sys.exit(NOTHING)


def _given(**arguments: Any) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if value not in (None, ())}


@click.command()
@click.argument("query")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 50))
@click.option("--collection", help="Name or id.")
@click.option("--type", "file_type", help=f"{TYPES}; several with commas.")
@click.option("--language", help="en, ja, zh, ...")
@click.option("--tag")
@click.option("--modified-after", metavar="DATE")
@click.option("--modified-before", metavar="DATE")
@USER
@AS_JSON
def search(query: str, user_name: str | None, as_json: bool, **given: Any) -> None:
    """Find documents. Exit code 1 when nothing is found."""
    given["type"] = given.pop("file_type")
    with open_library(user_name) as library:
        told = library.search(query, _given(**given))
    _show(told, as_json)


@click.command()
@click.argument("doc_ids", nargs=-1, required=True, type=int)
@click.option("--budget", default=600, show_default=True, type=int, help="Tokens for each document.")
@click.option(
    "--expand", multiple=True, metavar="NUMBER", help="Open a branch that a cut closed; repeatable."
)
@USER
@AS_JSON
def outline(
    doc_ids: tuple[int, ...], budget: int, expand: tuple[str, ...], user_name: str | None, as_json: bool
) -> None:
    """Show the table of contents of documents, with line ranges."""
    with open_library(user_name) as library:
        told = library.outline(doc_ids, _given(budget=budget, expand=list(expand) or None))
    _show(told, as_json)


@click.command()
@click.argument("doc_id", type=int)
@click.option("--offset", type=int, help="First line (1).")
@click.option("--limit", type=int, help="Number of lines (200, at most 500).")
@click.option("--section", metavar="NUMBER", help="Read this section of the outline.")
@USER
@AS_JSON
def read(doc_id: int, user_name: str | None, as_json: bool, **given: Any) -> None:
    """Read lines of a document."""
    with open_library(user_name) as library:
        told = library.read(doc_id, _given(**given))
    _show(told, as_json)


@click.command()
@click.argument("pattern")
@click.argument("doc_ids", nargs=-1, type=int)
@click.option("--collection", help="Name or id; without ids and collection every document is looked through.")
@click.option("--ignore-case", "-i", is_flag=True)
@click.option("--context", "-C", type=click.IntRange(0, 10), help="Lines around each match (0).")
@click.option("--limit", type=click.IntRange(1, 200), help="Most matching lines (50).")
@click.option("--cursor", help="Go on where an earlier answer stopped.")
@USER
@AS_JSON
def grep(pattern: str, user_name: str | None, as_json: bool, **given: Any) -> None:
    """Find the lines that match a regular expression (RE2). Exit code 1 when none does."""
    given["doc_ids"] = list(given["doc_ids"]) or None
    with open_library(user_name) as library:
        told = library.grep(pattern, _given(**given))
    _show(told, as_json)


@click.command()
@click.option("--collection", help="Name or id.")
@click.option("--type", "file_type", help="Such as pdf or md.")
@click.option(
    "--sort", help="added, modified, title, size, words or type; with - in front from the top down (-added)."
)
@click.option("--limit", type=click.IntRange(1, 100), help="Most documents (30).")
@click.option("--cursor", help="The next page of an earlier answer.")
@USER
@AS_JSON
def browse(user_name: str | None, as_json: bool, **given: Any) -> None:
    """List documents. Exit code 1 when there is none."""
    given["type"] = given.pop("file_type")
    with open_library(user_name) as library:
        told = library.browse(_given(**given))
    _show(told, as_json)
