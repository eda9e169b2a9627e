"""Bars over days, as numbers that a template draws as SVG: nothing is fetched and nothing runs for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

WIDTH, HEIGHT, GAP = 600, 120, 4


@dataclass(frozen=True, slots=True)
class Bar:
    """One day: what it counts and where its bar stands. All places are in units of the drawing."""

    day: date
    value: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars of some days, their sum and the most of one day."""

    bars: tuple[Bar, ...]
    total: int
    most: int
    width: int = WIDTH
    height: int = HEIGHT


def bars(values: Sequence[tuple[date, int]]) -> Chart:
    """Return a chart of values by day. A day that counts anything has a bar that can be seen."""
    most = max((value for _, value in values), default=0)
    slot = WIDTH / max(1, len(values))
    drawn = []
    for place, (day, value) in enumerate(values):
        height = max(2.0, HEIGHT * value / most) if value else 0.0
        x = round(place * slot + GAP / 2, 2)
        drawn.append(Bar(day, value, x, round(HEIGHT - height, 2), round(slot - GAP, 2), round(height, 2)))
    return Chart(tuple(drawn), sum(value for _, value in values), most)
