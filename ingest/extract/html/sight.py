"""What of an element can be seen on a screen, from its style and what it takes over from around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ingest.extract.html.colours import (
    BLACK,
    FAINT,
    LINK,
    WHITE,
    YELLOW,
    Colour,
    colour_of,
    is_alike,
    over,
)
from ingest.extract.html.elements import BLOCKS, attribute, tag_of
from ingest.extract.html.lengths import Measures, pixels
from ingest.extract.html.looks import Style, Variables
from ingest.extract.html.properties import FONT_SIZES, words
from ingest.extract.html.sheets import UNKNOWN

_SMALLEST = 2.0
"""Pixels of a font below which nothing can be read."""

_CURRENT = "currentcolor"
_FUNCTION = re.compile(r"([a-z0-9]+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_COLOUR_WORD = re.compile(
    r"#[0-9a-f]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)|(?<![\w.-])[a-z]+(?![\w(-])"
)
_MOST_GROUNDS = 20
_LOOKS = frozenset(
    {
        "color", "-webkit-text-fill-color", "font-size", "opacity", "filter", "visibility", "text-shadow",
        "-webkit-text-stroke", "display", "scale", "zoom", "transform", "background-color", "background-image",
        "background-clip", "background-size",
    }
)  # fmt: skip
"""Properties by which what is inside an element looks different."""

AWAY = ("absolute", "fixed")
"""Positions that take an element out of the flow."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How text looks. ink, grounds: its colour and those that may be behind it, None where they are not known.

    fill: a colour that is used instead of ink; letters, root: sizes of fonts in pixels; painted: whether letters are
    drawn by something else than their colour; arranges: whether the element lays out its children as blocks.
    """

    ink: Colour | None
    grounds: tuple[Colour, ...] | None
    fill: Colour | str | None = _CURRENT
    letters: float = 16.0
    root: float = 16.0
    scale: float = 1.0
    opacity: float = 1.0
    visible: bool = True
    painted: bool = False
    shadow: str = ""
    stroke: str = ""
    arranges: bool = False
    variables: Variables = field(default_factory=dict)

    @property
    def faded(self) -> bool:
        """Whether nothing inside can be seen, however it looks."""
        return self.opacity < FAINT or self.scale == 0


def of_page(*, linked: bool) -> Sight:
    """Return how text looks on paper. linked: whether there are style sheets that cannot be read."""
    return Sight(None, None) if linked else Sight(BLACK, (WHITE,))


@lru_cache(maxsize=512)
def functions_in(value: str) -> list[tuple[str, str]]:
    """Return the functions of a value with what stands in their brackets."""
    return _FUNCTION.findall(value)


@lru_cache(maxsize=512)
def _colours_in(value: str) -> tuple[Colour, ...]:
    """Return the colours that are named in a value."""
    found = (colour_of(word) for word in _COLOUR_WORD.findall(value))
    return tuple(colour for colour in found if colour is not None)[:_MOST_GROUNDS]


def is_block(element: Any, style: Style, around: Sight) -> bool:
    """Whether an element has a size of its own, which words in a line have not."""
    display = style("display")
    if style("position") in AWAY or style("float") in ("left", "right") or around.arranges:
        return True
    return (
        display not in ("inline", "contents")
        if display
        else tag_of(element) in BLOCKS or tag_of(element) == "img"
    )


def seen_inside(element: Any, style: Style, around: Sight) -> Sight:
    """Return how the text of an element looks."""
    tag = tag_of(element)
    alike = not around.arranges and style.variables is around.variables and _LOOKS.isdisjoint(style.declared)
    plain = alike and tag not in ("a", "mark", "font", "body", "html")
    if plain and not any(element.get(name) for name in ("bgcolor", "background")):
        return around
    whole = tag in ("html", "body")
    display = style("display")
    letters = letters_of(style, around)
    sight = replace(
        around,
        ink=_ink(element, tag, style, around),
        fill=_fill(style, around),
        letters=letters,
        root=letters if tag == "html" else around.root,
        opacity=1.0 if whole else around.opacity * _opacity(style),
        visible=around.visible if whole else _is_visible(style, around),
        shadow=style("text-shadow") or around.shadow,
        stroke=style("-webkit-text-stroke") or around.stroke,
        arranges="flex" in display or "grid" in display or display == "-webkit-box",
        variables=style.variables,
    )
    if not whole and is_block(element, style, around):
        sight = replace(sight, scale=around.scale * _scale(style))
    grounds = _grounds(element, style, sight)
    if "text" in style("background-clip"):
        shown = grounds is None or any(not _is_in(ground, around.grounds) for ground in grounds)
        return replace(sight, painted=sight.painted or shown)
    return replace(sight, grounds=grounds)


def _is_in(colour: Colour, grounds: tuple[Colour, ...] | None) -> bool:
    return grounds is not None and all(is_alike(colour, ground) for ground in grounds)


def is_lost(sight: Sight) -> bool:
    """Whether text that looks so cannot be seen."""
    if not sight.visible or sight.letters * sight.scale < _SMALLEST:
        return True
    paint = sight.ink if sight.fill == _CURRENT else sight.fill
    if sight.painted or not isinstance(paint, tuple):
        return False
    if any(_shows(drawn, sight) for drawn in (sight.shadow, sight.stroke)):
        return False
    return not _is_seen(paint, sight)


def _is_seen(colour: Colour, sight: Sight) -> bool:
    if colour[3] * sight.opacity < FAINT:
        return False
    if sight.grounds is None:
        return True
    return not all(is_alike(over(colour, ground, alpha=sight.opacity), ground) for ground in sight.grounds)


def _shows(drawn: str, sight: Sight) -> bool:
    """Whether the shadow or the rim of letters makes them seen."""
    if drawn in ("", "none") or (drawn.startswith("0") and " " not in drawn):
        return False
    known = _colours_in(drawn)
    if not known:
        return (
            bool(_COLOUR_WORD.search(re.sub(r"\d[a-z]+", "", drawn)))
            or sight.ink is None
            or _is_seen(sight.ink, sight)
        )
    return any(_is_seen(colour, sight) for colour in known)


def _ink(element: Any, tag: str, style: Style, around: Sight) -> Colour | None:
    said = style("color")
    if said == _CURRENT or (said and "var(" in said):
        return around.ink
    if said:
        return colour_of(said)
    hint = (
        attribute(element, {"font": "color", "body": "text"}.get(tag, "")) if tag in ("font", "body") else ""
    )
    if hint:
        return colour_of(hint) or colour_of(f"#{hint}") or around.ink
    if "color" in style.declared:
        return around.ink
    if tag == "a" and element.get("href") is not None:
        return LINK if around.ink is not None else None
    return BLACK if tag == "mark" and around.ink is not None else around.ink


def _fill(style: Style, around: Sight) -> Colour | str | None:
    said = style("-webkit-text-fill-color")
    if not said:
        return around.fill
    return _CURRENT if said == _CURRENT else colour_of(said)


def letters_of(style: Style, around: Sight) -> float:
    """Return the size of an element's font in pixels."""
    said = style("font-size")
    if not said or said == UNKNOWN:
        return 16.0 if said else around.letters
    if said in FONT_SIZES:
        return around.letters * FONT_SIZES[said] / 16 if said in ("smaller", "larger") else FONT_SIZES[said]
    size = pixels(said, Measures(around.letters, around.root, around.letters))
    return 16.0 if size is None or size < 0 else size


def _is_visible(style: Style, around: Sight) -> bool:
    said = style("visibility")
    return around.visible if not said else said not in ("hidden", "collapse")


def _opacity(style: Style) -> float:
    said = [style("opacity")] + [
        inside for name, inside in functions_in(style("filter")) if name == "opacity"
    ]
    share = 1.0
    for each in said:
        found = pixels(each, Measures(16.0, 16.0, 1.0)) if each else None
        share *= 1.0 if found is None else min(1.0, max(0.0, found))
    return share


def _scale(style: Style) -> float:
    factors = [abs(found) for word in words(style("scale")) if (found := _factor(word)) is not None]
    if zoom := _factor(style("zoom")):
        factors.append(zoom)
    for name, inside in functions_in(style("transform")):
        parts = [_factor(part.strip()) for part in words(inside, by=",")]
        if name in ("scale", "scalex", "scaley"):
            factors += [abs(part) for part in parts if part is not None]
        elif name == "scale3d":
            factors += [abs(part) for part in parts[:2] if part is not None]
        elif name == "matrix" and len(parts) == 6 and None not in parts:
            factors.append(abs((parts[0] or 0) * (parts[3] or 0) - (parts[1] or 0) * (parts[2] or 0)))
        elif name in ("rotatex", "rotatey") and inside.strip() in ("90deg", "-90deg", "270deg", "0.25turn"):
            factors.append(0.0)
    return min(factors, default=1.0)


def _factor(word: str) -> float | None:
    return pixels(word, Measures(16.0, 16.0, 1.0)) if word else None


def _grounds(element: Any, style: Style, around: Sight) -> tuple[Colour, ...] | None:
    """Return the colours that may be behind the text of an element; None where a picture is."""
    said, image = style("background-color"), style("background-image")
    if UNKNOWN in (said, image) or attribute(element, "background"):
        return None
    hint = attribute(element, "bgcolor")
    if not said and hint:
        said = hint if colour_of(hint) else f"#{hint}"
    grounds = _laid(colour_of(said), around.grounds) if said and said != _CURRENT else around.grounds
    if said == _CURRENT:
        grounds = _laid(around.ink, around.grounds)
    elif not said and tag_of(element) == "mark" and around.grounds is not None:
        grounds = (YELLOW,)
    if not image or image == "none" or grounds is None:
        return grounds
    if "gradient(" not in image or "url(" in image:
        return None
    colours = _colours_in(image)
    if not colours:
        return None
    fills = not style("background-size") and all("gradient(" in word for word in words(image))
    if fills and all(colour[3] >= 1 - FAINT for colour in colours):
        return colours
    return grounds + tuple(over(colour, ground) for colour in colours for ground in grounds)[:_MOST_GROUNDS]


def _laid(colour: Colour | None, grounds: tuple[Colour, ...] | None) -> tuple[Colour, ...] | None:
    """Return the grounds with a colour over them."""
    if colour is None:
        return None
    if colour[3] >= 1 - FAINT:
        return (over(colour, WHITE),)
    return None if grounds is None else tuple(over(colour, ground) for ground in grounds)
