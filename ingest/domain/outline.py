"""The outline: a tree of sections with line ranges, and the invariants that hold for every one (SPEC 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Provenance(StrEnum):
    """How a section was found."""

    BOOKMARK = "bookmark"
    STYLE = "style"
    MARKUP = "markup"
    CONTENTS_PAGE = "contents-page"
    NUMBERING = "numbering"
    FONT = "font"
    SLIDE = "slide"
    SHEET = "sheet"
    TIMECODE = "timecode"
    EDITED = "edited"


class OutlineQuality(StrEnum):
    """How far an outline can be trusted: declared, inferred and consistent, inferred and doubtful, absent."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that was decided upon, before it has a place in the tree. level may jump; line is 1-based."""

    line: int
    level: int
    title: str
    provenance: Provenance
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Section:
    """A node of the outline. number is its place in the tree (`1.5.1`), level its depth (1 at the top).

    first_line is the heading's own line; last_line includes all children. 1-based, inclusive.
    """

    number: str
    title: str
    level: int
    first_line: int
    last_line: int
    provenance: Provenance
    confidence: float = 1.0
    summary: str = ""
    keywords: tuple[str, ...] = ()
    children: tuple[Section, ...] = ()

    @property
    def line_count(self) -> int:
        """Number of lines in the section, its children included."""
        return self.last_line - self.first_line + 1

    def walk(self) -> Iterator[Section]:
        """Yield this section and all below it, in document order."""
        stack = [self]
        while stack:
            section = stack.pop()
            yield section
            stack.extend(reversed(section.children))


@dataclass(frozen=True, slots=True)
class Outline:
    """The tree of a document. sections are the top-level nodes; empty exactly when quality is `none`."""

    sections: tuple[Section, ...]
    quality: OutlineQuality
    line_count: int

    def walk(self) -> Iterator[Section]:
        """Yield every section in document order."""
        for section in self.sections:
            yield from section.walk()

    def find(self, number: str) -> Section | None:
        """Return the section with this number, or None."""
        return next((section for section in self.walk() if section.number == number), None)

    def section_at(self, line: int) -> Section | None:
        """Return the deepest section that holds a line, or None before the first heading."""
        found: Section | None = None
        level: tuple[Section, ...] = self.sections
        while True:
            inner = next((s for s in level if s.first_line <= line <= s.last_line), None)
            if inner is None:
                return found
            found, level = inner, inner.children


def violations(outline: Outline) -> list[str]:
    """Name every broken invariant of SPEC 4; an empty list means a sound tree."""
    broken: list[str] = []
    if bool(outline.sections) == (outline.quality is OutlineQuality.NONE):
        broken.append(f"quality {outline.quality} with {len(outline.sections)} sections")

    def check(siblings: tuple[Section, ...], first: int, last: int, prefix: str, level: int) -> None:
        previous_end = first - 1
        for position, section in enumerate(siblings, start=1):
            number = f"{prefix}{position}"
            if section.number != number:
                broken.append(f"section {section.number!r} stands at {number!r}")
            if section.level != level:
                broken.append(f"section {number} has level {section.level}, its depth is {level}")
            if not first <= section.first_line <= section.last_line <= last:
                broken.append(
                    f"section {number} L{section.first_line}-{section.last_line} leaves L{first}-{last}"
                )
            if section.first_line <= previous_end:
                broken.append(f"section {number} overlaps the one before it")
            if not 0.0 <= section.confidence <= 1.0:
                broken.append(f"section {number} has confidence {section.confidence}")
            previous_end = section.last_line
            check(section.children, section.first_line, section.last_line, f"{number}.", level + 1)

    check(outline.sections, 1, outline.line_count, "", 1)
    return broken
