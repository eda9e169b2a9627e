"""SubRip and WebVTT: what is said, as paragraphs with time codes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from ingest.domain.document import Extraction, Metadata
from ingest.domain.errors import EmptyFile
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.native_lines import NativeStructure, keep_lines
from ingest.extract.plain_text import read_native
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.timed.cues import Chapter, Cue, compose

_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,:](\d{1,3})"
_TIMES = re.compile(rf"\s*{_TIME}\s*-+>\s*{_TIME}")
_SPEAKER_TAG = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]+)>")
_SPEAKER = re.compile(r"^(?:>>\s*)?([^\W\d_][\w.' -]{0,28}[\w.]):\s+(?=\S)")
_TAG = re.compile(r"<[^<>]{0,200}>|\{\\[^{}]{0,200}\}")
_HEADER = re.compile(r"\s*WEBVTT[ \t]*(?:[-–:]+[ \t]*)?(.*)$")
_FIELD = re.compile(r"(Language|Kind)\s*:\s*(\S+)", re.I)
_HEADER_LINES = 20
_SAID_BY = 3


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return what is said in a subtitle file. Cues of a file of chapters become its sections.

    A file without one cue stays text. Raises EmptyFile where the cues say nothing.
    """
    native = read_native(source, limits)
    cues = list(parse_cues(native.lines))
    if not any(map(_TIMES.match, native.lines)):
        note = "No time codes found: this is the file as it is. Check that it is a subtitle file."
        return keep_lines(native, NativeStructure(notes=(note,), named_by_file=True))
    if not cues:
        raise EmptyFile("The subtitles hold no text. Check that the right file was added.")
    title, fields = _header(native.lines)
    metadata = Metadata(title=title, language=fields.get("language"))
    progress(Progress(1, 1, "file"))
    if fields.get("kind", "").lower() == "chapters":
        chapters = [Chapter(cue.start, cue.text) for cue in cues]
        return compose((), chapters, metadata=metadata, coverage=native.coverage)
    return compose(_with_speakers(cues), (), metadata=metadata, coverage=native.coverage)


def parse_cues(lines: Sequence[str]) -> Iterator[Cue]:
    """Yield the cues with text, tags and repeated lines of rolling captions left out."""
    before: list[str] = []
    for times, block in _blocks(lines):
        start, end = _seconds(times.groups()[:4]), _seconds(times.groups()[4:8])
        speaker = next((match[1].strip() for text in block if (match := _SPEAKER_TAG.search(text))), "")
        said = [text for text in map(plain, block) if text]
        new = said[:]
        while new and new[0] in before[-2:]:
            new.pop(0)
        before = said or before
        if new:
            yield Cue(start, max(start, end), " ".join(new), speaker)


def plain(text: str) -> str:
    """Return a line of a cue without tags and entities."""
    return " ".join(html.unescape(_TAG.sub("", text)).split())


def _blocks(lines: Sequence[str]) -> Iterator[tuple[re.Match[str], list[str]]]:
    """Yield each line of times with the lines of its cue."""
    times: re.Match[str] | None = None
    block: list[str] = []
    for index, text in enumerate(lines):
        found = _TIMES.match(text[:200]) if "-" in text else None
        if found:
            if times and block and block[-1].strip().isdecimal() and not lines[index - 2].strip():
                block.pop()
            if times:
                yield times, block
            times, block = found, []
        elif times and text.strip():
            block.append(text)
        elif times:
            yield times, block
            times, block = None, []
    if times:
        yield times, block


def _seconds(parts: Sequence[str | None]) -> float:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + int(fraction.ljust(3, "0")) / 1000


def _header(lines: Sequence[str]) -> tuple[str | None, dict[str, str]]:
    """Return title and fields of the head of a WebVTT file."""
    header = _HEADER.match(lines[0].lstrip("\ufeff")) if lines else None
    if not header:
        return None, {}
    fields: dict[str, str] = {}
    for text in lines[1:_HEADER_LINES]:
        if not text.strip():
            break
        field = _FIELD.match(text)
        if field:
            fields[field[1].lower()] = field[2]
    return header[1].strip() or None, fields


def _with_speakers(cues: Sequence[Cue]) -> Iterator[Cue]:
    """Yield cues with the speakers that a transcript writes before a colon, if they speak several times."""
    if any(cue.speaker for cue in cues):
        yield from cues
        return
    named: dict[str, int] = {}
    for cue in cues:
        match = _SPEAKER.match(cue.text)
        if match:
            named[match[1]] = named.get(match[1], 0) + 1
    speaker = ""
    known = {name for name, count in named.items() if count >= _SAID_BY}
    for cue in cues:
        match = _SPEAKER.match(cue.text)
        if match and match[1] in known:
            speaker = match[1]
            yield Cue(cue.start, cue.end, cue.text[match.end() :], speaker)
        else:
            yield Cue(cue.start, cue.end, cue.text, speaker)
