"""The data folder is for one account of the machine: what is in it is readable by nobody else."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

OURS = frozenset(
    {
        "mokuji.sqlite3",
        "mokuji.sqlite3-wal",
        "mokuji.sqlite3-shm",
        "mokuji.sqlite3-journal",
        "secret_key",
        "files",
        "uploads",
        "index",
        "models",
        "run",
    }
)
"""What Mokuji keeps at the top of its folder."""

_OTHERS, _GROUP_AND_OTHERS = 0o007, 0o077


def keep_private(folder: Path) -> None:
    """Make the data folder if there is none, and keep other accounts out of it, and of all that is written from now on.

    A folder that its group may write is shared with that group on purpose: then the group stays in. Of what lies there
    already only the top is tightened, which closes all below; a folder that holds other things, too, stays as
    it is. What cannot be tightened, since it is another account's, is left to `mokuji doctor` to tell.
    Raises OSError when the folder cannot be made.
    """
    shut = _GROUP_AND_OTHERS
    with contextlib.suppress(FileNotFoundError):
        shut = _OTHERS if folder.stat().st_mode & stat.S_IWGRP else _GROUP_AND_OTHERS
    os.umask(shut)
    folder.mkdir(parents=True, exist_ok=True)
    held = list(folder.iterdir())
    for path in (each for each in held if each.name in OURS and not each.is_symlink()):
        _tighten(path, shut)
    if all(each.name in OURS for each in held):
        _tighten(folder, shut)


def _tighten(path: Path, shut: int) -> None:
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & shut:
            path.chmod(mode & ~shut)
