"""What the styles of an OpenDocument file say: outline levels, hidden text, type of one width, list numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.extract.natural_number import natural
from ingest.extract.office_xml import Element, attribute, short

_ONE_WIDTH = re.compile(
    r"courier|consol|\bmono|menlo|monaco|liberation mono|dejavu sans mono|typewriter", re.I
)
_CODE_NAMES = re.compile(r"^(?:Preformatted[ _]|Source|.*_?Code\b)", re.I)
_MAX_PARENTS = 20
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_SMALL = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


@dataclass(frozen=True, slots=True)
class LevelStyle:
    """One level of a list or of the outline. numbered: whether it shows numbers, else bullets or nothing."""

    numbered: bool = False
    kind: str = ""
    before: str = ""
    after: str = ""
    shown_levels: int = 1

    def number(self, counts: list[int]) -> str:
        """Return the number of an item, from the counts of its level and those above."""
        if not self.numbered or not counts:
            return ""
        kept = counts[-self.shown_levels :]
        return f"{self.before}{'.'.join(written(count, self.kind) for count in kept)}{self.after}".strip()


@dataclass(frozen=True, slots=True)
class Look:
    """What a paragraph or a run inherits. outline: level from 1, None for body text."""

    outline: int | None = None
    code: bool = False
    hidden: bool = False
    title: bool = False


class Styles:
    """Styles of the content and of the document together; the content's own win."""

    def __init__(self, *roots: Element | None) -> None:
        self._styles: dict[tuple[str, str], Element] = {}
        self._lists: dict[str, dict[int, LevelStyle]] = {}
        self._looks: dict[tuple[str, str], Look] = {}
        self._hidden_pages: set[str] = set()
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
        elif name == "text:list-style":
            self._lists.setdefault(attribute(element, "style:name") or "", dict(_levels(element)))
        elif name == "text:outline-style" and not self.outline:
            self.outline = dict(_levels(element))
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


def _levels(style: Element) -> Iterator[tuple[int, LevelStyle]]:
    for level in style:
        place = natural(attribute(level, "text:level"))
        if not place:
            continue
        kind = attribute(level, "style:num-format") or ""
        shown = attribute(level, "text:display-levels") or "1"
        yield (
            place,
            LevelStyle(
                numbered=bool(kind),
                kind=kind,
                before=attribute(level, "style:num-prefix") or "",
                after=attribute(level, "style:num-suffix") or "",
                shown_levels=min(natural(shown) or 1, 10),
            ),
        )


def written(count: int, kind: str) -> str:
    """Return a number as a list shows it: `1`, `a`, `A`, `i`, `I`; others as digits."""
    if kind in ("a", "A") and count > 0:
        letters = chr(97 + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letters if kind == "a" else letters.upper()
    if kind in ("i", "I") and 0 < count < 4000:
        text = ""
        for value, sign in (*_ROMAN, *_ROMAN_SMALL):
            while count >= value:
                text, count = text + sign, count - value
        return text if kind == "i" else text.upper()
    return str(count)


def start_value(element: Element | None) -> int | None:
    """Return the number that an item or a heading starts again with."""
    said = attribute(element, "text:start-value") if element is not None else None
    return natural(said)
