"""Whether what a style sheet says under a condition holds on a usual screen, looked at in daylight."""

from __future__ import annotations

import re

from ingest.extract.html.lengths import Measures, pixels

WIDTH, HEIGHT = 1280, 720
"""Pixels of the screen."""

_AND = re.compile(r"\band\b|\bor\b")
_RANGE = re.compile(
    r"(?:([^<>=]+?)\s*(<=?|>=?|=)\s*)?(width|height|aspect-ratio)\s*(?:(<=?|>=?|=)\s*([^<>=]+))?"
)
_SIZE = re.compile(r"(min-|max-)?(?:device-)?(width|height)\s*:\s*(.+)")
_HOLDS = {
    "orientation": "landscape",
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "prefers-reduced-transparency": "no-preference",
    "prefers-reduced-data": "no-preference",
    "prefers-contrast": "no-preference",
    "forced-colors": "none",
    "inverted-colors": "none",
    "hover": "hover",
    "any-hover": "hover",
    "pointer": "fine",
    "any-pointer": "fine",
    "update": "fast",
    "scripting": "enabled",
    "display-mode": "browser",
    "overflow-block": "scroll",
    "overflow-inline": "scroll",
    "grid": "0",
    "dynamic-range": "standard",
}
_TRUTHS = frozenset(
    {"color", "width", "height", "hover", "any-hover", "pointer", "any-pointer", "update", "scripting"}
)
_COMPARED = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "=": lambda one, other: one == other,
}
_ACCORDING = Measures(16.0, 16.0)


def holds_on_screen(condition: str) -> bool | None:
    """Return whether a list of media queries holds; None where that cannot be told."""
    said = [_query(query.strip()) for query in condition.lower().split(",")]
    if True in said or not condition.strip():
        return True
    return None if None in said else False


def is_supported(condition: str) -> bool | None:
    """Return whether a browser knows what `@supports` asks for; None where that cannot be told."""
    said = condition.lower().strip()
    if said.startswith("not"):
        inner = is_supported(said[3:].strip())
        return None if inner is not False else True
    if re.search(r"-(?:moz|ms|o)-|\bnot\b", said):
        return None if re.search(r"\bor\b|\band\b|\bnot\b", said) else False
    return True


def _query(query: str) -> bool | None:
    negated = query.startswith("not ")
    query = query.removeprefix("not ").removeprefix("only ").strip()
    parts = [part.strip() for part in _AND.split(query)]
    said = [_part(part) for part in parts]
    if re.search(r"\bor\b", query):
        found = True if True in said else None if None in said else False
    else:
        found = False if False in said else None if None in said else True
    return not found if negated and found is not None else found


def _part(part: str) -> bool | None:
    if not part.startswith("("):
        return part in ("all", "screen") if re.fullmatch(r"[\w-]+", part) else None
    if part.startswith(("(not ", "((")):
        return None
    feature = part[1:-1].strip()
    name, colon, value = (piece.strip() for piece in feature.partition(":"))
    if colon and name in _HOLDS:
        return value == _HOLDS[name]
    if size := _SIZE.fullmatch(feature):
        return _compare(
            WIDTH if size[2] == "width" else HEIGHT,
            {"min-": ">=", "max-": "<="}.get(size[1] or "", "="),
            size[3],
        )
    if bounds := _RANGE.fullmatch(feature):
        return _within(bounds)
    return True if name in _TRUTHS else None


def _within(bounds: re.Match[str]) -> bool | None:
    size = {"width": WIDTH, "height": HEIGHT}.get(bounds[3])
    if size is None or not (bounds[2] or bounds[4]):
        return None
    said: list[bool | None] = []
    if bounds[2]:
        said.append(_compare(size, bounds[2].translate(str.maketrans("<>", "><")), bounds[1]))
    if bounds[4]:
        said.append(_compare(size, bounds[4], bounds[5]))
    return None if None in said else all(said)


def _compare(size: float, sign: str, length: str) -> bool | None:
    other = pixels(length.strip(), _ACCORDING)
    return None if other is None else bool(_COMPARED[sign](size, other))
