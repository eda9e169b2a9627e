"""Colours as style sheets write them, and whether one can be told from another."""

from __future__ import annotations

from functools import lru_cache

from ingest.extract.html.css import colour_parts

ALIKE = 16
"""Levels (of 255) by which no channel of two colours differs, when text of one is lost on the other."""

FAINT = 0.05
"""Share of a colour that shows, below which it is not seen."""

Colour = tuple[float, float, float, float]
"""Red, green and blue of 255, and the share of it that shows (alpha)."""

BLACK: Colour = (0.0, 0.0, 0.0, 1.0)
WHITE: Colour = (255.0, 255.0, 255.0, 1.0)
LINK: Colour = (0.0, 0.0, 238.0, 1.0)
YELLOW: Colour = (255.0, 255.0, 0.0, 1.0)

_OF_THE_SYSTEM = {
    "canvas": WHITE, "canvastext": BLACK, "linktext": LINK, "mark": YELLOW, "marktext": BLACK,
    "window": WHITE, "windowtext": BLACK, "field": WHITE, "fieldtext": BLACK,
}  # fmt: skip


@lru_cache(maxsize=4_096)
def colour_of(text: str) -> Colour | None:
    """Return a colour; None for what is none or depends on more than its text."""
    said = text.strip().lower()
    if said in _OF_THE_SYSTEM:
        return _OF_THE_SYSTEM[said]
    found = colour_parts(said)
    if found is None or isinstance(found, str):
        return None
    (red, green, blue), alpha = found
    return (_level(red), _level(green), _level(blue), min(1.0, max(0.0, alpha)))


def over(colour: Colour, ground: Colour, *, alpha: float = 1.0) -> Colour:
    """Return the colour that is seen where one lies over another. alpha: how much of it shows besides its own."""
    share = colour[3] * alpha
    red, green, blue = (share * colour[at] + (1 - share) * ground[at] for at in range(3))
    return red, green, blue, 1.0


def is_alike(one: Colour, other: Colour) -> bool:
    """Whether text of one colour is lost on the other."""
    return all(abs(one[at] - other[at]) <= ALIKE for at in range(3))


def _level(light: float) -> float:
    return 255 * min(1.0, max(0.0, light))
