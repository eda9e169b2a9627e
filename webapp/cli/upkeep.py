"""`mokuji rebuild`, `evaluate` and `doctor`: through the running server, or by themselves."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ingest.domain.errors import MokujiError
from webapp.bridge import rebuild_progress
from webapp.bridge.doctor import examine
from webapp.bridge.engines import engines, warm_embedder
from webapp.bridge.rebuild import Accept, anything
from webapp.bridge.rebuild import rebuild as rebuild_here
from webapp.bridge.repair import repair
from webapp.cli.opening import acting_user, open_library
from webapp.cli.server_library import ServerLibrary
from webapp.library.access import reader_for
from webapp.retrieval.evaluation import evaluate as evaluate_here
from webapp.retrieval.gate import by_questions
from webapp.retrieval.questions import parse_questions

FAILED = 2
POLL_SECONDS = 0.3
NAMED = 20

QUESTIONS = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--questions", type=QUESTIONS, help="JSON Lines file; the new index must score well on it.")
@click.option(
    "--at-least",
    default=0.98,
    show_default=True,
    type=click.FloatRange(0, 10),
    help="Share of the present index's hit@5 and MRR that the new one needs.",
)
def rebuild(questions: Path | None, at_least: float) -> None:
    """Make both indexes again from the database alone, beside the present ones, which answer until then."""
    _rebuild({"questions": _read(questions) if questions else "", "at_least": at_least, "keep": True})
    click.echo("Both indexes are rebuilt.")


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(
            f"{path} cannot be read ({error}). Give a file of JSON Lines in UTF-8."
        ) from error


def _rebuild(wishes: Mapping[str, Any]) -> None:
    with open_library(None) as library:
        server = library if isinstance(library, ServerLibrary) else None
        report = _rebuild_there(server, wishes) if server else _rebuild_here(wishes)
    if report:
        click.echo(report)


def _rebuild_there(library: ServerLibrary, wishes: Mapping[str, Any]) -> str:
    library.rebuild(wishes)
    while (standing := library.rebuilding())["running"]:
        _show(standing["stage"], standing["done"], standing["total"])
        time.sleep(POLL_SECONDS)
    if standing["error"]:
        raise click.ClickException(standing["error"])
    return str(standing["report"])


def _rebuild_here(wishes: Mapping[str, Any]) -> str:
    accept: Accept = anything
    if wishes["questions"]:
        accept = by_questions(parse_questions(wishes["questions"]), wishes["at_least"], keep=wishes["keep"])
    warm_embedder()
    rebuild_progress.begin("words")
    try:
        rebuild_here(
            engines(),
            accept=accept,
            tell=lambda done, total: _show(rebuild_progress.standing().stage, done, total),
        )
    except MokujiError as error:
        raise click.ClickException(f"The rebuild stopped, the old index stays: {error}") from error
    return rebuild_progress.standing().report


def _show(stage: str, done: int, total: int) -> None:
    """Show progress in place on a terminal; elsewhere only the end of each stage."""
    if sys.stderr.isatty():
        click.echo(f"\r{stage}: {done} of {total} ", err=True, nl=done == total)
    elif done == total:
        click.echo(f"{stage}: {done} of {total}", err=True)


@click.command()
@click.argument("questions", type=QUESTIONS)
@click.option("--new", is_flag=True, help="Build new indexes too, score both, and throw the new ones away.")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
def evaluate(questions: Path, new: bool, as_json: bool) -> None:
    """Score search on questions whose answers are known (docs/reference/questions.md)."""
    text = _read(questions)
    if new:
        _rebuild({"questions": text, "at_least": 0.0, "keep": False})
        return
    with open_library(None) as library:
        if isinstance(library, ServerLibrary):
            scores = library.evaluate(text)
        else:
            warm_embedder()
            scores = evaluate_here(reader_for(acting_user(None)), parse_questions(text)).facts()
    if as_json:
        click.echo(json.dumps(scores, indent=2))
        return
    for name, value in scores.items():
        click.echo(f"{name.replace('_', ' ')}: {'not asked' if value is None else value}")


@click.command()
@click.option("--repair", "mend", is_flag=True, help="Mend what can be mended, and say what was done.")
@click.option("--json", "as_json", is_flag=True, help="Print deeds and findings as JSON.")
def doctor(mend: bool, as_json: bool) -> None:
    """Check files, database, indexes, model, disk and permissions; say what is wrong and the mend.

    Exit code 2 if something is wrong, with --repair: if something still is.
    """
    deeds, findings = _examined(mend)
    if as_json:
        told = {"deeds": deeds, "findings": findings} if mend else findings
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        for deed in deeds:
            click.echo(f"{'did' if deed['done'] else 'NOT'} {deed['name']}: {deed['did']}.")
        if mend and not deeds:
            click.echo("There was nothing to mend.")
        for finding in findings:
            _tell(finding)
    if not all(each["well"] for each in findings) or not all(deed["done"] for deed in deeds):
        sys.exit(FAILED)


def _examined(mend: bool) -> tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]:
    with open_library(None) as library:
        if isinstance(library, ServerLibrary):
            return library.repair() if mend else ([], library.examine())
        warm_embedder()
        deeds = [asdict(deed) for deed in repair(engines())] if mend else []
        return deeds, [asdict(finding) for finding in examine(engines())]


def _tell(finding: Mapping[str, Any]) -> None:
    click.echo(f"{'ok ' if finding['well'] else 'BAD'} {finding['name']}: {finding['found']}")
    for what, ids in finding["ids"].items():
        shown = ", ".join(map(str, ids[:NAMED]))
        click.echo(f"    {what}: {shown}{f' and {len(ids) - NAMED} more' if len(ids) > NAMED else ''}")
    if finding["mend"]:
        click.echo(f"    {finding['mend']}")
