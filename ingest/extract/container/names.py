"""Names inside containers: made safe to show and to tell apart. They never become paths on a disk."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from ingest.domain.cleaning import clean
from ingest.extract.encoding import decode, guess

UNNAMED = "unnamed"
MAX_PATH = 400
"""Characters of a path that are kept; the ends of longer ones are told apart by a digest."""

MAX_NAME = 200
_ENDING = re.compile(r"\.[^.\s/]{1,16}$")
_DRIVE = re.compile(r"^[A-Za-z]:$")
_LEFTOVERS = re.compile(
    r"(?:^|/)(?:__MACOSX|\.git|\.svn|\.hg|\.Trashes|\.Spotlight-V100|__pycache__|node_modules)/"
    r"|(?:^|/)(?:\.DS_Store|\.localized|Thumbs\.db|ehthumbs\.db|desktop\.ini|Icon\r|\._[^/]*|~\$[^/]*)$",
    re.IGNORECASE,
)


def is_leftover(path: str) -> bool:
    """Return whether a file is what systems and tools leave behind, which no person put there."""
    return _LEFTOVERS.search(path) is not None


def safe_path(name: str) -> str:
    """Return a name as a path of plain steps: no root, no drive, no way up, nothing invisible, one line."""
    steps = [_step(raw) for raw in re.split(r"[/\\]", name)]
    kept = [step for step in steps if step.strip(". ") and not _DRIVE.match(step)]
    return _shortened("/".join(kept) or UNNAMED)


def _step(raw: str) -> str:
    text = unicodedata.normalize("NFC", clean(raw.replace("\n", " ").replace("\t", " ")).text)
    step = " ".join(text.split())
    if len(step) <= MAX_NAME:
        return step
    ending = found[0] if (found := _ENDING.search(step)) else ""
    return step[: MAX_NAME - len(ending) - 10].rstrip() + "…" + _digest(step) + ending


def _shortened(path: str) -> str:
    """Keep the last steps of a path that is too long, and a digest of the whole in front of them."""
    if len(path) <= MAX_PATH:
        return path
    tail = path[-(MAX_PATH - 12) :]
    return f"…{_digest(path)}/{tail.partition('/')[2] or tail}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def base_name(path: str) -> str:
    """Return the last step of a path."""
    return path.rpartition("/")[2]


class FreePaths:
    """Gives each file of a container a path of its own: a second `a.txt` is `a (2).txt`."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    def take(self, path: str) -> str:
        """Return the path, numbered where another file has it."""
        free, number = path, self._last.get(path, 1)
        while free in self._taken:
            number += 1
            stem, ending = path, ""
            if found := _ENDING.search(path):
                stem, ending = path[: found.start()], found[0]
            free = f"{stem} ({number}){ending}"
        self._taken.add(free)
        self._last[path] = number
        return free


def decoded_names(raw: Sequence[bytes]) -> list[str]:
    """Return names that state no encoding as text: one encoding is found for all of them together."""
    try:
        return [name.decode("utf-8") for name in raw]
    except UnicodeDecodeError:
        encoding, _ = guess(b"\n".join(raw))
    return [decode(name).text if encoding == "utf-8" else name.decode(encoding, "replace") for name in raw]
