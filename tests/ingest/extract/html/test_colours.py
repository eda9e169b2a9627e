from __future__ import annotations

import pytest

from ingest.extract.html.colours import colour_of


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#FFF", (255, 255, 255)),
        ("#fefefe", (254, 254, 254)),
        ("#102030ff", (16, 32, 48)),
        (" White ", (255, 255, 255)),
        ("rgb(1, 2, 3)", (1, 2, 3)),
        ("rgb(1 2 3 / 100%)", (1, 2, 3)),
        ("rgba(1,2,3,0.5)", None),
        ("#10203080", None),
        ("currentcolor", None),
        ("var(--ink)", None),
        ("rgba(1,2,3,.)", None),
        ("", None),
    ],
)
def test_a_colour_is_known_when_it_is_plain_and_opaque(text: str, colour: object) -> None:
    assert colour_of(text) == colour
