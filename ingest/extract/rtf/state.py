"""What a group of an RTF file inherits and gives back when it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


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

    wide: the font for East Asian characters; in_wide: whether it is the one that counts now. bold, size (in
    half-points): None where only the style says so. boxed: whether it is inside a text box.
    """

    into: Into = Into.BODY
    font: int | None = None
    wide: int | None = None
    in_wide: bool = False
    skip: int = 1
    hidden: bool = False
    deleted: bool = False
    bold: bool | None = None
    size: int | None = None
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
        self.wide = self.bold = self.size = None
