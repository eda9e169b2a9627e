"""Write what commands print into the README anew: `readme_walk.py`. The documents are the project's own.

A block that begins with `$ mokuji …` holds that command and what it prints; the block behind `mokuji add …` holds what
that printed last. The commands are run in the order in which they stand, on a library that is thrown away.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"

_ADDED = re.compile(
    r"(?P<head>^```\n\S*mokuji (?P<command>add [^\n]+)\n```\n```\n)(?P<said>.*?)(?=\n```$)", re.M | re.S
)
_ASKED = re.compile(r"(?P<head>^```\n\$ mokuji (?P<command>[^\n]+)\n)(?P<said>.*?)(?=\n```$)", re.M | re.S)

Run = Callable[[list[str]], str]
"""Runs `mokuji` with these arguments, in the project's folder, and returns what it prints."""


def written_anew(text: str, run: Run) -> str:
    """Return a README with what its commands print today."""

    def last_line(found: re.Match[str]) -> str:
        return found["head"] + _printed(found, run).splitlines()[-1]

    def everything(found: re.Match[str]) -> str:
        return found["head"] + _printed(found, run)

    return _ASKED.sub(everything, _ADDED.sub(last_line, text))


def _printed(found: re.Match[str], run: Run) -> str:
    words = re.findall(r'"[^"]*"|\S+', found["command"])
    said = run([word.strip('"') for word in words])
    return "\n".join(line.rstrip() for line in said.strip().splitlines())


def main() -> None:
    """Rewrite the README."""
    with tempfile.TemporaryDirectory(prefix="mokuji-readme-") as data:

        def run(arguments: list[str]) -> str:
            command = [sys.executable, "-m", "webapp.cli", "--data", data, *arguments]
            return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout

        text = README.read_text("utf-8")
        README.write_text(written_anew(text, run), "utf-8")


if __name__ == "__main__":
    main()
