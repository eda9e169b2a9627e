"""The properties of style sheets by which it is decided what can be seen: which names set them, and to what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.extract.html.colours import colour_of
from ingest.extract.html.lengths import Measures, pixels

WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
"""Words that every property takes."""

INHERITED = frozenset(
    {
        "color", "-webkit-text-fill-color", "font-size", "visibility", "text-shadow", "-webkit-text-stroke",
        "text-indent", "color-scheme",
    }
)  # fmt: skip

_SIDES = ("top", "right", "bottom", "left")
_SIZES = ("width", "height", "max-width", "max-height", "min-width", "min-height")
_PADDINGS = tuple(f"padding-{side}" for side in _SIDES)
_PLAIN = (
    *INHERITED, *_SIDES, *_SIZES, *_PADDINGS, "display", "opacity", "content-visibility", "background-color",
    "background-image", "background-clip", "background-size", "position", "margin-left", "margin-top",
    "clip-path", "transform", "translate", "scale", "rotate", "filter", "overflow-x", "overflow-y", "zoom", "flex",
    "float", "animation",
)  # fmt: skip
_SETS: dict[str, tuple[str, ...]] = {
    **{name: (name,) for name in _PLAIN},
    "all": _PLAIN,
    "background": ("background-color", "background-image", "background-clip", "background-size"),
    "font": ("font-size",),
    "margin": ("margin-top", "margin-left"),
    "margin-inline": ("margin-left",),
    "margin-inline-start": ("margin-left",),
    "margin-block": ("margin-top",),
    "margin-block-start": ("margin-top",),
    "padding": _PADDINGS,
    "padding-inline": ("padding-left", "padding-right"),
    "padding-block": ("padding-top", "padding-bottom"),
    "inset": _SIDES,
    "inset-inline": ("left", "right"),
    "inset-block": ("top", "bottom"),
    "inset-inline-start": ("left",),
    "inset-inline-end": ("right",),
    "inset-block-start": ("top",),
    "inset-block-end": ("bottom",),
    "overflow": ("overflow-x", "overflow-y"),
    "overflow-inline": ("overflow-x",),
    "overflow-block": ("overflow-y",),
    "inline-size": ("width",),
    "block-size": ("height",),
    "max-inline-size": ("max-width",),
    "max-block-size": ("max-height",),
    "min-inline-size": ("min-width",),
    "min-block-size": ("min-height",),
    "flex-grow": ("flex",),
    "animation-name": ("animation",),
    "-webkit-text-stroke-width": ("-webkit-text-stroke",),
    **{
        f"-webkit-{name}": (name,)
        for name in ("transform", "filter", "clip-path", "background-clip", "opacity", "flex", "animation")
    },
}
_OF_FOUR = {"inset": _SIDES, "padding": _SIDES, "margin": _SIDES}
_OF_COUNT = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}
"""Which of one to four values is meant for the top, the right, the bottom and the left."""

_PAIRS = {"overflow": ("x", "y"), "inset-inline": ("left", "right"), "inset-block": ("top", "bottom"),
          "padding-inline": ("left", "right"), "padding-block": ("top", "bottom"),
          "margin-inline": ("left", "right"), "margin-block": ("top", "bottom")}  # fmt: skip

_DISPLAYS = frozenset(
    {
        "none", "contents", "block", "inline", "inline-block", "flow", "flow-root", "flex",
        "inline-flex", "grid", "inline-grid", "table", "inline-table", "table-row", "table-cell",
        "table-caption", "table-column", "table-column-group", "table-row-group", "table-header-group",
        "table-footer-group", "list-item", "run-in", "ruby", "ruby-base", "ruby-text", "math",
        "-webkit-box", "-webkit-inline-box", "-webkit-flex", "-webkit-inline-flex",
    }
)  # fmt: skip
_WORDS = {
    "display": _DISPLAYS,
    "visibility": frozenset({"visible", "hidden", "collapse"}),
    "content-visibility": frozenset({"visible", "auto", "hidden"}),
    "position": frozenset({"static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"}),
    "overflow": frozenset({"visible", "hidden", "clip", "scroll", "auto", "overlay"}),
    "overflow-x": frozenset({"visible", "hidden", "clip", "scroll", "auto", "overlay"}),
    "overflow-y": frozenset({"visible", "hidden", "clip", "scroll", "auto", "overlay"}),
    "float": frozenset({"left", "right", "none", "inline-start", "inline-end"}),
}
_COLOURS = frozenset({"color", "-webkit-text-fill-color", "background-color"})
_COLOUR_FUNCTION = re.compile(
    r"(?:color|color-mix|light-dark|contrast-color|device-cmyk|rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(.*"
)
_LENGTHS = frozenset({*_SIDES, *_SIZES, *_PADDINGS, "margin-left", "margin-top", "text-indent"})
_LENGTH_WORD = re.compile(
    r"auto|none|(?:min|max|fit)-content|-webkit-fill-available|stretch|hanging|each-line|[a-z-]+\(.*"
)
_FUNCTIONS = frozenset({"transform", "filter"})
FONT_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
    "xx-large": 32.0, "xxx-large": 48.0, "smaller": 13.0, "larger": 19.0,
}  # fmt: skip
_ANY = Measures(16.0, 16.0)


def longhands(name: str) -> tuple[str, ...]:
    """Return the properties that a name sets, none for one that hides nothing."""
    return _SETS.get(name, ())


def words(value: str, *, by: str = " ") -> list[str]:
    """Return the words of a value; blanks inside brackets part nothing."""
    return list(_words(value, by))


def _words(value: str, by: str) -> Iterator[str]:
    depth = start = 0
    for at, sign in enumerate(value):
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == by and not depth:
            if at > start:
                yield value[start:at]
            start = at + 1
    if start < len(value):
        yield value[start:]


def is_valid(name: str, value: str) -> bool:
    """Whether a browser would take a value; one that it passes over shows and hides nothing."""
    if not value or "\ufffd" in value:
        return False
    if value in WIDE or "var(" in value or "env(" in value:
        return True
    if name == "all":
        return False
    if name in _WORDS:
        return all(word in _WORDS[name] for word in words(value))
    if name in _COLOURS:
        return (
            value == "currentcolor" or colour_of(value) is not None or bool(_COLOUR_FUNCTION.fullmatch(value))
        )
    return _is_valid_length(name, value)


def _is_valid_length(name: str, value: str) -> bool:
    if name in ("opacity", "zoom", "-webkit-opacity"):
        return pixels(value, _ANY) is not None or value.startswith("calc(") or value in ("normal", "reset")
    if name == "font-size":
        return value in FONT_SIZES or pixels(value, _ANY) is not None or value.endswith(")")
    if name == "font":
        return bool(font_size(value))
    if name in _LENGTHS:
        return all(
            pixels(word, _ANY) is not None or bool(_LENGTH_WORD.fullmatch(word)) for word in words(value)
        )
    if name.removeprefix("-webkit-") in _FUNCTIONS:
        return value == "none" or all(word.endswith(")") for word in words(value))
    return True


def longhand_value(longhand: str, name: str, value: str) -> str:
    """Return what a property is set to by a declaration of a name that sets it."""
    if value in WIDE:
        return value
    if name == "font":
        return font_size(value)
    said = words(value)
    if name in _OF_FOUR:
        at = _SIDES.index(longhand.rpartition("-")[2])
        return said[_OF_COUNT[min(len(said), 4)][at]] if said else ""
    if name in _PAIRS:
        at = _PAIRS[name].index(longhand.rpartition("-")[2])
        return said[min(at, len(said) - 1)] if said else ""
    if name == "background":
        return _of_background(longhand, value)
    return value


def font_size(value: str) -> str:
    """Return the size in the shorthand of fonts; empty where there is none, which is not valid."""
    said = words(value)
    if value in ("caption", "icon", "menu", "message-box", "small-caption", "status-bar"):
        return "medium"
    for at, word in enumerate(said):
        size = word.partition("/")[0]
        number = re.fullmatch(r"[1-9]\d*", size)
        if not number and (size in FONT_SIZES or pixels(size, _ANY) is not None or "(" in size):
            return size if at + 1 < len(said) else ""
    return ""


def _of_background(longhand: str, value: str) -> str:
    """Return the part of a shorthand of backgrounds that sets one property."""
    if longhand == "background-image":
        return (
            value
            if "(" in value and ("url(" in value or "gradient(" in value or "image" in value)
            else "none"
        )
    if longhand == "background-size":
        return ""
    layers = words(value, by=",")
    said = words(layers[-1]) if layers else []
    if longhand == "background-clip":
        return "text" if "text" in [word for layer in layers for word in words(layer)] else "border-box"
    for word in (piece for each in said for piece in words(each, by="/")):
        if word == "currentcolor" or colour_of(word) is not None or _COLOUR_FUNCTION.fullmatch(word):
            return word
    return "transparent"
