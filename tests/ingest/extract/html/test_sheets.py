from __future__ import annotations

from lxml import etree

from ingest.extract.html.sheets import UNKNOWN, Sheet, declarations


def style(css: str, attributes: str = "class='x y' id=z") -> dict[str, str]:
    sheet = Sheet()
    sheet.add(css)
    root = etree.fromstring(f"<p {attributes}>text</p>".encode(), etree.HTMLParser())
    return sheet.style_of(next(root.iter("p")))


def test_the_more_a_selector_asks_for_the_more_it_weighs_and_then_the_last_wins() -> None:
    assert style("#z { a: 1 } .x.y { a: 2 } p.x { a: 3 } p { a: 4 }")["a"] == "1"
    assert style(".x.y { a: 2 } p.x { a: 3 } p { a: 4 }")["a"] == "2"
    assert style(".x { a: 1 } .y { a: 2 }")["a"] == "2"


def test_lists_hold_for_each_of_their_selectors() -> None:
    assert style("h1, .other, P { A: B }") == {"a": "b"}


def test_what_is_not_understood_is_unknown() -> None:
    assert style("div > p { a: 1 }") == {"a": UNKNOWN}
    assert style(".x:hover { a: 1 }") == {"a": UNKNOWN}
    assert style("@media print { .x { a: 1 } }") == {"a": UNKNOWN}
    assert style("@media screen { .x { a: 1 } }") == {"a": "1"}


def test_an_element_says_the_last_word_itself() -> None:
    assert style("#z { a: 1; b: 2 }", "id=z style='a: 3'") == {"a": "3", "b": "2"}


def test_declarations_are_read_however_they_are_written() -> None:
    assert declarations("Color : RED !important;;x;background:URL(a:b)") == {
        "color": "red",
        "background": "url(a:b)",
    }
