"""Org keeps its own lines: its headlines are the outline, its keywords the metadata.

Native, because it is an outline that is written to be read as it is, and its line numbers are the file's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.domain.document import Extraction, Metadata
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import read_native
from ingest.extract.protocol import Limits, SourceFile

_HEADLINE = re.compile(r"(\*+)\s+(.*)$")
_TAGS = re.compile(r"\s+:(?:[\w@#%]+:)+$")
_PRIORITY = re.compile(r"(?:^|(?<=\s))\[#[A-Z0-9]{1,2}\]\s*")
_KEYWORD = re.compile(r"\s*#\+([A-Za-z_]+)(?:\[[^\]]*\])?:\s*(.*)$")
_BEGIN = re.compile(r"\s*#\+begin_(\S+)", re.I)
_DRAWER = re.compile(r"\s*:[\w-]+:\s*$")
_DRAWER_END = re.compile(r"\s*:end:\s*$", re.I)
_UNREAD = re.compile(r"\s*(?:#(?:\s|\+|$)|:\s|:$|(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):|\|)")
_LINK = re.compile(r"\[\[(?:[^\]]*)\](?:\[([^\]]+)\])?\]")
_MARKED = re.compile(r"(?<![\w*/_=~+])([*/_=~+])(?=\S)(.+?)(?<=\S)\1(?![\w*/_=~+])")
_DATE = re.compile(r"[<\[]?(\d{4}-\d{2}-\d{2})")
_DRAWER_LINES = 200
_LONGEST = 3_000
_SPOKEN_BLOCKS = frozenset({"quote", "verse", "center", "abstract"})


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a file under the numbers they have in it, with its headlines."""
    native = read_native(source, limits, marks=True)
    found = scan(native.lines)
    progress(Progress(len(native.lines), len(native.lines), "line"))
    return keep_lines(native, found)


def scan(lines: Sequence[str]) -> NativeStructure:
    """Return the headlines of a text, the words of its lines and its keywords."""
    headings: list[NativeHeading] = []
    said: dict[str, list[str]] = {}
    prose = [""] * len(lines)
    inside = _blocks(lines)
    for index, text in enumerate(lines):
        if inside[index]:
            continue
        headline = _HEADLINE.match(text)
        keyword = _KEYWORD.match(text)
        if headline:
            headings.append(NativeHeading(index + 1, len(headline[1]), _title(headline[2])))
        elif keyword:
            said.setdefault(keyword[1].lower(), []).append(keyword[2].strip())
        elif not _UNREAD.match(text):
            prose[index] = plain(text) if len(text) == len(text.lstrip()) else plain(text.strip())
    return NativeStructure(tuple(headings), _metadata(said), prose)


def plain(source: str) -> str:
    """Return text as a reader sees it: links by their words, no marks of emphasis or code."""
    text = _LINK.sub(lambda match: match[1] or match[0][2:-2], source[:_LONGEST])
    for _ in range(2):
        text = _MARKED.sub(r"\2", text)
    return text.rstrip()


def _title(source: str) -> str:
    return plain(_PRIORITY.sub("", _TAGS.sub("", f" {source}"))).strip()


def _blocks(lines: Sequence[str]) -> list[bool]:
    """Return for each line whether it is code, an example or a drawer that is closed further down."""
    last_end: dict[str, int] = {}
    for index, text in enumerate(lines):
        bare = text.strip().lower()
        if bare.startswith("#+end_"):
            last_end[bare[6:]] = index
    inside = [False] * len(lines)
    closing = ""
    for index, text in enumerate(lines):
        bare = text.strip().lower()
        begin = _BEGIN.match(text)
        if closing:
            inside[index] = True
            closing = "" if bare == closing else closing
        elif begin and begin[1].lower() not in _SPOKEN_BLOCKS and last_end.get(begin[1].lower(), 0) > index:
            inside[index] = True
            closing = f"#+end_{begin[1].lower()}"
        elif _DRAWER.match(text) and _ends_soon(lines, index):
            inside[index] = True
            closing = ":end:"
    return inside


def _ends_soon(lines: Sequence[str], index: int) -> bool:
    for text in lines[index + 1 : index + _DRAWER_LINES]:
        if _DRAWER_END.match(text):
            return True
        if _HEADLINE.match(text):
            return False
    return False


def _metadata(said: dict[str, list[str]]) -> Metadata:
    def first(name: str) -> str | None:
        return next((value for value in said.get(name, ()) if value), None)

    date = _DATE.search(first("date") or "")
    return Metadata(
        title=" ".join(said.get("title", ())).strip() or None,
        authors=tuple(dict.fromkeys(value for value in said.get("author", ()) if value)),
        language=first("language"),
        keywords=tuple(
            word.strip()
            for text in said.get("keywords", ())
            for word in re.split(r"[,;、，]", text)
            if word.strip()
        ),
        created=date[1] if date else None,
    )
