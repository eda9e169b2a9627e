"""Collects canonical lines and heading hints: blank lines between blocks, none inside lists and code."""

from __future__ import annotations

from enum import StrEnum

from ingest.domain.document import MAX_CONVERTED_LINE, HeadingHint, Line
from ingest.domain.errors import TooLarge
from ingest.domain.outline import Provenance
from ingest.extract.cleaning import clean
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


_TOGETHER = frozenset({Block.ITEM, Block.CODE, Block.CONTENTS, Block.NOTE})


class Output:
    """The lines so far. invisible counts characters that were removed because nobody can see them."""

    def __init__(self, text_bytes: int) -> None:
        self.lines: list[Line] = []
        self.headings: list[HeadingHint] = []
        self.invisible = 0
        self._room = text_bytes
        self._last: Block | None = None

    def cleaned(self, text: str) -> str:
        """Return a text without invisible characters, and count them."""
        found = clean(text)
        self.invisible += found.invisible
        return found.text

    def heading(self, text: str, level: int) -> None:
        """Add a heading; level counts from 1. Its hint names the first of its lines."""
        self._begin(Block.HEADING)
        self.headings.append(HeadingHint(len(self.lines) + 1, level, text, Provenance.STYLE))
        self._add_wrapped(f"{'#' * min(level, 6)} {text}")

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

    def note(self, label: str, text: str) -> None:
        """Add a foot- or endnote."""
        self._begin(Block.NOTE)
        self._add_wrapped(f"[^{label}]: {text}")

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
        self.lines.append(Line(text))
