from __future__ import annotations

import pytest
from lxml import etree

from ingest.extract.html.selectors import Meter, SelectorIndex, TooManySteps, root_of

PAGE = "<!doctype html><div class=a><p id=P class='b C'>x</p><p>y</p><i data-h>z</i></div>" + "<b>w</b>" * 50


def matched(selectors: str, *, steps: int = 100_000, folded: bool = False) -> list[str]:
    index = SelectorIndex(folded=folded)
    index.add(selectors, "rule")
    root = root_of(etree.fromstring(PAGE.encode(), etree.HTMLParser()), Meter(steps), folded=folded)
    return [node.etree_element.text for node in root.iter_subtree() if index.matching(node)]


@pytest.mark.parametrize(
    ("selectors", "texts"),
    [
        (".a > p", ["x", "y"]),
        ("P.b", ["x"]),
        ("#P ~ *", ["y", "z"]),
        ("[data-h]", ["z"]),
        ("p:nth-of-type(2)", ["y"]),
        (":is(i, .none)", ["z"]),
        ("div:has(> i) p:first-child", ["x"]),
        (".c", []),
        (".b:hover, .b::before", []),
        (".b, :nonsense", []),
        ("p:defined:not(:modal)", ["x", "y"]),
        ("p[", []),
    ],
)
def test_a_selector_finds_what_it_finds_in_a_browser(selectors: str, texts: list[str]) -> None:
    assert matched(selectors) == texts


def test_the_case_of_classes_and_ids_may_not_count() -> None:
    assert matched(".c, [data-h='Q']", folded=True) == ["x"]
    assert matched("#p.B", folded=True) == ["x"]


@pytest.mark.parametrize(
    "selector", ["b ~ b ~ b", "b:nth-last-of-type(3)", ":has(q)", "b:not(:first-of-type)"]
)
def test_ways_through_a_page_are_counted(selector: str) -> None:
    with pytest.raises(TooManySteps):
        matched(selector, steps=1_000)


def test_what_is_too_long_is_refused_and_counted() -> None:
    index = SelectorIndex()
    for selector in (" ".join("b" * 100), "b" * 3_000, ":not(" * 90 + "b" + ")" * 90):
        index.add(selector, "rule")
    assert index.refused == 3
