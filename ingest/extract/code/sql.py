"""SQL: its own lines; what it creates as sections.

Found by its statements, not by a grammar: every database has a dialect of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.domain.document import Extraction
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.code.words import spoken_in
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import read_native
from ingest.extract.protocol import Limits, SourceFile

_CREATE = re.compile(
    r"\s*(?:create|alter)\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:temp|temporary|global|local|unique|materialized|recursive|external|unlogged"
    r"|clustered|nonclustered|definer\s*=\s*\S+|editionable|force|package(?=\s+body))\s+){0,4}"
    r"(table|view|function|procedure|proc|trigger|type|package|body|schema|sequence|domain|extension|role|policy|database|event)\s+"
    r"(?:if\s+not\s+exists\s+)?(?:concurrently\s+)?([\w.$\"`\[\]\u0080-\uffff-]+)",
    re.I,
)
_QUOTES = re.compile(r"[\"`\[\]]")
_COMMENT_LINE = re.compile(r"\s*--(.*)$")
_MOST = 3_000


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a file of SQL with its tables, views and functions."""
    native = read_native(source, limits)
    prose, inside = _words(native.lines)
    headings = list(_headings(native.lines, inside))
    progress(Progress(1, 1, "file"))
    return keep_lines(native, NativeStructure(tuple(headings), prose=prose, named_by_file=True))


def _words(lines: Sequence[str]) -> tuple[list[str], list[bool]]:
    """Return the words of comments by line, and which lines stand inside a comment of several."""
    prose = [""] * len(lines)
    inside = [False] * len(lines)
    is_open = False
    for index, text in enumerate(lines):
        inside[index] = is_open
        comment = _COMMENT_LINE.match(text)
        if is_open or text.lstrip().startswith("/*"):
            prose[index] = spoken_in(text)
            is_open = "*/" not in text
            inside[index] = True
        elif comment:
            prose[index] = spoken_in(comment[1])
    return prose, inside


def _headings(lines: Sequence[str], inside: Sequence[bool]) -> Iterator[NativeHeading]:
    seen: set[str] = set()
    for index, text in enumerate(lines):
        created = None if inside[index] else _CREATE.match(text[:400])
        if not created or len(seen) >= _MOST:
            continue
        title = f"{created[1].lower()} {_QUOTES.sub('', created[2])}"
        if title in seen and text.lstrip()[:5].lower() == "alter":
            continue
        seen.add(title)
        first = index
        while first and (inside[first - 1] or _COMMENT_LINE.match(lines[first - 1])):
            first -= 1
        yield NativeHeading(first + 1, 1, title)
