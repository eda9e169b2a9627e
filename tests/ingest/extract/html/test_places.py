from __future__ import annotations

import pytest
from lxml import etree

from ingest.extract.html.looks import Style
from ingest.extract.html.places import is_gone
from ingest.extract.html.sheets import Setting
from ingest.extract.html.sight import of_page


def gone(markup: str, **said: str) -> bool:
    element = next(etree.fromstring(markup.encode(), etree.HTMLParser()).iter("div", "td", "b"))
    declared = {
        name.replace("_", "-"): Setting(name.replace("_", "-"), value) for name, value in said.items()
    }
    return is_gone(element, Style(declared, {}), of_page(linked=False))


@pytest.mark.parametrize("way", ["translatex(-2000px)", "translate3d(-100%,0,0)", "matrix(1,0,0,1,-2000,0)"])
def test_a_piece_that_is_moved_out_is_gone_but_a_row_of_slides_shows_the_next(way: str) -> None:
    assert gone("<div>x</div>", transform=way)
    assert not gone("<div><p>x</p><p>y</p></div>", transform=way)
    assert not gone("<div>x</div>", transform=way, width="6000px")


def test_a_row_of_slides_that_is_far_away_is_gone() -> None:
    assert gone("<div><p>x</p><p>y</p></div>", margin_left="-10000px")


@pytest.mark.parametrize(
    ("markup", "shut"),
    [("<div>x</div>", True), ("<table><tr><td>x</td></table>", False), ("<b>x</b>", False)],
)
def test_only_a_box_can_be_without_room(markup: str, shut: bool) -> None:
    assert gone(markup, height="0", overflow_y="hidden", overflow_x="hidden") is shut


def test_padding_and_least_sizes_make_room() -> None:
    closed = {"height": "0", "overflow_y": "hidden"}
    assert not gone("<div>x</div>", **closed, padding_bottom="50%")
    assert not gone("<div>x</div>", **closed, min_height="9px")
    assert gone("<div>x</div>", **closed, min_height="0", padding_top="0")
