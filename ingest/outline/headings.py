"""Headings in the lines of converted formats become Markdown headings of the level they have in the tree."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from ingest.domain.document import Line
from ingest.domain.outline import Outline

_MARKS = re.compile(r"^\s{0,3}#{1,6}\s+")
_EMPHASIS = re.compile(r"^(\*\*|__|\*|_)(.+)\1$")
_DEEPEST_MARK = 6


def mark_headings(lines: Sequence[Line], outline: Outline) -> tuple[Line, ...]:
    """Return the lines with `#` marks before each heading; their number stays.

    A line that holds more than its heading, or something else, is left as it is: nothing is lost for a mark.
    """
    marked = list(lines)
    for section in outline.walk():
        line = marked[section.first_line - 1]
        bare = _bare(line.text)
        if bare and _is_heading(bare, section.title):
            marks = "#" * min(section.level, _DEEPEST_MARK)
            marked[section.first_line - 1] = replace(line, text=f"{marks} {bare}")
    return tuple(marked)


def _bare(text: str) -> str:
    """Return a line without heading marks and without emphasis around the whole of it."""
    bare = _MARKS.sub("", text).strip()
    match = _EMPHASIS.match(bare)
    return match[2] if match and match[1] not in match[2] else bare


def _is_heading(bare: str, title: str) -> bool:
    """Return whether a line is its title or a part of it, such as the first line of a long one."""
    line, whole = _letters(bare), _letters(title)
    return bool(line) and (line in whole or (whole in line and len(line) <= len(whole) + 12))


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in folded if character.isalnum())
