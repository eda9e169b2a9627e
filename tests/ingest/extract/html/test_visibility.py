from __future__ import annotations

import pytest
from lxml import etree

from ingest.extract.html.elements import tag_of
from ingest.extract.html.visibility import hide_unseen


def seen(page: str) -> str:
    root = etree.fromstring(page.encode(), etree.HTMLParser(encoding="utf-8"))
    hide_unseen(root)
    for element in list(root.iter()):
        if element.get("hidden") is not None or tag_of(element) in ("style", "title"):
            for inner in element.iter():
                inner.text = None
                if inner is not element:
                    inner.tail = None
    return " ".join("".join(map(str, root.itertext())).split())


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "visibility: hidden",
        "opacity:0",
        "font-size:0",
        "font-size: 1px",
        "color:white;background-color:white",
        "color:#fff",
        "color:#fefefe; background: #ffffff",
        "color: rgb(250, 250, 250)",
        "position:absolute;left:-9999px",
        "position: fixed; top: -200em",
        "text-indent:-9999px",
        "clip-path: inset(100%)",
        "height:0;overflow:hidden",
        "max-height:0px; overflow: hidden",
        "transform:scale(0)",
    ],
)
def test_what_a_style_keeps_out_of_sight_is_hidden_wherever_it_is_written(style: str) -> None:
    assert seen(f'<p>shown</p><p style="{style}">SECRET</p>') == "shown"
    assert seen(f"<style>p.x, b {{ {style} }}</style><p>shown</p><p class='y x'>SECRET</p>") == "shown"
    assert seen(f"<style>#x {{ {style} }}</style><p>shown</p><div id=x><p>SECRET</p></div>") == "shown"
    assert seen(f"<style>aside {{ {style} }}</style><p>shown</p><aside>SECRET</aside>") == "shown"


@pytest.mark.parametrize(
    "page",
    [
        "<style>@media print { .x { display: none } }</style><p class=x>shown</p>",
        "<style>.x { display: none } p.x { display: block }</style><p class=x>shown</p>",
        "<style>.x { display: none }</style><p class=x style='display:block'>shown</p>",
        "<style>.closed .x { display: none }</style><p class=x>shown</p>",
        "<style>.x:empty { display: none }</style><p class=x>shown</p>",
        "<style>/* .x { display: none } */</style><p class=x>shown</p>",
        "<style>.a.x { display: none }</style><p class=x>shown</p>",
        "<div style='background:#003'><p style='color:white'>shown</p></div>",
        "<div style='background:url(a.png)'><p style='color:white'>shown</p></div>",
        "<link rel=stylesheet href=a.css><p style='color:white'>shown</p>",
        "<table><tr><td bgcolor='#003366'><font color='#ffffff'>shown</font></td></tr></table>",
        "<ul style='font-size:0'><li style='font-size:16px'>shown</li></ul>",
        "<div style='visibility:hidden'><p style='visibility:visible'>shown</p></div>",
        "<h1 style='text-indent:-9999px;background:url(logo.png)'>shown</h1>",
        "<p style='opacity:0.5;height:0;left:-9999px;line-height:1.2'>shown</p>",
        "<p style='color:white;background:linear-gradient(red, blue)'>shown</p>",
        "<style>body { opacity: 0 }</style><body><p>shown</p>",
        "<style>}}{ .x { color: } @import 'a'; ;</style><p class=x>shown</p>",
    ],
)
def test_what_can_be_seen_or_may_be_is_read(page: str) -> None:
    assert seen(page) == "shown"


def test_a_page_that_is_dark_all_over_keeps_its_white_text_and_loses_its_dark_one() -> None:
    page = "<style>body { background: #111; color: #eee } .x { color: #111 }</style>"
    assert seen(f"{page}<body><p>shown</p><p class=x>SECRET</p>") == "shown"
