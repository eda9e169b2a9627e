"""What a page's own styles keep out of sight: marked as hidden before the page is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ingest.extract.html.colours import colour_of
from ingest.extract.html.elements import SKIPPED, attribute, tag_of
from ingest.extract.html.sheets import UNKNOWN, Declarations, Sheet

ALIKE = 16
"""Levels (of 255) by which no channel of two colours differs, when text of one is lost on the other."""

_WHITE = (255, 255, 255)
_FAR = 999
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt|em|rem|ex|ch|vw|vh|cm|mm|in|%)?")
_NOTHING = re.compile(r"0*\.?0+(?:px|pt|em|rem|%)?")
_TINY = re.compile(r"(?:[01]?(?:\.\d+)?)px|0*\.?0+(?:pt|em|rem|%)?|0?\.\d+pt|1pt")
_CLIPPED = re.compile(r"inset\(\s*(?:100|[5-9]\d)%\s*\)|circle\(\s*0(?:px|%)?[^)]*\)|polygon\(\s*0 0\s*\)")
_SCALED = re.compile(r"scale(?:3d|x|y)?\(\s*0(?:\.0+)?\s*[,)]")
_WHOLE = frozenset({"html", "body"})
"""A page that hides all of itself is shown by its scripts."""

_INHERITED = ("color", "font-size", "visibility")

_Colour = tuple[int, int, int] | None
"""A colour; None where it is not known."""


def hide_unseen(root: Any) -> None:
    """Give elements that a page's styles keep out of sight the attribute `hidden`."""
    sheet = Sheet()
    linked = False
    for element in root.iter():
        tag = tag_of(element)
        if tag == "style":
            sheet.add(element.text or "")
        linked = linked or (tag == "link" and "stylesheet" in attribute(element, "rel").lower())
    if not sheet.count and not any(e.get("style") or e.tag == "font" for e in root.iter()):
        return
    styles = {element: sheet.style_of(element) for element in root.iter() if tag_of(element)}
    paper: _Colour = None if linked else _WHITE
    walk: list[tuple[Any, _Colour, _Colour]] = [(root, None, paper)]
    while walk:
        element, ink, ground = walk.pop()
        tag, style = tag_of(element), styles.get(element)
        if style is None or tag in SKIPPED:
            continue
        ink, ground = _ink(element, style, ink), _ground(element, style, ground)
        lost = _is_unseen(style) or (_is_lost(style, ink, ground) and not _is_shown_again(element, styles))
        if lost and tag not in _WHOLE:
            element.set("hidden", "")
            continue
        walk += [(child, ink, ground) for child in element]


def _is_unseen(style: Declarations) -> bool:
    """Whether an element with all inside it cannot be seen."""
    if not style:
        return False
    if style.get("display") == "none" or _NOTHING.fullmatch(style.get("opacity", "")):
        return True
    if _is_far(style) or _CLIPPED.search(style.get("clip-path", "")):
        return True
    if _SCALED.search(style.get("transform", "")):
        return True
    closed = style.get("overflow", style.get("overflow-y", "")) in ("hidden", "clip")
    sizes = (style.get(name, "") for name in ("height", "max-height", "width", "max-width"))
    return closed and any(_NOTHING.fullmatch(size) for size in sizes)


def _is_far(style: Declarations) -> bool:
    """Whether an element is moved out of the page. Text that makes room for a picture of itself is not."""
    sides = (style.get(side, "") for side in ("left", "top", "right", "bottom"))
    if style.get("position") in ("absolute", "fixed") and any(_points(side) <= -_FAR for side in sides):
        return True
    pictured = any("url(" in style.get(name, "") or UNKNOWN in style.get(name, "") for name in _BACKGROUNDS)
    return _points(style.get("text-indent", "")) <= -_FAR and not pictured


_BACKGROUNDS = ("background", "background-image")


def _points(length: str) -> float:
    match = _LENGTH.match(length)
    if not match:
        return 0.0
    return float(match[1]) * (16 if match[2] in ("em", "rem") else 10 if match[2] in ("%", "vw", "vh") else 1)


def _is_lost(style: Declarations, ink: _Colour, ground: _Colour) -> bool:
    """Whether the text of an element cannot be seen, unless something inside it is shown again."""
    if style.get("visibility") in ("hidden", "collapse") or _TINY.fullmatch(style.get("font-size", "")):
        return True
    if ink is None or ground is None:
        return False
    return all(abs(one - other) <= ALIKE for one, other in zip(ink, ground, strict=True))


def _is_shown_again(element: Any, styles: dict[Any, Declarations]) -> bool:
    """Whether an element inside has a size, colour or ground of its own, so that each is looked at by itself."""
    return any(
        name in _INHERITED or name.startswith("background")
        for inner in _inside(element)
        for name in styles.get(inner, ())
    ) or any(attribute(inner, name) for inner in _inside(element) for name in ("color", "bgcolor"))


def _inside(element: Any) -> Iterator[Any]:
    return (inner for inner in element.iter() if inner is not element)


def _ink(element: Any, style: Declarations, above: _Colour) -> _Colour:
    said = style.get("color") or (attribute(element, "color") if tag_of(element) == "font" else "")
    if not said or said == "inherit":
        return above
    return colour_of(said)


def _ground(element: Any, style: Declarations, above: _Colour) -> _Colour:
    """Return the colour behind the text of an element; pictures and gradients may have any."""
    said = [style[name] for name in style if name in ("background", "background-color", "background-image")]
    plain = attribute(element, "bgcolor")
    if attribute(element, "background"):
        return None
    if not said:
        return colour_of(plain) if plain else above
    if any("url(" in each or "gradient" in each or each == UNKNOWN for each in said):
        return None
    for each in reversed(said):
        for word in re.findall(r"(?:rgba?|hsla?)\([^)]*\)|[#\w-]+", each):
            if word in ("none", "transparent", "inherit", "initial"):
                continue
            if (found := colour_of(word)) is not None:
                return found
    transparent = all(each in ("none", "transparent", "inherit", "initial") for each in said)
    return above if transparent else None
