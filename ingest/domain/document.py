"""A document as every stage sees it: numbered lines, where each came from, hints and the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.domain.outline import OutlineQuality, Provenance
from ingest.domain.parts import Part

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
    """An entry of a PDF's own outline. page is 1-based or None where the target does not exist; top in points.

    line: 1-based line that holds the title, None where no line of the page or its neighbours does.
    """

    title: str
    level: int
    page: int | None = None
    top: float | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class HeadingNumber:
    """The number in front of a heading. kind: `decimal`, `chapter`, `part`, `roman`, `han` and the like.

    depth: how deep such a number stands (0 for parts, 1 for chapters, by dots for decimals). values: what it says.
    """

    kind: str
    depth: int
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """An entry of a printed contents page, and where its heading was found.

    indent: left edge in points. bold: the weight on the contents page. linked: it carries a link.
    page: 1-based, found or else promised. line: 1-based line of the heading, None where no text was found for it.
    style: looks of the located heading, as in LayoutHint.
    """

    title: str
    indent: float = 0.0
    bold: bool = False
    linked: bool = False
    number: HeadingNumber | None = None
    page: int | None = None
    line: int | None = None
    style: str | None = None


@dataclass(frozen=True, slots=True)
class LayoutHint:
    """A line that may be a heading by its looks or its number, and how it looks.

    relative_size: type size over the body size of its script. room_above: space above over the usual line gap.
    apart: whether that is more than between lines. color: 0 for the ink of the text. style: equal for lines
    of equal looks; style_rows: rows of the document in that style, headings or not; rows: how many the line had.
    """

    line: int
    title: str
    page: int
    relative_size: float
    bold: bool = False
    italic: bool = False
    color: int = 0
    capitals: bool = False
    room_above: float = 1.0
    apart: bool = False
    style: str = ""
    style_rows: int = 1
    rows: int = 1
    number: HeadingNumber | None = None

    @property
    def strong(self) -> bool:
        """Whether it stands out without its number."""
        return self.relative_size > 1.07 or self.bold or self.italic or self.capitals or bool(self.color)


@dataclass(frozen=True, slots=True)
class LayoutFacts:
    """What the layout hints of a document have in common.

    slides: landscape pages with little text. contents_line: where the printed contents begin. pages: about how
    many pages a text would fill whose format has none.
    """

    slides: bool = False
    contents_line: int | None = None
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Hints:
    """Everything an extractor learned about structure. The outline stage decides what to believe."""

    headings: tuple[HeadingHint, ...] = ()
    bookmarks: tuple[BookmarkHint, ...] = ()
    contents: tuple[ContentsEntry, ...] = ()
    layout: tuple[LayoutHint, ...] = ()
    pages: tuple[int, ...] = ()
    """First line of each physical page (index 0 is page 1); empty where a format has no pages."""
    facts: LayoutFacts = field(default_factory=LayoutFacts)


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
    too long and was broken, so line numbers differ from the file's. prose: for formats with other signs than
    Markdown's, the words of each line as they are read out (empty for code and marks), of the same length as lines.
    parts: the files inside a container. named_by_file: its headings do not name the document, the file name does.
    """

    lines: tuple[Line, ...]
    hints: Hints = field(default_factory=Hints)
    metadata: Metadata = field(default_factory=Metadata)
    coverage: Coverage = field(default_factory=Coverage)
    native: bool = False
    wrapped: bool = False
    prose: tuple[str, ...] | None = None
    parts: tuple[Part, ...] = ()
    named_by_file: bool = False

    @property
    def readable(self) -> tuple[Line, ...]:
        """The lines that abstract, keywords, language and summaries are taken from."""
        return self.lines if self.prose is None else tuple(map(Line, self.prose))


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
