"""An HTML original as it is shown beside its text: with its own styles, without what runs or asks elsewhere.

What a parser overlooks does nothing either: the policy lets nothing but inline styles and pictures in the page
itself through, in a sandbox without an origin.
"""

from __future__ import annotations

import re

from lxml import etree, html

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox",
    )
)
"""The policy of such a page. It never inherits that of the app, which lets no inline style through."""

SHOWN_TYPES = frozenset({"text/html", "application/xhtml+xml", "image/svg+xml"})
"""Media types that are shown so."""

MOST_BYTES = 20 * 1024 * 1024
"""Larger pages are not shown; a browser would stand still over them."""

_GONE = (
    *("script", "link", "iframe", "frame", "frameset", "object", "embed", "applet"),
    *("base", "meta", "template", "audio", "video", "portal"),
)
_UNWRAPPED = frozenset({"form", "noscript"})
_ASKING = frozenset(
    {"src", "srcset", "href", "xlink:href", "action", "formaction", "poster", "background", "data", "ping"}
)
_OWN_PICTURE = re.compile(r"\s*data:image/(png|jpe?g|gif|webp);", re.IGNORECASE)
_IMPORT = re.compile(r"@import\b[^;}]*;?", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:url|image-set|src)\(\s*(?![\"']?data:image/)[^)]*\)", re.IGNORECASE)
_FONT = re.compile(r"@font-face\s*\{[^}]*\}", re.IGNORECASE)
_EMPTY = "<!doctype html><title></title>"


def shown_page(data: bytes) -> str:
    """Return a page that can be shown in a frame, from the bytes of any file that calls itself HTML or SVG."""
    try:
        root = html.document_fromstring(data, parser=html.HTMLParser(encoding=_encoding(data)))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return _EMPTY
    etree.strip_elements(root, *_GONE, etree.Comment, etree.ProcessingInstruction, with_tail=False)
    for element in list(root.iter()):
        if not isinstance(element.tag, str):
            continue
        _tame(element)
    etree.strip_tags(root, *_UNWRAPPED)
    return str(html.tostring(root, encoding="unicode", doctype="<!doctype html>"))


def _encoding(data: bytes) -> str | None:
    """UTF-8 when it is that; else what the page itself says, which the parser finds."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _tame(element: etree._Element) -> None:
    if element.tag == "style":
        element.text = _quiet(element.text or "")
    for name in list(element.attrib):
        value = str(element.attrib[name])
        plain = str(name).lower()
        if plain.startswith("on") or (plain in _ASKING and not _is_inside(plain, value)):
            del element.attrib[name]
        elif plain == "style" or "url(" in value.lower():
            element.attrib[name] = _quiet(value)


def _is_inside(name: str, value: str) -> bool:
    return value.startswith("#") or (name == "src" and _OWN_PICTURE.match(value) is not None)


def _quiet(css: str) -> str:
    """Return styles that ask for nothing outside the page: the policy would stop it, and complain."""
    return _ADDRESS.sub("none", _FONT.sub("", _IMPORT.sub("", css)))
