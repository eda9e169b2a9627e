from __future__ import annotations

import pytest

from ingest.extract.html.css import colour_parts, declarations_of, sheet_of, written


@pytest.mark.parametrize(
    ("style", "name", "value"),
    [
        ("DISPLAY : None", "display", "none"),
        ("display:/**/none", "display", "none"),
        ("d\\69splay:n\\6f ne", "display", "none"),
        ("display:no/**/ne", "display", "no ne"),
        ("--Name: A b", "--Name", "a b"),
        ("margin: calc( 0px  -  9999px ) +1.50em", "margin", "calc(0px - 9999px) 1.5em"),
        ("font: 12px / 30px 'Some Font'", "font", '12px/30px ""'),
        ("background: url(a.png) , #FFF", "background", "url(),#fff"),
    ],
)
def test_a_declaration_has_one_form_however_it_is_spelt(style: str, name: str, value: str) -> None:
    found = declarations_of(f"x; {style};")
    assert [(each.name, each.value) for each in found] == [(name, value)]


def test_importance_is_no_part_of_a_value() -> None:
    (found,) = declarations_of("color: red ! important")
    assert (found.value, found.important) == ("red", True)


def test_rules_are_found_in_what_is_broken() -> None:
    text = "<!-- a { b: c } --> d { e: f; g { h: i } } @media x { j { k: l } } @import 'm'; n {"
    found = list(sheet_of(text))
    assert [(block.keyword, block.prelude) for block in found if block.declared or block.keyword] == [
        ("", "a"),
        ("", "d"),
        ("media", "x"),
        ("import", '"m"'),
    ]
    (inner,) = next(block for block in found if block.keyword == "media").inside or ()
    assert inner.declared[0].value == "l"


def test_brackets_in_brackets_without_end_end_nothing() -> None:
    deep = f"a {{ b: {'(' * 5_000} }}"
    assert "\ufffd" in written("(" * 5_000)
    assert len(list(sheet_of(deep))) <= 1
    assert list(sheet_of(":is(" * 5_000 + "{}")) == []


@pytest.mark.parametrize("text", ["color()", "color(a)", "rgb(1)", "hsl(1deg)", "lab(", "#12", "1px", ""])
def test_what_is_no_colour_has_no_parts(text: str) -> None:
    assert colour_parts(text) is None
