"""What a group of an RTF file inherits and gives back when it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Weight:
    """Weight and size, in half-points; None where nothing is said."""

    bold: bool | None = None
    size: int | None = None

    def over(self, below: Weight) -> Weight:
        """Return this with what it leaves open taken from what is below."""
        return Weight(below.bold if self.bold is None else self.bold, self.size or below.size)


UNSAID = Weight()


class Into(StrEnum):
    """Where the text of a group goes."""

    BODY = "body"
    NOTHING = "nothing"
    FONTS = "fonts"
    STYLES = "styles"
    DEFAULTS = "defaults"
    INFO = "info"
    MARKER = "marker"
    NOTE = "note"


@dataclass(slots=True)
class State:
    """Properties of characters and paragraphs. field: of the file's information that a group states.

    wide: the font for East Asian characters; in_wide: whether it is the one that counts now. weight: None where
    only the style says so; wide_weight: that of East Asian text, where it has one of its own. aside: whether what
    is said now is of text in the other direction. boxed: whether it is inside a text box.
    """

    into: Into = Into.BODY
    font: int | None = None
    wide: int | None = None
    in_wide: bool = False
    skip: int = 1
    hidden: bool = False
    deleted: bool = False
    weight: Weight = UNSAID
    wide_weight: Weight = UNSAID
    aside: bool = False
    boxed: bool = False
    style: int | None = None
    outline: int | None = None
    list_level: int = 0
    indent: int = 0
    in_table: bool = False
    field: str = ""
    starred: bool = False

    def inner(self) -> State:
        """Return the state of a group inside."""
        return replace(self, starred=False)

    def new_paragraph(self) -> None:
        """Go back to a plain paragraph."""
        self.style = self.outline = None
        self.list_level = self.indent = 0
        self.in_table = False

    def plain(self) -> None:
        """Go back to plain characters."""
        self.hidden = self.deleted = self.in_wide = False
        self.wide = None
        self.weight = self.wide_weight = UNSAID

    def say(self, weight: Weight) -> None:
        """Take a weight or size of text from here on."""
        self.weight = weight.over(self.weight)

    def say_aside(self, weight: Weight) -> None:
        """Take a weight or size of the other kind of text: East Asian where that is spoken of, else of no matter."""
        if self.in_wide and not self.aside:
            self.wide_weight = weight.over(self.wide_weight)
