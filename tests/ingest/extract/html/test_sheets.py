from __future__ import annotations

import pytest
from lxml import etree

from ingest.extract.html.selectors import Meter, root_of
from ingest.extract.html.sheets import UNKNOWN, Sheet, Shelf


def display(css: str, attributes: str = "class='x y' id=z") -> str:
    """What `display` is said to be of a paragraph; empty where nothing is said."""
    sheet = Sheet()
    sheet.add(css)
    page = etree.fromstring(f"<div class=around><p {attributes}>text</p></div>".encode(), etree.HTMLParser())
    nodes = root_of(page, Meter(10_000), folded=False).iter_subtree()
    node = next(node for node in nodes if node.local_name == "p")
    setting = sheet.declared_for(node, node.etree_element.get("style") or "").get("display")
    return setting.value if setting else ""


@pytest.mark.parametrize(
    ("css", "said"),
    [
        ("#z { display: block } .x.y { display: none } p.x { display: none } p { display: none }", "block"),
        (".x.y { display: block } p.x { display: none } p { display: none }", "block"),
        (".x { display: none } .y { display: block }", "block"),
        ("h1, .other, P { DISPLAY: Block }", "block"),
        ("p { display: block !important } #z { display: none }", "block"),
        ("p { display: block; display: nonsense; display: none none2 }", "block"),
        (".x, :nonsense { display: none }", ""),
        ("@layer a { p { display: none } } p { display: block }", "block"),
        ("@layer a, b; @layer b { p { display: block } } @layer a { p { display: none } }", "block"),
        ("@layer a { p { display: none } @layer b { p { display: block } } }", "none"),
        ("@layer a.b { p { display: none } } @layer a.c { p { display: block } }", "block"),
        ("@layer { p { display: none } } @layer { p { display: block } }", "block"),
        ("p { display: none !important } @layer a { p { display: block !important } }", "block"),
        ("@container (width > 9px) { p { display: none } }", UNKNOWN),
        ("@media print { p { display: none } }", ""),
        (".around { & .x { display: none } p { display: block } }", "none"),
        (".around { > p { display: none } }", "none"),
        (".around { @media screen { .x { display: none } } }", "none"),
        (".x { @media screen { display: none } }", "none"),
        (".x { @layer a { display: none } }", "none"),
        (":is(.a, .around) { .x, b { display: none } }", "none"),
        ("@scope (.around) { .x { display: none } }", "none"),
        ("@scope (.other) { .x { display: none } }", ""),
        (".x::after { display: none }", ""),
        (".x { background: none }", ""),
        ("p:not(:popover-open):defined { display: none }", "none"),
        ("p:placeholder-shown { display: none }", ""),
    ],
)
def test_the_rule_that_wins_in_a_browser_wins(css: str, said: str) -> None:
    assert display(css) == said


def test_an_element_says_the_last_word_itself_unless_a_rule_is_important() -> None:
    assert display("#z { display: none }", "id=z style='display: block'") == "block"
    assert display("p { display: none !important }", "style='display: block'") == "none"
    assert display("p { display: none !important }", "style='display: block !important'") == "block"


def test_a_sheet_for_another_medium_says_nothing() -> None:
    sheet = Sheet()
    sheet.add("p { display: none }", media="print")
    assert sheet.count == 0


def test_what_is_too_large_is_followed_as_far_as_it_goes_and_said() -> None:
    sheet = Sheet()
    sheet.add("p { display: none }" + " " * 2_000_000 + "b { display: none }")
    assert (sheet.count, sheet.too_large) == (1, True)
    long = Sheet()
    long.add(" ".join(["b"] * 100) + "{ display: none }")
    assert long.too_large
    pictures = Sheet()
    pictures.add(f"p {{ background: url(data:image/png;base64,{'A' * 2_000_000}) }}")
    assert not pictures.too_large


def test_matching_ends_when_its_steps_are_spent() -> None:
    sheet = Sheet()
    sheet.add("p { display: none }")
    page = etree.fromstring(b"<p>a</p><p>b</p><p>c</p>", etree.HTMLParser())
    nodes = [
        node for node in root_of(page, Meter(110), folded=False).iter_subtree() if node.local_name == "p"
    ]
    assert [bool(sheet.declared_for(node, "")) for node in nodes] == [True, True, False]
    assert sheet.too_large
    assert sheet.declared_for(nodes[2], "display: none")


def test_pages_with_the_same_sheets_share_them() -> None:
    shelf = Shelf()
    texts = (("p { display: none }", ""),)
    assert shelf.sheet_of(texts, folded=False) is shelf.sheet_of(texts, folded=False)
    assert shelf.sheet_of(texts, folded=True) is not shelf.sheet_of(texts, folded=False)


def test_what_an_animation_ends_with_is_known() -> None:
    sheet = Sheet()
    sheet.add("@keyframes Go { from { opacity: 1 } 50%, to { opacity: 0 } }")
    assert [(each.name, each.value) for each in sheet.motions["go"]] == [("opacity", "0")]
