"""Pages for tests, parsed the way the product parses them."""

from __future__ import annotations

from lxml import etree

from ingest.extract.html.elements import Element


def body_of(html: str) -> Element:
    """Return the body of a page."""
    root = etree.fromstring(f"<html><body>{html}</body></html>", etree.HTMLParser(remove_comments=True))
    return next(iter(root.iter("body")))


def first_in(html: str) -> Element:
    """Return the first element of a page's body."""
    return next(iter(body_of(html)))
