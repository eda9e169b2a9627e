from __future__ import annotations

import pytest

from ingest.extract.html.colours import WHITE, colour_of, is_alike, over


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#FFF", (255, 255, 255, 1)),
        ("#102030ff", (16, 32, 48, 1)),
        (" White ", (255, 255, 255, 1)),
        ("rebeccapurple", (102, 51, 153, 1)),
        ("rgb(1, 2, 3)", (1, 2, 3, 1)),
        ("rgb(1 2 3 / 100%)", (1, 2, 3, 1)),
        ("rgba(1,2,3,0.5)", (1, 2, 3, 0.5)),
        ("hsla(0,0%,0%,0)", (0, 0, 0, 0)),
        ("hwb(0 100% 0)", (255, 255, 255, 1)),
        ("transparent", (0, 0, 0, 0)),
        ("#0000", (0, 0, 0, 0)),
        ("canvas", (255, 255, 255, 1)),
    ],
)
def test_a_colour_is_known_however_it_is_written(text: str, colour: tuple[float, ...]) -> None:
    assert colour_of(text) == pytest.approx(colour)


@pytest.mark.parametrize(
    "text", ["lab(100% 0 0)", "oklch(1 0 0)", "oklab(1 0 0)", "lch(100% 0 0)", "color(srgb 1 1 1)"]
)
def test_white_is_white_in_every_space_of_colours(text: str) -> None:
    found = colour_of(text)
    if found is not None:
        assert is_alike(found, WHITE)
    else:
        assert text.startswith("color(")


@pytest.mark.parametrize(
    "text", ["currentcolor", "var(--ink)", "", "color()", "rgb(", "light-dark(red, blue)", "a b", "url(x)"]
)
def test_what_is_no_colour_by_itself_is_not_known(text: str) -> None:
    assert colour_of(text) is None


def test_what_shows_through_is_mixed() -> None:
    assert over((0, 0, 0, 0.5), WHITE) == pytest.approx((127.5, 127.5, 127.5, 1))
    assert over((0, 0, 0, 1), WHITE, alpha=0.0) == pytest.approx(WHITE)
