"""Bars over days."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from webapp.console.chart import HEIGHT, WIDTH, bars

FIRST = date(2026, 1, 1)


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=60))
def test_bars_stand_on_the_ground_inside_the_drawing_and_higher_for_more(values: list[int]) -> None:
    chart = bars([(FIRST + timedelta(days=place), value) for place, value in enumerate(values)])
    assert chart.total == sum(values)
    assert [bar.value for bar in chart.bars] == values
    for bar in chart.bars:
        assert bar.x >= 0
        assert bar.x + bar.width <= WIDTH
        assert abs(bar.y + bar.height - HEIGHT) < 0.02
        assert (bar.height > 0) == (bar.value > 0)
    ordered = sorted(chart.bars, key=lambda bar: bar.value)
    assert [bar.height for bar in ordered] == sorted(bar.height for bar in ordered)


def test_nothing_is_drawn_of_nothing() -> None:
    assert bars([]).bars == ()
