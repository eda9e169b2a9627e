"""What the styles of an OpenDocument file say: outline levels, hidden text, type of one width, weight, size, lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.extract.natural_number import natural
from ingest.extract.odf.numbering import LevelStyle, levels_of
from ingest.extract.odf.text_look import PLAIN, Script, TextLook, look_of
from ingest.extract.office_xml import Element, attribute, short

_ONE_WIDTH = re.compile(
    r"courier|consol|\bmono|menlo|monaco|liberation mono|dejavu sans mono|typewriter", re.I
)
_CODE_NAMES = re.compile(r"^(?:Preformatted[ _]|Source|.*_?Code\b)", re.I)
_MAX_PARENTS = 20
_USUAL_SIZE = 24
"""Half-points, as the usual programs show text of which nothing at all is said."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a paragraph or a run inherits. outline: level from 1, None for body text."""

    outline: int | None = None
    code: bool = False
    hidden: bool = False
    title: bool = False


class Styles:
    """Styles of the content and of the document together; the content's own win.

    everywhere: how loud text is of which no style says so.
    """

    def __init__(self, *roots: Element | None) -> None:
        self._styles: dict[tuple[str, str], Element] = {}
        self._lists: dict[str, dict[int, LevelStyle]] = {}
        self._looks: dict[tuple[str, str], Look] = {}
        self._text_looks: dict[tuple[str, str], TextLook] = {}
        self._hidden_pages: set[str] = set()
        self.everywhere = PLAIN
        self.outline: dict[int, LevelStyle] = {}
        for root in roots:
            for element in root.iter() if root is not None else ():
                self._take(element)

    def look(self, family: str, name: str | None) -> Look:
        """Return what a style of a family (`paragraph`, `text`) says, its parents included."""
        key = (family, name or "")
        if key not in self._looks:
            self._looks[key] = self._resolved(*key)
        return self._looks[key]

    def text_look(self, family: str, name: str | None) -> TextLook:
        """Return how loud a style of a family makes text, its parents included, without `everywhere`."""
        key = (family, name or "")
        look = self._text_looks.get(key)
        if look is None:
            look = PLAIN
            for style in self._line(key):
                for properties in _text_looks(style):
                    look = look.over(look_of(properties))
            self._text_looks[key] = look
        return look

    def usual_size(self, script: Script) -> int:
        """Return the size, in half-points, of text in a script of which no style but that of all text says so."""
        return self.everywhere.of(script).sized(_USUAL_SIZE) or _USUAL_SIZE

    def levels(self, name: str | None) -> dict[int, LevelStyle]:
        """Return the levels of a list style, from 1."""
        return self._lists.get(name or "", {})

    def list_of(self, name: str | None) -> str | None:
        """Return the list style that a paragraph style brings along."""
        for style in self._line(("paragraph", name or "")):
            found = attribute(style, "style:list-style-name")
            if found is not None:
                return found or None
        return None

    def hides_page(self, name: str | None) -> bool:
        """Return whether a style of slides keeps them out of the show."""
        return (name or "") in self._hidden_pages

    def _take(self, element: Element) -> None:
        name = short(element)
        if name == "style:style":
            key = (attribute(element, "style:family") or "", attribute(element, "style:name") or "")
            self._styles.setdefault(key, element)
        elif name == "style:default-style":
            if attribute(element, "style:family") == "paragraph" and self.everywhere is PLAIN:
                self.everywhere = next((look_of(said) for said in _text_looks(element)), PLAIN)
        elif name == "text:list-style":
            self._lists.setdefault(attribute(element, "style:name") or "", dict(levels_of(element)))
        elif name == "text:outline-style" and not self.outline:
            self.outline = dict(levels_of(element))
        elif (
            name == "style:drawing-page-properties"
            and attribute(element, "presentation:visibility") == "hidden"
        ):
            around = element.getparent()
            if around is not None:
                self._hidden_pages.add(attribute(around, "style:name") or "")

    def _line(self, key: tuple[str, str]) -> Iterator[Element]:
        """Yield a style and its parents, nearest first."""
        for _ in range(_MAX_PARENTS):
            style = self._styles.get(key)
            if style is None:
                return
            yield style
            key = (key[0], attribute(style, "style:parent-style-name") or "")

    def _resolved(self, family: str, name: str) -> Look:
        line = list(self._line((family, name)))
        names = [name, *(attribute(style, "style:name") or "" for style in line)]
        names += [attribute(style, "style:display-name") or "" for style in line]
        outline = next(
            (said for style in line if (said := attribute(style, "style:default-outline-level"))), ""
        )
        fonts = [font for style in line for look in _text_looks(style) if (font := _font(look))]
        hidden = [
            said for style in line for look in _text_looks(style) if (said := attribute(look, "text:display"))
        ]
        return Look(
            outline=natural(outline) or None,
            code=bool(fonts and _ONE_WIDTH.search(fonts[0])) or any(_CODE_NAMES.match(one) for one in names),
            hidden=bool(hidden) and hidden[0] == "none",
            title="Title" in names,
        )


def _text_looks(style: Element) -> Iterator[Element]:
    return (look for look in style if short(look) == "style:text-properties")


def _font(look: Element) -> str:
    return attribute(look, "style:font-name") or attribute(look, "fo:font-family") or ""
