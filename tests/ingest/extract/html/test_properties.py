from __future__ import annotations

import pytest

from ingest.extract.html.properties import font_size, is_valid, longhand_value, longhands, words


def test_words_are_parted_outside_of_brackets_only() -> None:
    assert words("a b(c d) e") == ["a", "b(c d)", "e"]
    assert words("a(b,c),d", by=",") == ["a(b,c)", "d"]


@pytest.mark.parametrize(
    ("longhand", "name", "value", "found"),
    [
        ("left", "inset", "0 auto auto -9px", "-9px"),
        ("left", "inset", "1px 2px 3px", "2px"),
        ("margin-left", "margin", "1px", "1px"),
        ("overflow-y", "overflow", "hidden auto", "auto"),
        ("font-size", "font", "italic 300 0/0 a", "0"),
        ("background-color", "background", "url() no-repeat #fff", "#fff"),
        ("background-color", "background", "none", "transparent"),
        ("background-image", "background", "url() #fff", "url() #fff"),
        ("background-clip", "background", "red text", "text"),
        ("display", "all", "unset", "unset"),
    ],
)
def test_a_shorthand_sets_each_of_its_properties(longhand: str, name: str, value: str, found: str) -> None:
    assert longhand in longhands(name)
    assert longhand_value(longhand, name, value) == found


@pytest.mark.parametrize(
    ("name", "value", "valid"),
    [
        ("display", "none", True),
        ("display", "no ne", False),
        ("display", "var(--x)", True),
        ("color", "#fff", True),
        ("color", "color-mix(in srgb,red,blue)", True),
        ("color", "whitish", False),
        ("opacity", "x", False),
        ("height", "auto", True),
        ("height", "foo", False),
        ("font", "0/0", False),
        ("transform", "none", True),
        ("transform", "scale", False),
    ],
)
def test_what_a_browser_would_pass_over_is_not_valid(name: str, value: str, valid: bool) -> None:
    assert is_valid(name, value) is valid


def test_a_font_of_the_system_has_its_usual_size() -> None:
    assert font_size("caption") == "medium"
