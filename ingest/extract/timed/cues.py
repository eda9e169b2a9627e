"""Cues to paragraphs with time codes, and chapters to sections; where none are declared, windows of time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.domain.cleaning import clean
from ingest.domain.document import (
    MAX_CONVERTED_LINE,
    Coverage,
    Extraction,
    HeadingHint,
    Hints,
    Line,
    Metadata,
    Place,
)
from ingest.domain.outline import Provenance
from ingest.extract.wrapping import wrap

PAUSE = 4.0
"""Seconds of silence that end a paragraph."""

_PARAGRAPH = 280
"""Characters after which the next sentence begins a paragraph."""

_WINDOWS = (60, 120, 300, 600, 900, 1_800, 3_600)
_MOST_WINDOWS = 16
_WINDOW_CONFIDENCE = 0.7
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’」』)]*$")
_WIDE_END = re.compile("[\u3000-\u9fff\uff00-\uffef]$")
_WIDE_START = re.compile("^[\u3000-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Cue:
    """What is said from start to end, in seconds. speaker: empty where nobody is named."""

    start: float
    end: float
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A declared part of a recording: where it begins, in seconds, and its title."""

    start: float
    title: str
    level: int = 1


def compose(
    cues: Iterable[Cue], chapters: Sequence[Chapter], *, metadata: Metadata, coverage: Coverage | None = None
) -> Extraction:
    """Return paragraphs under the headings of their chapters; every line knows its second."""
    spoken = sorted(cues, key=lambda cue: cue.start)
    declared = sorted(chapters, key=lambda chapter: chapter.start)
    parts = declared or list(_windows(spoken))
    confidence = 1.0 if declared else _WINDOW_CONFIDENCE
    writer = _Writer()
    position = 0
    for number, chapter in enumerate(parts):
        end = parts[number + 1].start if number + 1 < len(parts) else float("inf")
        if number == 0:
            position = writer.paragraphs(spoken, position, chapter.start)
        writer.heading(chapter, confidence)
        position = writer.paragraphs(spoken, position, end)
    writer.paragraphs(spoken, position, float("inf"))
    return Extraction(
        lines=tuple(writer.lines),
        hints=Hints(headings=tuple(writer.headings)),
        metadata=metadata,
        coverage=coverage or Coverage(),
        named_by_file=True,
    )


def clock(seconds: float) -> str:
    """Return a time as people write it: `4:05`, `1:04:05`."""
    whole = max(0, int(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class _Writer:
    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.headings: list[HeadingHint] = []

    def heading(self, chapter: Chapter, confidence: float) -> None:
        title = " ".join(clean(chapter.title).text.split()) or clock(chapter.start)
        self._gap()
        for number, piece in enumerate(wrap(title, MAX_CONVERTED_LINE - 8)):
            self.lines.append(Line(piece, Place(seconds=chapter.start)))
            if number == 0:
                self.headings.append(
                    HeadingHint(len(self.lines), chapter.level, title, Provenance.TIMECODE, confidence)
                )
        self._gap()

    def paragraphs(self, cues: Sequence[Cue], position: int, end: float) -> int:
        """Write the cues that begin before `end`; return the position of the first that does not."""
        text, start, speaker = "", 0.0, ""
        said_until = 0.0
        while position < len(cues) and cues[position].start < end:
            cue = cues[position]
            position += 1
            if text and (
                _is_new(cue, text, said_until, speaker) or len(text) + len(cue.text) >= MAX_CONVERTED_LINE
            ):
                self._put(text, start)
                text = ""
            if not text:
                start = cue.start
                named = bool(cue.speaker) and (cue.speaker != speaker or not self.lines)
                text = f"{cue.speaker}: {cue.text}" if named else cue.text
            else:
                text = _joined(text, cue.text)
            said_until, speaker = max(cue.end, cue.start), cue.speaker
        if text:
            self._put(text, start)
        return position

    def _put(self, text: str, start: float) -> None:
        self.lines += [Line(piece, Place(seconds=start)) for piece in wrap(text, MAX_CONVERTED_LINE)]

    def _gap(self) -> None:
        if self.lines and self.lines[-1].text:
            self.lines.append(Line("", self.lines[-1].place))


def _is_new(cue: Cue, text: str, said_until: float, speaker: str) -> bool:
    """Return whether a cue begins a paragraph."""
    if cue.speaker != speaker or cue.start - said_until > PAUSE:
        return True
    return len(text) >= _PARAGRAPH and bool(_SENTENCE_END.search(text))


def _joined(text: str, more: str) -> str:
    wide = _WIDE_END.search(text) and _WIDE_START.match(more)
    return text + more if wide else f"{text} {more}"


def _windows(cues: Sequence[Cue]) -> Iterator[Chapter]:
    """Yield windows of equal length, each from the cue with which it begins; none for a short recording."""
    if not cues:
        return
    length = max(cue.end for cue in cues)
    step = next((step for step in _WINDOWS if length / step <= _MOST_WINDOWS), _WINDOWS[-1])
    if length < _WINDOWS[0] * 3:
        return
    last = -1
    for cue in cues:
        window = int(cue.start // step)
        if window > last:
            last = window
            yield Chapter(cue.start, f"{clock(window * step)}–{clock(min((window + 1) * step, length))}")
