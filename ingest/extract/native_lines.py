"""Documents that keep their own lines: headings found in them get the numbers that wrapping leaves them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ingest.domain.document import MAX_NATIVE_LINE, Coverage, Extraction, HeadingHint, Hints, Line, Metadata
from ingest.domain.outline import Provenance
from ingest.extract.plain_text import NativeText, wrap_native


@dataclass(frozen=True, slots=True)
class NativeHeading:
    """A heading by its 1-based line in the file, its level and its title as a reader sees it."""

    line: int
    level: int
    title: str
    provenance: Provenance = Provenance.MARKUP


@dataclass(frozen=True, slots=True)
class NativeStructure:
    """What a scanner found in the lines of a file. prose: the words of each line, where they are told apart.

    named_by_file: its headings do not name the document.
    """

    headings: tuple[NativeHeading, ...] = ()
    metadata: Metadata = field(default_factory=Metadata)
    prose: Sequence[str] | None = None
    notes: tuple[str, ...] = ()
    named_by_file: bool = False


def keep_lines(native: NativeText, found: NativeStructure) -> Extraction:
    """Return the file's own lines, those too long wrapped, with what was found in them."""
    lines: list[str] = []
    prose: list[str] = []
    starts: list[int] = []
    for index, text in enumerate(native.lines):
        pieces = [text] if len(text) <= MAX_NATIVE_LINE else wrap_native([text])
        starts.append(len(lines) + 1)
        lines += pieces
        if found.prose is not None:
            prose += [found.prose[index][: MAX_NATIVE_LINE * 4]] + [""] * (len(pieces) - 1)
    return Extraction(
        lines=tuple(map(Line, lines)),
        hints=Hints(headings=tuple(_hints(found.headings, starts))),
        metadata=found.metadata,
        coverage=_with_notes(native.coverage, found.notes),
        native=True,
        wrapped=len(lines) != len(native.lines),
        prose=None if found.prose is None else tuple(prose),
        named_by_file=found.named_by_file,
    )


def _hints(headings: Iterable[NativeHeading], starts: Sequence[int]) -> Iterable[HeadingHint]:
    for heading in headings:
        title = " ".join(heading.title.split())
        if title:
            yield HeadingHint(starts[heading.line - 1], heading.level, title, heading.provenance)


def _with_notes(coverage: Coverage, notes: tuple[str, ...]) -> Coverage:
    return replace(coverage, notes=(*coverage.notes, *notes)) if notes else coverage
