"""How characters look: size, script, weight, ink; and which looks may be out of sight."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

_MONO = re.compile(r"mono|courier|typewriter|consol|cmtt|ectt|lmtt|tt\d|menlo|inconsol|code", re.IGNORECASE)
_BOLD = re.compile(
    r"bold|black|heavy|demi|semib|cmbx|cmb\d|ecbx|sfbx|bx\d|lmbx|-bd|xbold|medi\b|-Md", re.IGNORECASE
)
_GOTHIC = re.compile(r"goth|hei|kaku|sans|minchob|yahei|dotum|gulim", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obliq|slant|cmti|cmsl|-it\b", re.IGNORECASE)
_LIGHT = 0xE8
_FILLED_OR_STROKED = 16 | 32
_MICROSCOPIC = 1.5
OPAQUE = 255
FAINT_ALPHA = 13
"""Opacity (of 255) under which nothing is seen."""


class Face(NamedTuple):
    """How characters look: size in points, script, weight, colour. gothic: a sans of East Asia."""

    size: float
    east: bool
    bold: bool
    mono: bool
    gothic: bool
    color: int
    italic: bool = False


class Look(NamedTuple):
    """The face of a span by its script, and why it may be hidden."""

    latin: Face
    east: Face
    doubt: str


def judge_look(span: dict[str, Any]) -> Look:
    """Return the look of a span of MuPDF."""
    font, size, flags, color = span["font"], span["size"], span["flags"], span["color"]
    latin = Face(
        round(size, 1),
        False,
        bool(flags & 16 or _BOLD.search(font)),
        bool(flags & 8 or _MONO.search(font)),
        bool(_GOTHIC.search(font)),
        color,
        bool(flags & 2 or _ITALIC.search(font)),
    )
    doubt = "white" if is_light(color) else ""
    if span["alpha"] < FAINT_ALPHA or not span["char_flags"] & _FILLED_OR_STROKED:
        doubt = "invisible"
    if size < _MICROSCOPIC:
        doubt = "tiny"
    # most fonts of Japanese word processors have one width for all letters: that makes no code of them
    return Look(latin, latin._replace(east=True, mono=False), doubt)


def is_light(color: int) -> bool:
    """Whether an RGB colour cannot be told from white paper."""
    return color >> 16 >= _LIGHT and color >> 8 & 255 >= _LIGHT and color & 255 >= _LIGHT
