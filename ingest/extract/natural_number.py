"""Numbers in attributes, which a hostile file may fill with anything."""

from __future__ import annotations

_MOST_DIGITS = 9


def natural(text: str | None) -> int | None:
    """Return the number that up to nine decimal digits say, None for anything else."""
    return int(text) if text and len(text) <= _MOST_DIGITS and text.isdecimal() else None
