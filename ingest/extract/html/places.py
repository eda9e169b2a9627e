"""Whether an element is where it can be seen, and has room to show anything."""

from __future__ import annotations

import re
from typing import Any

from ingest.extract.html.elements import tag_of
from ingest.extract.html.lengths import Measures, pixels
from ingest.extract.html.looks import Style
from ingest.extract.html.properties import words
from ingest.extract.html.sheets import UNKNOWN
from ingest.extract.html.sight import AWAY, Sight, functions_in, is_block, letters_of

_OUT = -999.0
"""Pixels to the left of the page or above it, from which nothing comes into it."""

_FAR = 9_000.0
_SCREEN = 1_280.0
_CLIPPED = re.compile(
    r"inset\((?:100|[5-9]\d)(?:\.\d+)?%|(?:circle|ellipse)\(0(?:px|%)?[ )]|polygon\((?:0(?:px|%)? 0(?:px|%)?,?)+\)"
)
_OF_TABLES = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption"})
_PLACES = frozenset(
    {
        "display", "content-visibility", "clip-path", "position", "text-indent", "margin-left", "margin-top",
        "transform", "translate", "overflow-x", "overflow-y",
    }
)  # fmt: skip
"""Properties without which an element is where it stands."""


def is_gone(element: Any, style: Style, around: Sight) -> bool:
    """Whether an element with all inside it cannot be seen, because of where it is or how large."""
    if _PLACES.isdisjoint(style.declared):
        return False
    if style("display") == "none" or style("content-visibility") == "hidden":
        return True
    if _CLIPPED.match(style("clip-path")):
        return True
    return _is_away(element, style, around) or _is_shut(element, style, around)


def _measures(style: Style, around: Sight) -> Measures:
    return Measures(letters_of(style, around) if style("font-size") else around.letters, around.root)


def _is_away(element: Any, style: Style, around: Sight) -> bool:
    """Whether an element is moved out of the page. Text that makes room for a picture of itself is not."""
    measures = _measures(style, around)

    def length(name: str) -> float:
        return pixels(style(name), measures) or 0.0

    position = style("position")
    if position in AWAY and any(length(side) <= _OUT for side in ("left", "top", "right", "bottom")):
        return True
    pictured = "(" in style("background-image") or UNKNOWN in style("background-image")
    if length("text-indent") <= _OUT and not pictured:
        return True
    moved = [(length("margin-left"), length("margin-top"))]
    if position == "relative" or position.endswith("sticky"):
        moved.append((length("left") or -length("right"), length("top") or -length("bottom")))
    elif position in AWAY:
        moved.append((max(0.0, length("left")), 0.0))
    if is_block(element, style, around):
        moved += _moves(style, measures)
    return any(_is_out(element, across, down, length("width")) for across, down in moved)


def _is_out(element: Any, across: float, down: float, width: float) -> bool:
    """Whether a movement takes all of an element away. A row of slides is moved by one slide after the other."""
    slides = sum(isinstance(child.tag, str) for child in element) > 1
    reach = max(_FAR if slides else _SCREEN - 1, width)
    return across <= -reach or across >= max(_FAR, width) or down <= -reach


def _moves(style: Style, measures: Measures) -> list[tuple[float, float]]:
    """Return the ways of `transform` and `translate`, right and down, in pixels."""
    found = []
    if way := style("translate"):
        both = [pixels(word, measures) or 0.0 for word in words(way)]
        found.append((both[0] if both else 0.0, both[1] if len(both) > 1 else 0.0))
    for name, inside in functions_in(style("transform")):
        lengths = [pixels(part.strip(), measures) or 0.0 for part in words(inside, by=",")]
        if name in ("translate", "translate3d", "translatex"):
            found.append((lengths[0] if lengths else 0.0, lengths[1] if len(lengths) > 1 else 0.0))
        elif name == "translatey" and lengths:
            found.append((0.0, lengths[0]))
        elif name == "matrix" and len(lengths) == 6:
            found.append((lengths[4], lengths[5]))
    return found


def _is_shut(element: Any, style: Style, around: Sight) -> bool:
    """Whether an element is a box without room that shows nothing beyond it."""
    if not is_block(element, style, around) or (
        tag_of(element) in _OF_TABLES
        and not style("display").startswith(("block", "flex", "grid", "inline-"))
    ):
        return False
    measures = _measures(style, around)
    for axis, size, sides in (("y", "height", ("top", "bottom")), ("x", "width", ("left", "right"))):
        if style(f"overflow-{axis}") not in ("hidden", "clip") and not (
            style("overflow-x") == "hidden" or style("overflow-y") == "hidden"
        ):
            continue
        none = any(pixels(style(name), measures) == 0 for name in (size, f"max-{size}"))
        room = [style(f"min-{size}"), *(style(f"padding-{side}") for side in sides)]
        grows = around.arranges and style("flex") not in ("", "none", "0", "initial", "0 0 auto")
        if none and not grows and not any(said and pixels(said, measures) != 0 for said in room):
            return True
    return False
