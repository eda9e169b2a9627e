"""`mokuji`: one command for everything. Exit codes: 0 found or done, 1 nothing found, 2 failed."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from pathlib import Path
from types import FrameType

import click
import django

COMMANDS = {
    "serve": "webapp.cli.serve:serve",
    "worker": "webapp.cli.worker:worker",
    "add": "webapp.cli.add:add",
    "search": "webapp.cli.verbs:search",
    "outline": "webapp.cli.verbs:outline",
    "read": "webapp.cli.verbs:read",
    "grep": "webapp.cli.verbs:grep",
    "browse": "webapp.cli.verbs:browse",
    "token": "webapp.cli.accounts:token",
    "user": "webapp.cli.accounts:user",
    "rebuild": "webapp.cli.upkeep:rebuild",
    "evaluate": "webapp.cli.upkeep:evaluate",
    "doctor": "webapp.cli.upkeep:doctor",
    "backup": "webapp.cli.backup:backup",
    "restore": "webapp.cli.backup:restore",
    "mcp": "webapp.cli.stdio:mcp",
}
FAILED = 2


class CommandLine(click.Group):
    """A group whose commands are imported when they are used, after the data folder is known."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command. Django is set up first, for the folder that --data names."""
        target = COMMANDS.get(cmd_name)
        if target is None:
            return None
        if data := ctx.params.get("data"):
            os.environ["MOKUJI_DATA"] = str(data)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.config.settings")
        django.setup()
        module, _, name = target.partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=CommandLine, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder that holds everything Mokuji keeps (MOKUJI_DATA, else ./data).",
)
@click.version_option(package_name="mokuji", prog_name="mokuji")
def cli(data: Path | None) -> None:
    """Mokuji (目次): find, outline and read documents."""


def _end(number: int, _frame: FrameType | None) -> None:
    """Turn a request to end into an exception, so that what a command holds is given back."""
    sys.exit(128 + number)


def main() -> None:
    """Run the command line; every failure is one sentence on standard error."""
    signal.signal(signal.SIGTERM, _end)
    try:
        cli(standalone_mode=False)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("mokuji: stopped.", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(FAILED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
