"""What entries of data are called, and which of their words are language."""

from __future__ import annotations

import re
from collections.abc import Iterator

LABELS = ("title", "name", "label", "id", "@id", "key", "slug", "question", "url", "path")
"""Keys whose value names an entry of a list, the best first."""

MAX_ENTRIES = 200
"""Entries of a list that are sections each; a longer list is cut into groups."""

MAX_SECTIONS = 1_500
SECOND_LEVEL_LINES = 30
"""Lines from which on the keys inside of a key are sections too."""

_GROUPS = 100
_LONGEST_LABEL = 100
_WORD = re.compile(r"[^\W\d_]{2,}")
_WIDE = re.compile("[\u3040-\u9fff\uac00-\ud7a3]")
_COMMENT = re.compile(r"(?:^|\s)#+\s*(.*)$")


def label_of(value: str) -> str:
    """Return a value as a title."""
    text = " ".join(value.split())
    return text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"


def spoken(text: str) -> str:
    """Return a text if it is language: at least four words with blanks between, or eight signs of CJK."""
    if len(_WIDE.findall(text[:400])) >= 8:
        return text
    return text if text.count(" ") >= 3 and len(_WORD.findall(text[:400])) >= 4 else ""


def comment_in(line: str) -> str:
    """Return what a line says behind a `#`."""
    found = _COMMENT.search(line)
    return found[1] if found and len(found[1]) > 1 else ""


def groups(count: int) -> Iterator[tuple[int, int]]:
    """Yield the first and last index of each group of a long list."""
    size = -(-count // _GROUPS)
    for first in range(0, count, size):
        yield first, min(first + size, count) - 1


def group_title(first: int, last: int) -> str:
    """Return the title of a group of entries, counted from 1."""
    return f"{first + 1:,}–{last + 1:,}" if last > first else f"{first + 1:,}"
