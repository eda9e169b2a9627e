"""Automatic numbers: what Word prints before a heading or a list item, computed from numbering.xml.

`w:num` points to a `w:abstractNum` (perhaps through a numbering style) and may override levels; counters
belong to the abstract list, restart after a higher level, and `w:lvlText` (`%1.%2`) joins them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from ingest.extract.docx.number_formats import format_number
from ingest.extract.docx.run_look import is_off, value
from ingest.extract.office_xml import Element, attribute, child, short

LEVELS = 9

_PLACEHOLDER = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Marker:
    """What stands before a paragraph: `2.1`, `(a)`, `第3章`; empty for bullets. level counts from 0."""

    text: str
    level: int
    bullet: bool


@dataclass(slots=True)
class _Level:
    start: int = 1
    format: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False
    style: str | None = None


@dataclass(slots=True)
class _List:
    levels: dict[int, _Level]
    counters_of: str
    starts: dict[int, int] = field(default_factory=dict)


class Numbering:
    """The lists of a document and their counters. Ask in document order, once for each paragraph."""

    def __init__(self, root: Element | None = None) -> None:
        self._lists: dict[str, _List] = {}
        self._counters: dict[str, dict[int, int]] = defaultdict(dict)
        self._started: set[tuple[str, int]] = set()
        if root is not None:
            self._read(root)

    def marker(self, number: tuple[str, int | None], style: str | None = None) -> Marker | None:
        """Count a paragraph of a list and return its marker; None when the list does not exist.

        A level that is not stated is the one that the list ties to the paragraph's style, else the first.
        """
        list_id, stated = number
        found = self._lists.get(list_id)
        if found is None:
            return None
        tied = next((at for at, lvl in found.levels.items() if style and lvl.style == style), 0)
        level = tied if stated is None else stated
        definition = found.levels.get(level, _Level())
        counters = self._counters[found.counters_of]
        self._step(found, list_id, level, counters)
        if definition.format in {"bullet", "none"} and not _PLACEHOLDER.search(definition.text):
            text = definition.text.strip() if definition.format == "none" else ""
            return Marker(text, level, bullet=definition.format == "bullet")
        return Marker(self._label(found, level, counters), level, bullet=False)

    def _step(self, found: _List, list_id: str, level: int, counters: dict[int, int]) -> None:
        definition = found.levels.get(level, _Level())
        override = found.starts.get(level)
        if override is not None and (list_id, level) not in self._started:
            counters[level] = override
        else:
            counters[level] = counters.get(level, definition.start - 1) + 1
        self._started.add((list_id, level))
        for lower in range(level + 1, LEVELS):
            restart = found.levels.get(lower, _Level()).restart
            if restart == 0 or (restart is not None and level >= restart):
                continue
            counters.pop(lower, None)

    def _label(self, found: _List, level: int, counters: dict[int, int]) -> str:
        definition = found.levels.get(level, _Level())

        def number(match: re.Match[str]) -> str:
            which = int(match.group(1)) - 1
            other = found.levels.get(which, _Level())
            kind = "decimal" if definition.legal and which != level else other.format
            return format_number(counters.get(which, other.start), kind)

        return " ".join(_PLACEHOLDER.sub(number, definition.text).split())

    def _read(self, root: Element) -> None:
        abstracts: dict[str, dict[int, _Level]] = {}
        by_style: dict[str, str] = {}
        links: dict[str, str] = {}
        for element in root:
            if short(element) != "w:abstractNum":
                continue
            identifier = attribute(element, "w:abstractNumId") or ""
            abstracts[identifier] = _levels(element)
            style = value(child(element, "w:styleLink"))
            link = value(child(element, "w:numStyleLink"))
            if style:
                by_style[style] = identifier
            if link:
                links[identifier] = link
        for element in root:
            if short(element) == "w:num":
                abstract = value(child(element, "w:abstractNumId")) or ""
                abstract = by_style.get(links.get(abstract, ""), abstract)
                self._add(element, abstract, abstracts.get(abstract, {}))

    def _add(self, element: Element, abstract: str, levels: dict[int, _Level]) -> None:
        found = _List(dict(levels), counters_of=abstract)
        for override in element:
            if short(override) != "w:lvlOverride":
                continue
            level = _integer(attribute(override, "w:ilvl"), 0)
            definition = child(override, "w:lvl")
            if definition is not None:
                found.levels[level] = _level(definition)
            start = value(child(override, "w:startOverride"))
            if start is not None:
                found.starts[level] = _integer(start, 1)
        self._lists[attribute(element, "w:numId") or ""] = found


def _levels(abstract: Element) -> dict[int, _Level]:
    return {
        _integer(attribute(element, "w:ilvl"), 0): _level(element)
        for element in abstract
        if short(element) == "w:lvl"
    }


def _level(element: Element) -> _Level:
    kind = child(element, "w:numFmt")
    if kind is None:
        kind = next(
            (inner for choice in element for part in choice for inner in part if short(inner) == "w:numFmt"),
            None,
        )
    restart = value(child(element, "w:lvlRestart"))
    legal = child(element, "w:isLgl")
    return _Level(
        start=_integer(value(child(element, "w:start")), 1),
        format=value(kind) or "decimal",
        text=value(child(element, "w:lvlText")) or "",
        restart=None if restart is None else _integer(restart, 0),
        legal=legal is not None and not is_off(value(legal) or "1"),
        style=value(child(element, "w:pStyle")),
    )


def _integer(text: str | None, default: int) -> int:
    try:
        return max(-1, min(int(text), 10**6)) if text is not None else default
    except ValueError:
        return default
