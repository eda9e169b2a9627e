from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from webapp.cli.main import cli

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "command-line.md"


def commands(
    command: click.Command = cli, name: str = "", parent: click.Context | None = None
) -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, by its whole name."""
    context = click.Context(command, parent=parent)
    if not isinstance(command, click.Group):
        yield name, command
        return
    for part in command.list_commands(context):
        if (found := command.get_command(context, part)) is not None:
            yield from commands(found, f"{name} {part}".strip(), context)


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=str)
def test_the_reference_has_each_command_with_all_its_options(name: str, command: click.Command) -> None:
    row = next(row for row in PAGE.read_text("utf-8").splitlines() if re.search(rf"`{name}[ `]", row))
    options = [
        option
        for option in command.params
        if isinstance(option, click.Option) and "--user" not in option.opts
    ]
    missing = [
        option.opts for option in options if not any(re.search(rf"{each}\b", row) for each in option.opts)
    ]
    assert missing == []


def test_the_reference_has_no_command_that_there_is_not() -> None:
    named = re.findall(r"^\| `([a-z]+)", PAGE.read_text("utf-8"), re.MULTILINE)
    assert set(named) <= {name.split()[0] for name, _ in commands()}
