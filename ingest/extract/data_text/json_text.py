"""JSON and JSON Lines: their own lines, top-level members and entries as sections. Nothing is evaluated."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.domain.document import MAX_NATIVE_LINE, Extraction, Metadata
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.data_text.json_members import Member, entries_by_indent, find_members, indented
from ingest.extract.data_text.naming import (
    MAX_ENTRIES,
    MAX_SECTIONS,
    SECOND_LEVEL_LINES,
    group_title,
    groups,
    label_of,
    spoken,
)
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import NativeText, read_native
from ingest.extract.protocol import Limits, SourceFile

_CHECKED = 10_000_000
"""Characters up to which a file is parsed to say whether it is sound."""

_LARGE = 4_000_000
"""Characters from which on members are found by their indent alone, without looking at every bracket."""

_MINIFIED = 400
"""Mean characters of a line from which on a file with long lines is shown indented."""

_STRING = re.compile(r'(?:^\s*|[:,\[{]\s*)"((?:[^"\\]|\\.)*)"(?!\s*:)')
_INDENTED_NOTE = (
    "The file has its text on very long lines: it is shown indented, so line numbers differ from the file's."
)


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a JSON file, shown indented where it has only very long ones."""
    native = read_native(source, limits)
    text = "\n".join(native.lines)
    notes = []
    lines: list[str] = native.lines
    minified = max(map(len, lines), default=0) > MAX_NATIVE_LINE and len(text) / len(lines) > _MINIFIED
    fault = _fault(text)
    large = len(text) > _LARGE
    if minified:
        lines = list(indented(text, coarse=large))
        text = "\n".join(lines)
        notes.append(_INDENTED_NOTE)
    progress(Progress(1, 2, "step"))
    root, has_comments = find_members(text[:_LARGE])
    if fault and not has_comments:
        notes.append(fault)
    found = NativeStructure(
        headings=tuple(_headings_by_indent(lines) if large else _headings(root, text)),
        metadata=Metadata(title=_title(root)),
        prose=[_said(line) for line in lines],
        notes=tuple(notes),
        named_by_file=True,
    )
    progress(Progress(2, 2, "step"))
    extraction = keep_lines(NativeText(lines, native.coverage), found)
    return replace(extraction, wrapped=extraction.wrapped or minified)


def extract_lines(
    source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress
) -> Extraction:
    """Return the lines of a JSON Lines file; each is an entry."""
    native = read_native(source, limits)
    entries = [index for index, line in enumerate(native.lines) if line.strip()]
    headings: list[NativeHeading] = []
    for first, last in groups(len(entries)) if len(entries) > MAX_ENTRIES else ():
        headings.append(NativeHeading(entries[first] + 1, 1, group_title(first, last)))
    if not headings:
        for number, index in enumerate(entries, start=1):
            root, _ = find_members(native.lines[index])
            headings.append(NativeHeading(index + 1, 1, root.label or str(number)))
    progress(Progress(1, 1, "file"))
    return keep_lines(
        native,
        NativeStructure(
            headings=tuple(headings), prose=[_said(line) for line in native.lines], named_by_file=True
        ),
    )


def _fault(text: str) -> str:
    """Return a sentence on what is wrong with a text, empty for a sound one or one too large to tell."""
    if len(text) > _CHECKED:
        return ""
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        return f"Not sound JSON: {error.msg}, line {error.lineno:,}. It is shown as it is."
    except (RecursionError, ValueError):
        return ""
    return ""


def _headings(root: Member, text: str) -> Iterator[NativeHeading]:
    """Yield the members of the root, and those inside of the long ones."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line_at(offset: int) -> int:
        return bisect_right(starts, offset)

    sections = 0
    for title, first, last, member in _entries(root):
        yield NativeHeading(line_at(first), 1, title)
        sections += 1
        long = line_at(last) - line_at(first) >= SECOND_LEVEL_LINES
        if member is None or not long or sections > MAX_SECTIONS:
            continue
        for name, start, _, _ in _entries(member):
            yield NativeHeading(line_at(start), 2, name)
            sections += 1


def _headings_by_indent(lines: Sequence[str]) -> Iterator[NativeHeading]:
    entries = list(entries_by_indent(lines))
    if len(entries) > MAX_ENTRIES:
        for first, last in groups(len(entries)):
            yield NativeHeading(entries[first][0] + 1, 1, group_title(first, last))
        return
    for number, (index, name) in enumerate(entries, start=1):
        yield NativeHeading(index + 1, 1, name or str(number))


def _entries(container: Member) -> Iterator[tuple[str, int, int, Member | None]]:
    """Yield title, start, end and member of each entry; a long list in groups, without members."""
    members = container.members
    if len(members) > MAX_ENTRIES and container.kind == "[":
        for first, last in groups(len(members)):
            yield group_title(first, last), members[first].start, members[last].end, None
        return
    for number, member in enumerate(members, start=1):
        yield _name(member, number), member.start, member.end, member


def _name(member: Member, number: int) -> str:
    return label_of(member.name) if member.name else member.label or label_of(member.text) or str(number)


def _title(root: Member) -> str | None:
    """Return what the data calls itself: its title, or that of its `info` (descriptions of interfaces)."""
    for member in root.members:
        if member.name == "title" and member.text.strip():
            return member.text
    for member in root.members:
        if member.name in ("info", "metadata"):
            for inner in member.members:
                if inner.name == "title" and inner.text.strip():
                    return inner.text
    return None


def _said(line: str) -> str:
    """Return the strings of a line that are language."""
    if '"' not in line:
        return ""
    found = (spoken(_unescaped(text)) for text in _STRING.findall(line[: MAX_NATIVE_LINE * 2]))
    return " ".join(text for text in found if text)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return " ".join(str(json.loads(f'"{text}"', strict=False)).split())
    except ValueError:
        return text
