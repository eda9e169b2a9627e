"""Plain text, and every file whose bytes are text:

Its own lines; structure is found later (outline.from_numbering).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.domain.cleaning import clean
from ingest.domain.document import MAX_NATIVE_LINE, Coverage, Extraction, Line
from ingest.domain.errors import TooLarge
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.encoding import decode
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.wrapping import wrap

_MARKS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class NativeText:
    """The lines of a text file before long ones are wrapped, and what was repaired on the way."""

    lines: list[str]
    coverage: Coverage


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the lines of a text file under the numbers they have in the file."""
    native = read_native(source, limits, marks=True)
    lines = wrap_native(native.lines)
    progress(Progress(len(lines), len(lines), "line"))
    return Extraction(
        lines=tuple(Line(text) for text in lines),
        coverage=native.coverage,
        native=True,
        wrapped=len(lines) != len(native.lines),
    )


def read_native(
    source: SourceFile, limits: Limits, *, declared: str | None = None, marks: bool = False
) -> NativeText:
    """Decode and clean a text file and split it at its line ends.

    marks: for prose; in a text without any line end, marks of pages, lines and paragraphs end its lines.
    Raises TooLarge over `limits.text_bytes`.
    """
    size = source.path.stat().st_size
    if size > limits.text_bytes:
        raise TooLarge(
            f"The text has {size / 1e6:,.0f} MB, the limit is {limits.text_bytes / 1e6:,.0f} MB. Split it."
        )
    decoded = decode(source.path.read_bytes(), declared=declared)
    cleaned = clean(_with_line_feeds(decoded.text, marks=marks))
    notes: tuple[str, ...] = ()
    if decoded.replaced:
        notes = (f"{decoded.replaced:,} characters could not be decoded as {decoded.encoding}.",)
    coverage = Coverage(invisible_characters=cleaned.invisible, notes=notes)
    return NativeText(_split(cleaned.text), coverage)


def wrap_native(lines: list[str]) -> list[str]:
    """Return the lines with those over the limit of native text wrapped."""
    return [piece for line in lines for piece in (wrap(line, MAX_NATIVE_LINE) or [""])]


def _with_line_feeds(text: str, *, marks: bool) -> str:
    """Return the text with one kind of line end.

    A lone carriage return ends a line only where no line feed does, and other marks only where neither does:
    lines have the numbers that they have in other programs.
    """
    if "\r" not in text:
        return _MARKS.sub("\n", text) if marks and "\n" not in text else text
    return text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n")


def _split(text: str) -> list[str]:
    """Return the lines, without an empty one behind the last line end."""
    lines = [line.rstrip() for line in text.split("\n")]
    if lines and not lines[-1]:
        lines.pop()
    return lines
