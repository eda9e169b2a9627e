"""The folder of an embedded index: which version of its contents it holds, and how to start it again.

Everything in it can be made again from the database, so a folder that does not fit is replaced, never mended.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

STAMP = "mokuji-index.json"


def stamp_matches(folder: Path, expected: dict[str, str | int]) -> bool:
    """Whether the same kind of index filled the folder; a missing or unreadable stamp matches nothing."""
    try:
        return bool(json.loads((folder / STAMP).read_text("utf-8")) == expected)
    except (OSError, ValueError):
        return False


def write_stamp(folder: Path, stamp: dict[str, str | int]) -> None:
    """Say what the folder holds, in one step that survives a crash."""
    unfinished = folder / f"{STAMP}.new"
    with unfinished.open("w", encoding="utf-8") as file:
        json.dump(stamp, file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(folder / STAMP)


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
