"""Colours as style sheets write them."""

from __future__ import annotations

import re

_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:\s*[,/]\s*([01]?\.?\d*)(%?))?\s*\)")
_NAMED = {
    "white": (255, 255, 255),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "black": (0, 0, 0),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "navy": (0, 0, 128),
}


def colour_of(text: str) -> tuple[int, int, int] | None:
    """Return red, green and blue of 255; None for what is no plain opaque colour."""
    said = text.strip().lower()
    if said in _NAMED:
        return _NAMED[said]
    if match := _RGB.fullmatch(said):
        if match[4] and (float(match[4] if match[4] != "." else 0) / (100 if match[5] else 1)) < 1:
            return None
        red, green, blue = (min(255, int(match[at])) for at in (1, 2, 3))
        return red, green, blue
    match = _HEX.fullmatch(said)
    if not match:
        return None
    digits = match[1]
    if len(digits) in (3, 4):
        digits = "".join(2 * digit for digit in digits)
    if digits[6:] not in ("", "ff"):
        return None
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
