from __future__ import annotations

import pytest

from ingest.extract.html.media import holds_on_screen, is_supported


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("", True),
        ("screen", True),
        ("ALL", True),
        ("print", False),
        ("print, screen", True),
        ("not print", True),
        ("only screen and (min-width: 600px)", True),
        ("screen and (max-width: 40em)", False),
        ("(width >= 600px)", True),
        ("(600px <= width < 900px)", False),
        ("(min-width: 2000px) or (orientation: landscape)", True),
        ("(prefers-color-scheme: dark)", False),
        ("(prefers-reduced-motion)", None),
        ("(hover)", True),
        ("amzn-mobi", False),
        ("(something: new)", None),
        ("(not (hover))", None),
    ],
)
def test_a_condition_holds_on_a_usual_screen_or_not(query: str, holds: bool | None) -> None:
    assert holds_on_screen(query) is holds


@pytest.mark.parametrize(
    ("condition", "supported"),
    [
        ("(display: grid)", True),
        ("(-moz-appearance: none)", False),
        ("not (-ms-ime-align: auto)", True),
        ("not (display: grid)", None),
        ("(a: b) or (-ms-x: y)", None),
    ],
)
def test_what_a_browser_supports_is_told_as_far_as_it_can_be(condition: str, supported: bool | None) -> None:
    assert is_supported(condition) is supported
