"""Numbers of list items and headings: how each level shows them, and lists that go on behind other text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.extract.natural_number import natural
from ingest.extract.office_xml import Element, attribute, short

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_SMALL = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_DEEPEST = 100
_BULLETS = frozenset({"text:list-level-style-bullet", "text:list-level-style-image"})
_ID = "{http://www.w3.org/XML/1998/namespace}id"


@dataclass(frozen=True, slots=True)
class LevelStyle:
    """One level of a list or of the outline. numbered: whether it shows numbers. bullet: whether it shows bullets."""

    numbered: bool = False
    kind: str = ""
    before: str = ""
    after: str = ""
    shown_levels: int = 1
    start: int = 1
    bullet: bool = False


Levels = Mapping[int, LevelStyle]
"""The levels of a list, from 1."""


class ListCounts:
    """Counts the items of all lists of a text, level by level."""

    def __init__(self) -> None:
        self._by_style: dict[str, list[int]] = {}
        self._by_name: dict[str, list[int]] = {}

    def begin(self, holder: Element, style: str | None) -> list[int]:
        """Return the counts of a list that begins here: new ones, or those of the list that it continues."""
        counts: list[int] | None = None
        continued = attribute(holder, "text:continue-list")
        if continued:
            counts = self._by_name.get(continued)
        elif attribute(holder, "text:continue-numbering") == "true":
            counts = self._by_style.get(style or "")
        if counts is None:
            counts = []
        self._by_style[style or ""] = counts
        name = holder.get(_ID)
        if name:
            self._by_name[name] = counts
        return counts


def count_item(item: Element, counts: list[int], level: int, levels: Levels) -> None:
    """Count an item; one that holds nothing but a list inside is no item of its own level."""
    if len(item) and all(short(block) == "text:list" for block in item):
        return
    start = start_value(item)
    look = levels.get(level)
    if start is None and len(counts) < level:
        start = look.start if look else 1
    count(counts, level, start)


def count(counts: list[int], level: int, start: int | None) -> None:
    """Count one more at a level, from 1; those below it begin again. start: the number it gets instead."""
    level = min(level, _DEEPEST)
    del counts[level:]
    counts += [0] * (level - len(counts))
    counts[-1] = counts[-1] + 1 if start is None else start


def shown_number(levels: Levels, level: int, counts: Sequence[int]) -> str:
    """Return the number as a level shows it, with those of the levels above that it shows too; may be empty."""
    look = levels.get(level)
    if look is None or not look.numbered or len(counts) < level:
        return ""
    shown: list[str] = []
    for at in range(max(1, level - look.shown_levels + 1), level + 1):
        above = levels.get(at, LevelStyle())
        if above.numbered:
            shown.append(written(max(counts[at - 1], 0 if at == level else 1), above.kind))
    return f"{look.before}{'.'.join(shown)}{look.after}".strip()


def levels_of(style: Element) -> Iterator[tuple[int, LevelStyle]]:
    """Yield the levels that a list style or the outline style defines."""
    for level in style:
        place = natural(attribute(level, "text:level"))
        if not place:
            continue
        kind = attribute(level, "style:num-format") or ""
        shown = attribute(level, "text:display-levels") or "1"
        start = natural(attribute(level, "text:start-value"))
        yield (
            place,
            LevelStyle(
                numbered=bool(kind),
                kind=kind,
                before=attribute(level, "style:num-prefix") or "",
                after=attribute(level, "style:num-suffix") or "",
                shown_levels=min(natural(shown) or 1, 10),
                start=1 if start is None else start,
                bullet=short(level) in _BULLETS,
            ),
        )


def written(number: int, kind: str) -> str:
    """Return a number as a list shows it: `1`, `a`, `A`, `i`, `I`; others as digits."""
    if kind in ("a", "A") and number > 0:
        letters = chr(97 + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letters if kind == "a" else letters.upper()
    if kind in ("i", "I") and 0 < number < 4000:
        text = ""
        for value, sign in (*_ROMAN, *_ROMAN_SMALL):
            while number >= value:
                text, number = text + sign, number - value
        return text if kind == "i" else text.upper()
    return str(number)


def start_value(element: Element) -> int | None:
    """Return the number that an item or a heading starts again with."""
    return natural(attribute(element, "text:start-value"))
