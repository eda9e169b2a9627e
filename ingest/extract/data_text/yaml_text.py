"""YAML: its own lines, its documents, keys and entries as sections. Nothing is parsed, so no alias is expanded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.domain.document import Extraction, Metadata
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.data_text.naming import (
    LABELS,
    MAX_ENTRIES,
    MAX_SECTIONS,
    SECOND_LEVEL_LINES,
    comment_in,
    group_title,
    groups,
    label_of,
    spoken,
)
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import read_native
from ingest.extract.protocol import Limits, SourceFile

_KEY = re.compile(
    r"(\s*)(?:\"([^\"]+)\"|'([^']+)'|([^\s#:\[\]{}&*!|>%@`\"',-][^#\n]*?|-[^\s#:][^#\n]*?))\s*:(?:\s+(.*))?$"
)
_ITEM = re.compile(r"(\s*)-(?:\s+(.*))?$")
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?\s*(?:#.*)?$")
_MARK = re.compile(r"(?:---|\.\.\.)(?:\s|$)")
_QUOTED = re.compile(r"^([\"'])(.*)\1$")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key or an entry of a list: 0-based line, indent, title, whether its value is a block of text."""

    line: int
    indent: int
    title: str
    last: int = 0
    is_text: bool = False
    is_item: bool = False


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a YAML file with its keys as sections."""
    native = read_native(source, limits)
    lines = native.lines
    headings = list(_headings(lines))
    progress(Progress(1, 1, "file"))
    found = NativeStructure(
        headings=tuple(headings),
        metadata=Metadata(title=_title(lines)),
        prose=[_said(line) for line in lines],
        named_by_file=True,
    )
    return keep_lines(native, found)


def _headings(lines: Sequence[str]) -> Iterator[NativeHeading]:
    parts = [part for part in _documents(lines) if any(map(_is_data, lines[part[0] : part[1]]))]
    if len(parts) == 1:
        yield from _sections(lines, *parts[0], level=1)
        return
    spans = list(groups(len(parts))) if len(parts) > MAX_ENTRIES else []
    for first, last in spans:
        yield NativeHeading(parts[first][0] + 1, 1, group_title(first, last))
    for number, (first, last) in enumerate(parts if not spans else (), start=1):
        start = next(index for index in range(first, last) if _is_data(lines[index]))
        yield NativeHeading(start + 1, 1, _document_title(lines[first:last]) or str(number))
        yield from (h for h in _sections(lines, start, last, level=2) if h.line > start + 1)


def _documents(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of lines between the marks of documents."""
    start = 0
    for index, text in enumerate(lines):
        if _MARK.match(text):
            if index > start:
                yield start, index
            start = index + 1
    yield start, len(lines)


def _is_data(text: str) -> bool:
    bare = text.strip()
    return bool(bare) and not bare.startswith(("#", "%"))


def _sections(lines: Sequence[str], first: int, last: int, *, level: int) -> Iterator[NativeHeading]:
    """Yield the keys or entries of a document, and those inside of long ones."""
    entries = _children(lines, first, last)
    sections = len(entries)
    for title, start, end, entry in _grouped(entries):
        yield NativeHeading(start + 1, level, title)
        if entry is None or entry.is_text or end - start < SECOND_LEVEL_LINES or sections > MAX_SECTIONS:
            continue
        inner = [child for child in _children(lines, start + 1, end) if child.line > start]
        sections += len(inner)
        for name, line, _, _ in _grouped(inner):
            yield NativeHeading(line + 1, level + 1, name)


def _grouped(entries: Sequence[_Entry]) -> Iterator[tuple[str, int, int, _Entry | None]]:
    """Yield title, first line, end and entry; a long list in groups."""
    if len(entries) > MAX_ENTRIES and entries[0].is_item:
        for first, last in groups(len(entries)):
            yield group_title(first, last), entries[first].line, entries[last].last, None
        return
    for entry in entries:
        yield entry.title, entry.line, entry.last, entry


def _children(lines: Sequence[str], first: int, last: int) -> list[_Entry]:
    """Return the entries of the smallest indent in a range: keys, or items where there are no keys."""
    found: list[_Entry] = []
    indent = -1
    for index in range(first, last):
        text = lines[index]
        if not _is_data(text):
            continue
        depth = len(text) - len(text.lstrip(" "))
        if indent < 0:
            indent = depth
        if depth == indent:
            entry = _entry(lines, index, last)
            if entry and (not found or found[0].is_item == entry.is_item):
                found.append(entry)
        elif depth < indent:
            break
    ends = [*(entry.line for entry in found[1:]), last][: len(found)]
    return [
        _Entry(e.line, e.indent, e.title, end, e.is_text, e.is_item)
        for e, end in zip(found, ends, strict=True)
    ]


def _entry(lines: Sequence[str], index: int, last: int) -> _Entry | None:
    item = _ITEM.match(lines[index])
    if item:
        return _Entry(index, len(item[1]), _item_title(lines, index, last), is_item=True)
    key = _KEY.match(lines[index])
    if not key:
        return None
    name = key[2] or key[3] or key[4]
    return _Entry(index, len(key[1]), label_of(name), is_text=bool(_BLOCK.match(key[5] or "")))


def _item_title(lines: Sequence[str], index: int, last: int) -> str:
    """Return the name of an entry of a list: the best of its labels, else its own words."""
    item = _ITEM.match(lines[index])
    indent = len(item[1]) if item else 0
    body = [" " * (indent + 2) + (item[2] or "") if item else ""]
    for text in lines[index + 1 : min(last, index + 60)]:
        if _is_data(text) and len(text) - len(text.lstrip(" ")) <= indent:
            break
        body.append(text)
    said: dict[str, str] = {}
    depth = 0
    for text in body:
        key = _KEY.match(text)
        if not key:
            continue
        depth = depth or len(key[1])
        if len(key[1]) == depth and key[5]:
            said.setdefault((key[2] or key[3] or key[4]).lower(), _unquoted(key[5]))
    named = next((said[name] for name in LABELS if said.get(name)), "")
    return label_of(named or _unquoted((item[2] if item else "") or "") or "-")


def _document_title(lines: Sequence[str]) -> str:
    """Return what one of several documents calls itself: kind and name of a resource, or a label."""
    said: dict[str, str] = {}
    parent = ""
    for text in lines[:200]:
        key = _KEY.match(text)
        if not key:
            continue
        name = (key[2] or key[3] or key[4]).lower()
        if not key[1]:
            parent = name
            said.setdefault(name, _unquoted(key[5] or ""))
        elif parent == "metadata" and name == "name":
            said.setdefault("metadata.name", _unquoted(key[5] or ""))
    if said.get("kind"):
        return label_of(f"{said['kind']} {said.get('metadata.name', '')}")
    return label_of(next((said[name] for name in LABELS if said.get(name)), ""))


def _title(lines: Sequence[str]) -> str | None:
    """Return the title at the top of the file, or that of `info` (descriptions of interfaces)."""
    parent = ""
    for text in lines[:200]:
        key = _KEY.match(text)
        if not key:
            continue
        name = key[2] or key[3] or key[4]
        if name == "title" and key[5] and (not key[1] or parent == "info"):
            return _unquoted(key[5])
        parent = parent if key[1] else name
    return None


def _unquoted(value: str) -> str:
    value = value.strip()
    quoted = _QUOTED.match(value)
    return quoted[2] if quoted else value.split(" #")[0].strip()


def _said(line: str) -> str:
    """Return the words of a line that are language: a comment, a line of a text, or a long value."""
    bare = line.strip()
    if bare.startswith("#"):
        return spoken(comment_in(bare))
    key = _KEY.match(line) or _ITEM.match(line)
    value = key[key.lastindex or 0] if key and key.lastindex and key.lastindex > 1 else bare
    return spoken(_unquoted(value or ""))
