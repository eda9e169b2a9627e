"""Collects canonical lines and heading hints: blank lines between blocks, none inside lists and code."""

from __future__ import annotations

import re
from enum import StrEnum

from ingest.domain.cleaning import clean
from ingest.domain.document import MAX_CONVERTED_LINE, HeadingHint, Line, Place
from ingest.domain.errors import TooLarge
from ingest.domain.outline import Provenance
from ingest.extract.wrapping import wrap


class Block(StrEnum):
    """What a run of lines is; equal neighbours of some kinds belong together."""

    TEXT = "text"
    HEADING = "heading"
    ITEM = "item"
    TABLE = "table"
    CODE = "code"
    CONTENTS = "contents"
    NOTE = "note"
    QUOTE = "quote"


_NOT_IN_TITLE = re.compile(r"\[\^\d+\]|!\[[^\]]*\]")
_TOGETHER = frozenset({Block.ITEM, Block.CODE, Block.CONTENTS, Block.NOTE, Block.QUOTE})


class Output:
    """The lines so far. invisible counts characters that were removed because nobody can see them.

    place: where the lines that follow come from, for formats that know. provenance: how headings were found.
    """

    def __init__(
        self, text_bytes: int, *, place: Place | None = None, provenance: Provenance = Provenance.STYLE
    ) -> None:
        self.place = place
        self.provenance = provenance
        self.lines: list[Line] = []
        self.headings: list[HeadingHint] = []
        self.invisible = 0
        self._room = text_bytes
        self._last: Block | None = None
        self._open: list[tuple[int, int]] = []

    def cleaned(self, text: str) -> str:
        """Return a text without invisible characters, and count them."""
        found = clean(text)
        self.invisible += found.invisible
        return found.text

    def heading(self, text: str, level: int, *, number: str = "", confidence: float = 1.0) -> None:
        """Add a heading; level counts from 1. Its hint names the first of its lines.

        number: the automatic number before it. The line shows it always; the title only where it is not just
        the place in the tree, which every outline shows anyway (`第3条`, but not `2.1`).
        """
        self._begin(Block.HEADING)
        place = self._next_place(level)
        title = " ".join(_NOT_IN_TITLE.sub("", text).split()) or text
        if number and not f".{place}".endswith(f".{number.rstrip('.')}"):
            title = f"{number} {title}"
        self.headings.append(HeadingHint(len(self.lines) + 1, level, title, self.provenance, confidence))
        self._add_wrapped(
            f"{'#' * min(level, 6)} {number} {text}" if number else f"{'#' * min(level, 6)} {text}"
        )

    def _next_place(self, level: int) -> str:
        """Return the number that a heading of this level gets in the tree."""
        while self._open and self._open[-1][0] > level:
            self._open.pop()
        if self._open and self._open[-1][0] == level:
            self._open[-1] = (level, self._open[-1][1] + 1)
        else:
            self._open.append((level, 1))
        return ".".join(str(count) for _, count in self._open)

    def text(self, text: str) -> None:
        """Add a paragraph; its manual line breaks become lines."""
        self._begin(Block.TEXT)
        for line in text.split("\n"):
            if line.strip():
                self._add_wrapped(" ".join(line.split()))

    def item(self, marker: str, text: str, level: int) -> None:
        """Add a list item; level counts from 0. What follows its first line is indented below it."""
        self._begin(Block.ITEM)
        indent = "   " * level
        below = indent + " " * min(len(marker) + 1, 4)
        first = True
        for line in text.split("\n") or [""]:
            joined = " ".join(line.split())
            lead = f"{indent}{marker} " if first else below
            for piece in wrap(joined, MAX_CONVERTED_LINE - len(lead)) or [""]:
                self._add((lead if first else below) + piece)
                first = False

    def rows(self, rows: list[str]) -> None:
        """Add the rows of one table."""
        self._begin(Block.TABLE)
        for row in rows:
            self._add(row)

    def code(self, text: str) -> None:
        """Add lines of code; a run of them stands in one fence."""
        if self._last is not Block.CODE:
            self._begin(Block.CODE)
            self._add("```")
        for line in text.replace("\t", "    ").split("\n"):
            for piece in wrap(line.rstrip(), MAX_CONVERTED_LINE) or [""]:
                self._add(piece)

    def contents(self, text: str) -> None:
        """Add an entry of a generated table of contents."""
        self._begin(Block.CONTENTS)
        self._add_wrapped(text)

    def quote(self, text: str) -> None:
        """Add a paragraph of what is said beside the text, such as a speaker's notes."""
        self._begin(Block.QUOTE)
        for line in text.split("\n"):
            for piece in wrap(" ".join(line.split()), MAX_CONVERTED_LINE - 2):
                self._add(f"> {piece}".rstrip())

    def note(self, label: str, text: str) -> None:
        """Add a foot- or endnote."""
        self._begin(Block.NOTE)
        self._add_wrapped(f"[^{label}]: {text}")

    def move_to(self, place: Place) -> int:
        """Say where what follows comes from, closing what is open. Return the number its first line will have."""
        if self._last is Block.CODE:
            self._add("```")
            self._last = Block.TEXT
        self.place = place
        return len(self.lines) + (2 if self._last else 1)

    def finish(self) -> None:
        """Close what is open."""
        if self._last is Block.CODE:
            self._add("```")
        self._last = None

    def _begin(self, block: Block) -> None:
        if self._last is Block.CODE and block is not Block.CODE:
            self._add("```")
        if self._last is not None and not (self._last is block and block in _TOGETHER):
            self._add("")
        self._last = block

    def _add_wrapped(self, text: str) -> None:
        for piece in wrap(text, MAX_CONVERTED_LINE):
            self._add(piece)

    def _add(self, text: str) -> None:
        self._room -= len(text) + 1
        if self._room < 0:
            raise TooLarge("The text of the file is larger than the limit. Split it.")
        self.lines.append(Line(text, self.place))
