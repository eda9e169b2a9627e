from __future__ import annotations

import pytest

from ingest.extract.html.lengths import Measures, pixels

MEASURES = Measures(letters=20.0, root=10.0, whole=200.0)


@pytest.mark.parametrize(
    ("length", "found"),
    [
        ("0", 0),
        ("-9999px", -9999),
        ("1.5em", 30),
        ("2rem", 20),
        ("50%", 100),
        ("3pt", 4),
        ("100vw", 1280),
        ("calc(0px - 9999px)", -9999),
        ("calc(-1 * (2em + 10%))", -60),
        ("clamp(1px,2vw,10px)", 10),
        ("max(1px,min(2px,3px))", 2),
    ],
)
def test_lengths_are_pixels(length: str, found: float) -> None:
    assert pixels(length, MEASURES) == pytest.approx(found)


@pytest.mark.parametrize(
    "length",
    [
        "",
        "auto",
        "?",
        "1foo",
        "calc()",
        "calc(1px / 0)",
        "calc(1px",
        "calc(open(1))",
        "calc(1px ** 9)",
        "var(--x)",
    ],
)
def test_what_is_no_length_is_none(length: str) -> None:
    assert pixels(length, MEASURES) is None
