"""A document as every stage sees it: numbered lines, where each came from, hints and the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.domain.outline import OutlineQuality, Provenance

MAX_NATIVE_LINE = 2_000
"""Characters after which a line of Markdown or plain text is wrapped (SPEC 2)."""

MAX_CONVERTED_LINE = 400
"""Characters after which a line of a converted format is wrapped (SPEC 2)."""

BRIEF_WORDS = 500
"""A document with fewer words is `brief`: it is read whole, its outline is not needed (SPEC 3)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line came from in the original file. Every field is optional.

    page: 1-based physical page (or slide). box: left, top, right, bottom in PDF points, origin at the
    top left of the page as it is shown. part: the sheet, the chapter file or the like. seconds: time code.
    """

    page: int | None = None
    box: tuple[float, float, float, float] | None = None
    part: str | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of canonical text, without its line ending. Its number is its index + 1."""

    text: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class HeadingHint:
    """A heading that the format itself declares (markup, paragraph style, slide title, sheet name).

    line: 1-based number of the line that holds it. level: 1 to 9, as the file states it; it may jump.
    """

    line: int
    level: int
    title: str
    provenance: Provenance
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class BookmarkHint:
    """An entry of a PDF's own outline. page is 1-based or None where the target does not exist; top in points."""

    title: str
    level: int
    page: int | None = None
    top: float | None = None


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """An entry of a printed contents page: its title, the indent or number depth, and the line it was found at.

    line: 1-based line of the heading in the text, None where it was not located.
    """

    title: str
    level: int
    line: int | None = None
    confidence: float = 0.5


@dataclass(frozen=True, slots=True)
class LayoutHint:
    """How a line looks on its page. Only lines that may be headings need one.

    relative_size: type size over the body size of its script. room_above: space above over the usual
    line gap. style: equal for lines of equal looks. score: 0 to 1, how much it looks like a heading.
    """

    line: int
    title: str
    relative_size: float
    bold: bool
    room_above: float
    style: str
    score: float
    level: int | None = None
    by_number: bool = False


@dataclass(frozen=True, slots=True)
class Hints:
    """Everything an extractor learned about structure. The outline stage decides what to believe."""

    headings: tuple[HeadingHint, ...] = ()
    bookmarks: tuple[BookmarkHint, ...] = ()
    contents: tuple[ContentsEntry, ...] = ()
    layout: tuple[LayoutHint, ...] = ()
    pages: tuple[int, ...] = ()
    """First line of each physical page (index 0 is page 1); empty where a format has no pages."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the file says about itself, unjudged. Dates are ISO 8601, languages BCP 47."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    language: str | None = None
    keywords: tuple[str, ...] = ()
    created: str | None = None
    modified: str | None = None
    page_count: int | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """What of the original could not be read. An agent that reads a half-empty scan must be told (SPEC 3).

    Pages are 1-based. notes: further sentences for people, e.g. that hidden text was kept out.
    """

    pages_without_text: tuple[int, ...] = ()
    garbled_pages: tuple[int, ...] = ()
    invisible_characters: int = 0
    hidden_text: int = 0
    notes: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every page gave readable text."""
        return not (self.pages_without_text or self.garbled_pages)


@dataclass(frozen=True, slots=True)
class Extraction:
    """What an extractor returns: canonical lines and hints, metadata and coverage.

    native: the lines are the file's own (Markdown, plain text), never rewritten. wrapped: a native line was
    too long and was broken, so line numbers differ from the file's.
    """

    lines: tuple[Line, ...]
    hints: Hints = field(default_factory=Hints)
    metadata: Metadata = field(default_factory=Metadata)
    coverage: Coverage = field(default_factory=Coverage)
    native: bool = False
    wrapped: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """The metadata of a document (SPEC 3). language is BCP 47 (`und` when unknown); dates ISO 8601."""

    title: str
    authors: tuple[str, ...]
    language: str
    word_count: int
    line_count: int
    page_count: int | None
    abstract: str
    keywords: tuple[str, ...]
    created: str | None
    modified: str | None
    brief: bool
    outline_quality: OutlineQuality
    coverage: Coverage
    wrapped: bool = False


def texts(lines: Sequence[Line]) -> list[str]:
    """Return the bare texts of lines, in order."""
    return [line.text for line in lines]
