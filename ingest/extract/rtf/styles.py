"""The style sheet of an RTF file: which styles are headings, and which belong to a contents page."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADING_NAME = re.compile(
    r"^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|nagłówek|заголовок|見出し|标题|標題|제목)\s*(\d)\b",
    re.I,
)
_CONTENTS_NAME = re.compile(r"^(?:toc|contents|verzeichnis|目次|目录|目錄)\s*\d", re.I)
_MAX_PARENTS = 20
BODY_LEVEL = 9
"""The outline level that says that a paragraph is no heading."""


@dataclass(slots=True)
class Style:
    """A paragraph style. outline: level from 0, None where the style does not say."""

    name: str = ""
    outline: int | None = None
    based_on: int | None = None


class StyleSheet:
    """Paragraph styles by number."""

    def __init__(self) -> None:
        self._styles: dict[int, Style] = {}

    def add(self, number: int, style: Style) -> None:
        """Add a style."""
        self._styles[number] = style

    def level(self, number: int | None) -> int | None:
        """Return the outline level of a style, from 0: its own, its parents', else by its name; None for none."""
        key = number
        for _ in range(_MAX_PARENTS):
            style = self._styles.get(key) if key is not None else None
            if style is None:
                break
            if style.outline is not None:
                return style.outline if style.outline < BODY_LEVEL else None
            key = style.based_on
        named = _HEADING_NAME.match(self._name(number))
        return int(named[1]) - 1 if named and named[1] != "0" else None

    def in_contents(self, number: int | None) -> bool:
        """Return whether a style is of a generated table of contents."""
        return bool(_CONTENTS_NAME.match(self._name(number)))

    def is_title(self, number: int | None) -> bool:
        """Return whether a style is that of the document's title."""
        return self._name(number).lower() in ("title", "titel", "titre", "表題", "标题")

    def _name(self, number: int | None) -> str:
        style = self._styles.get(number) if number is not None else None
        return style.name if style else ""
