from __future__ import annotations

from ingest.extract.html.blocks import BlockWriter, find_block_holders
from ingest.extract.html.content import choose_content
from ingest.extract.html.inline import InlineWriter
from tests.support.html import body_of

TEXT = "<p>" + "The lamp stands in the tower and is lit when the night comes. " * 6 + "</p>"
LINKS = "".join(f"<li><a href=x{n}>Another page number {n}</a></li>" for n in range(8))


def words(html: str) -> str:
    body = body_of(html)
    content, out = choose_content(body)
    writer = BlockWriter(InlineWriter({}, out), find_block_holders(content))
    writer.write(content)
    return "\n".join(writer.lines)


def test_the_main_landmark_is_the_content() -> None:
    html = f"<div class=x>CHROME</div><main><h1>Lamp</h1>{TEXT}</main><div>CHROME</div>"
    assert "CHROME" not in words(html)
    assert "# Lamp" in words(html)


def test_an_empty_main_landmark_is_not_believed() -> None:
    assert "tower" in words(f"<main></main><div>{TEXT}</div>")
    assert "tower" in words(f"<div role=main><p>Loading</p></div><div>{TEXT}</div>")


def test_several_articles_are_all_content() -> None:
    assert words(f"<article>{TEXT}FIRST</article><article>{TEXT}SECOND</article>").count("FIRST") == 1
    assert "SECOND" in words(f"<article>{TEXT}FIRST</article><article>{TEXT}SECOND</article>")


def test_navigation_goes_wherever_it_stands() -> None:
    for chrome in (
        f"<nav><ul>{LINKS}</ul></nav>",
        f"<div role=navigation><ul>{LINKS}</ul></div>",
        f"<div class='sidebar left'><ul>{LINKS}</ul></div>",
        f"<div id=toc><ul>{LINKS}</ul></div>",
        "<header><a href=/>Another page number</a></header>",
        "<footer>Another page number, all rights reserved</footer>",
    ):
        assert "Another page" not in words(f"<div><h1>Lamp</h1>{TEXT}</div>{chrome}"), chrome
        assert "tower" in words(f"<div><h1>Lamp</h1>{TEXT}</div>{chrome}")


def test_text_that_only_has_the_name_of_chrome_stays() -> None:
    html = f"<div class='menu'><h1>Our menu</h1>{TEXT}</div><div class=options>{TEXT} OPTIONS</div>"
    assert "tower" in words(html)
    assert "OPTIONS" in words(html)


def test_the_title_in_a_header_stays() -> None:
    assert "# Lamp" in words(f"<header><h1>Lamp</h1></header>{TEXT}")
    assert "byline" in words(f"<article><header><p>byline of the text</p></header>{TEXT}</article>")


def test_a_page_of_links_keeps_them() -> None:
    assert "Another page number 7" in words(f"<h1>Index</h1><ul>{LINKS}</ul>")
