"""The style sheet of an RTF file: which styles are headings or of a contents page, and how loud they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.extract.rtf.state import UNSAID, Weight

_HEADING_NAME = re.compile(
    r"^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|nagłówek|заголовок|見出し|标题|標題|제목)\s*(\d)\b",
    re.I,
)
_CONTENTS_NAME = re.compile(r"^(?:toc|contents|verzeichnis|目次|目录|目錄)\s*\d", re.I)
_MAX_PARENTS = 20
BODY_LEVEL = 9
"""The outline level that says that a paragraph is no heading."""
_USUAL = Weight(bold=False, size=24)
"""What the format says of text of which nothing is said."""


@dataclass(slots=True)
class Style:
    """A paragraph style. outline: level from 0, None where the style does not say. wide_weight: of East Asian text."""

    name: str = ""
    outline: int | None = None
    based_on: int | None = None
    weight: Weight = UNSAID
    wide_weight: Weight = UNSAID


class StyleSheet:
    """Paragraph styles by number. everywhere: what is said of all text."""

    def __init__(self) -> None:
        self._styles: dict[int, Style] = {}
        self.everywhere = UNSAID

    def add(self, number: int, style: Style) -> None:
        """Add a style."""
        self._styles[number] = style

    def level(self, number: int | None) -> int | None:
        """Return the outline level of a style, from 0: its own, its parents', else by its name; None for none."""
        for style in self._line(number):
            if style.outline is not None:
                return style.outline if style.outline < BODY_LEVEL else None
        named = _HEADING_NAME.match(self._name(number))
        return int(named[1]) - 1 if named and named[1] != "0" else None

    def weight(self, number: int | None, *, wide: bool) -> Weight:
        """Return how loud text in a style is; a paragraph without one is in the style 0. wide: East Asian text."""
        line = list(self._line(number or 0))
        found = UNSAID
        for said in (style.wide_weight for style in line) if wide else ():
            found = found.over(said)
        for style in line:
            found = found.over(style.weight)
        return found.over(self.everywhere).over(_USUAL)

    def in_contents(self, number: int | None) -> bool:
        """Return whether a style is of a generated table of contents."""
        return bool(_CONTENTS_NAME.match(self._name(number)))

    def is_title(self, number: int | None) -> bool:
        """Return whether a style is that of the document's title."""
        return self._name(number).lower() in ("title", "titel", "titre", "表題", "标题")

    def _line(self, number: int | None) -> Iterator[Style]:
        """Yield a style and its parents, nearest first."""
        for _ in range(_MAX_PARENTS):
            style = self._styles.get(number) if number is not None else None
            if style is None:
                return
            yield style
            number = style.based_on

    def _name(self, number: int | None) -> str:
        style = self._styles.get(number) if number is not None else None
        return style.name if style else ""
