"""How a run of text looks: whether it can be seen, its weight, size and face."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.extract.east_asian_faces import is_gothic
from ingest.extract.office_xml import Element, attribute, child, short

_OFF = frozenset({"0", "false", "off", "none"})
_WHITE = re.compile(r"white|(?:f[5-9a-f]){3}")
"""Colours that cannot be told from white paper."""

_NO_FILL = re.compile(r"|auto|(?:f[5-9a-f]){3}")
_SIZE = re.compile(r"[1-9]\d{0,3}")
_MICROSCOPIC = frozenset({"0", "1", "2"})
"""Half-points: type of one point or less cannot be read."""


@dataclass(frozen=True, slots=True)
class RunLook:
    """What decides whether a run of text can be seen, and how loud it is. None: not said here, ask the style below.

    size: half-points. gothic: whether East Asian text is in a Gothic.
    """

    hidden: bool | None = None
    white: bool | None = None
    shaded: bool | None = None
    font: str | None = None
    bold: bool | None = None
    size: int | None = None
    gothic: bool | None = None

    def over(self, below: RunLook) -> RunLook:
        """Return this look with what it leaves open taken from the one below."""
        return RunLook(
            below.hidden if self.hidden is None else self.hidden,
            below.white if self.white is None else self.white,
            below.shaded if self.shaded is None else self.shaded,
            self.font or below.font,
            below.bold if self.bold is None else self.bold,
            self.size or below.size,
            below.gothic if self.gothic is None else self.gothic,
        )


PLAIN = RunLook()


def value(element: Element | None) -> str | None:
    """Return `w:val` of an element, None without one."""
    return None if element is None else attribute(element, "w:val")


def is_off(text: str) -> bool:
    """Whether a switch is turned off."""
    return text.lower() in _OFF


def is_shaded(properties: Element | None) -> bool:
    """Whether properties of a paragraph, run or cell fill the ground with a colour (or mark it)."""
    shading = child(properties, "w:shd")
    return shading is not None and is_filled(shading)


def is_filled(shading: Element) -> bool:
    """Whether a `w:shd` has a colour or a pattern."""
    fill = (attribute(shading, "w:fill") or "").lower()
    pattern = (value(shading) or "clear").lower()
    return (
        not _NO_FILL.fullmatch(fill)
        or pattern not in {"clear", "nil"}
        or attribute(shading, "w:themeFill") is not None
    )


def run_look(properties: Element | None) -> RunLook:
    """Return what run properties say about being seen."""
    hidden: bool | None = None
    white: bool | None = None
    shaded: bool | None = None
    font: str | None = None
    bold: bool | None = None
    size: int | None = None
    gothic: bool | None = None
    for inner in properties if properties is not None else ():
        match short(inner):
            case "w:vanish":
                hidden = not is_off(value(inner) or "1")
            case "w:sz":
                said = value(inner) or ""
                hidden = True if said in _MICROSCOPIC else hidden
                size = int(said) if _SIZE.fullmatch(said) else None
            case "w:b":
                bold = not is_off(value(inner) or "1")
            case "w:color":
                white = _WHITE.fullmatch((value(inner) or "").lower()) is not None
            case "w:rFonts":
                font = attribute(inner, "w:ascii") or attribute(inner, "w:hAnsi")
                gothic = _is_gothic(inner)
            case "w:highlight":
                shaded = shaded or value(inner) not in {None, "none", "white"}
            case "w:shd":
                shaded = shaded or is_filled(inner)
    look = RunLook(hidden, white, shaded or None, font, bold, size, gothic)
    return PLAIN if look == PLAIN else look


def _is_gothic(fonts: Element) -> bool | None:
    """Whether the font for East Asian text is a Gothic; one of the theme is not known and taken for none."""
    name = attribute(fonts, "w:eastAsia")
    themed = attribute(fonts, "w:eastAsiaTheme")
    return is_gothic(name) and not themed if name or themed else None
