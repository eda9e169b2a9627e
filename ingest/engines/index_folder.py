"""The folder of an embedded index: which version of its contents it holds, how to start it again, and how
another one, built beside it, takes its place.

A place is where an index is looked for: the folder of that name, or the one that `NAME.current` points to.

Everything in it can be made again from the database, so a folder that does not fit is replaced, never mended.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

STAMP = "mokuji-index.json"


def stamp_matches(folder: Path, expected: dict[str, str | int]) -> bool:
    """Whether the same kind of index filled the folder; a missing or unreadable stamp matches nothing."""
    return read_stamp(folder) == expected


def read_stamp(folder: Path) -> dict[str, str | int]:
    """Return what the folder says it holds; nothing when it says nothing that can be read."""
    try:
        stamp = json.loads((folder / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(folder: Path, stamp: dict[str, str | int]) -> None:
    """Say what the folder holds, in one step that survives a crash."""
    _write(folder / STAMP, json.dumps(stamp))


def current(place: Path) -> Path:
    """Return the folder that is the index of a place now."""
    try:
        name = _pointer(place).read_text("utf-8").strip()
    except OSError:
        return place
    named = place.with_name(name)
    return named if name in {each.name for each in _generations(place)} and named.is_dir() else place


def beside(place: Path) -> Path:
    """Return a folder that does not exist yet, for an index that shall take the place one day."""
    numbers = [int(each.suffix[1:]) for each in _generations(place)]
    return place.with_name(f"{place.name}.{max(numbers, default=1) + 1}")


def switch(place: Path, folder: Path) -> None:
    """Make a folder the index of a place, in one step that survives a crash. The former one stays where it is."""
    _write(_pointer(place), folder.name)


def remove_leftovers(place: Path) -> None:
    """Remove what was built and never took the place, and what had it before. For the owner of the place only."""
    kept = current(place)
    for folder in (place, *_generations(place)):
        if folder != kept and folder.is_dir():
            shutil.rmtree(folder, ignore_errors=True)


def forget(place: Path) -> None:
    """Remove everything of a place."""
    _pointer(place).unlink(missing_ok=True)
    for folder in (place, *_generations(place)):
        shutil.rmtree(folder, ignore_errors=True)


def _generations(place: Path) -> list[Path]:
    if not place.parent.is_dir():
        return []
    numbered = re.compile(re.escape(place.name) + r"\.[0-9]{1,9}")
    return [each for each in place.parent.iterdir() if numbered.fullmatch(each.name)]


def _pointer(place: Path) -> Path:
    return place.with_name(f"{place.name}.current")


def _write(path: Path, text: str) -> None:
    unfinished = path.with_name(f"{path.name}.new")
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def has_contents(folder: Path) -> bool:
    """Whether anything lies in the folder."""
    return folder.is_dir() and any(folder.iterdir())


def set_aside(folder: Path) -> Path:
    """Move a damaged folder to `NAME.damaged`, in place of an earlier one, and return where it went."""
    aside = folder.with_name(f"{folder.name}.damaged")
    shutil.rmtree(aside, ignore_errors=True)
    folder.rename(aside)
    return aside


def empty(folder: Path) -> None:
    """Remove everything in the folder and leave it there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
