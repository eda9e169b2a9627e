"""Which process owns the data folder: the engines allow one only. A lock that dies with its holder."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import IO

from django.conf import settings

from webapp.library.errors import Unavailable


def _lock_file() -> Path:
    return Path(settings.RUN_FOLDER) / "owner.lock"


class Ownership:
    """Holds the data folder for this process until released or until it dies."""

    def __init__(self) -> None:
        self._file: IO[str] | None = None

    def acquire(self, *, url: str = "") -> None:
        """Take the folder; url is where a server answers. Raises Unavailable naming the present owner.

        Where several processes share a library nobody owns anything.
        """
        if settings.SHARED:
            return
        path = _lock_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            owner = _parse(file.read())
            file.close()
            raise Unavailable(
                f"Another process (id {owner.get('pid', 'unknown')}) uses the data folder {settings.DATA}. "
                "Stop it, or choose another folder with --data."
            ) from None
        file.seek(0)
        file.truncate()
        file.write(json.dumps({"pid": os.getpid(), "url": url}))
        file.flush()
        self._file = file

    def release(self) -> None:
        """Give the folder up."""
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.close()
            self._file = None


def _parse(text: str) -> dict[str, str]:
    try:
        parsed = json.loads(text)
    except ValueError:
        return {}
    return parsed if isinstance(parsed, dict) else {}


def running_server() -> str | None:
    """Return the address of the server that owns the data folder, or None when no process owns it.

    Raises Unavailable when the owner is a command, which ends by itself.
    """
    if settings.SHARED:
        return None
    path = _lock_file()
    if not path.exists():
        return None
    with path.open("r+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = _parse(file.read())
            if url := owner.get("url"):
                return url
            raise Unavailable(
                f"Another command (process {owner.get('pid', 'unknown')}) uses the data folder "
                f"{settings.DATA}. Wait until it ends, then try again."
            ) from None
        fcntl.flock(file, fcntl.LOCK_UN)
    return None
