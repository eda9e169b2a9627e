"""TOML: its own lines, its tables as sections."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence

from ingest.domain.document import Extraction, Metadata
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.data_text.naming import comment_in, label_of, spoken
from ingest.extract.native_lines import NativeHeading, NativeStructure, keep_lines
from ingest.extract.plain_text import read_native
from ingest.extract.protocol import Limits, SourceFile

_TABLE = re.compile(r"\s*\[\[?\s*((?:\"[^\"]*\"|'[^']*'|[^\[\]\"'#])+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"([\w.-]+|\"[^\"]+\")\s*=")
_DOT = re.compile(r"\.(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'([^']*)'")
_FENCES = ('"""', "'''")
_CHECKED = 5_000_000


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a TOML file with its tables as sections, its keys where it has none."""
    native = read_native(source, limits)
    lines = native.lines
    inside = _long_strings(lines)
    tables = list(_tables(lines, inside))
    fault = _fault("\n".join(lines))
    progress(Progress(1, 1, "file"))
    found = NativeStructure(
        headings=tuple(tables or _keys(lines, inside)),
        metadata=Metadata(),
        prose=[
            spoken(line.strip()) if held else _said(line) for line, held in zip(lines, inside, strict=True)
        ],
        notes=(fault,) if fault else (),
        named_by_file=True,
    )
    return keep_lines(native, found)


def _long_strings(lines: Sequence[str]) -> list[bool]:
    """Return for each line whether it begins inside a string of several lines."""
    inside: list[bool] = []
    fence = ""
    for text in lines:
        inside.append(bool(fence))
        for mark in _FENCES:
            if fence in ("", mark) and text.count(mark) % 2:
                fence = "" if fence else mark
                break
    return inside


def _tables(lines: Sequence[str], inside: Sequence[bool]) -> Iterator[NativeHeading]:
    counts: dict[str, int] = {}
    levels: dict[tuple[str, ...], int] = {}
    for index, text in enumerate(lines):
        table = None if inside[index] else _TABLE.match(text[:400])
        if not table:
            continue
        name = table[1]
        title = name
        if text.lstrip().startswith("[["):
            counts[name] = counts.get(name, 0) + 1
            title = f"{name} {counts[name]}"
        path = tuple(part.strip() for part in _DOT.split(name))
        above = (levels[path[:end]] for end in range(len(path) - 1, 0, -1) if path[:end] in levels)
        levels[path] = min(next(above, 0) + 1, 9)
        yield NativeHeading(index + 1, levels[path], label_of(title))


def _keys(lines: Sequence[str], inside: Sequence[bool]) -> Iterator[NativeHeading]:
    for index, text in enumerate(lines):
        key = None if inside[index] else _KEY.match(text)
        if key:
            yield NativeHeading(index + 1, 1, label_of(key[1].strip('"')))


def _fault(text: str) -> str:
    if len(text) > _CHECKED:
        return ""
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return f"Not sound TOML: {error}. It is shown as it is."
    return ""


def _said(line: str) -> str:
    if line.lstrip().startswith("#"):
        return spoken(comment_in(line.strip()))
    found = (spoken(double or single) for double, single in _STRING.findall(line[:4_000]))
    return " ".join(text for text in found if text)
