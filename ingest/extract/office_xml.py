"""Names in Office XML, the same for its two dialects (transitional and strict): `w:p`, `w:val`, `m:t`.

And those of OpenDocument: `text:h`, `table:table`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from lxml import etree

Element: TypeAlias = etree._Element

_TRANSITIONAL = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://schemas.microsoft.com/office/powerpoint/2010/main": "p14",
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "x",
    "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing": "xdr",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
    "http://schemas.openxmlformats.org/drawingml/2006/picture": "pic",
    "http://schemas.openxmlformats.org/drawingml/2006/diagram": "dgm",
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/package/2006/relationships": "rel",
    "http://schemas.openxmlformats.org/package/2006/content-types": "ct",
    "http://schemas.openxmlformats.org/package/2006/metadata/core-properties": "cp",
    "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties": "ep",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
    "http://schemas.microsoft.com/office/word/2010/wordprocessingShape": "wps",
}
_STRICT = {
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://purl.oclc.org/ooxml/presentationml/main": "p",
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "x",
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": "wp",
    "http://purl.oclc.org/ooxml/drawingml/picture": "pic",
    "http://purl.oclc.org/ooxml/drawingml/diagram": "dgm",
    "http://purl.oclc.org/ooxml/drawingml/chart": "c",
    "http://purl.oclc.org/ooxml/officeDocument/extendedProperties": "ep",
}
_OPEN_DOCUMENT = {
    f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0": prefix
    for name, prefix in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("drawing", "draw"),
        ("presentation", "presentation"),
        ("style", "style"),
        ("meta", "meta"),
        ("manifest", "manifest"),
        ("xsl-fo-compatible", "fo"),
        ("svg-compatible", "svg"),
    )
} | {
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/1998/Math/MathML": "math",
}
_PREFIXES = _TRANSITIONAL | _STRICT | _OPEN_DOCUMENT
_SHORT: dict[object, str] = {}


def short(element: Element) -> str:
    """Return an element's name with a fixed prefix (`w:p`), the same for the strict and the usual dialect.

    Names of unknown namespaces come without a prefix; comments and processing instructions are empty.
    """
    tag = element.tag
    name = _SHORT.get(tag)
    if name is None:
        name = _short_name(tag) if isinstance(tag, str) else ""
        if len(_SHORT) < 10_000:
            _SHORT[tag] = name
    return name


def _short_name(tag: str) -> str:
    namespace, _, local = tag.rpartition("}")
    prefix = _PREFIXES.get(namespace[1:])
    return f"{prefix}:{local}" if prefix else local


def attribute(element: Element, name: str) -> str | None:
    """Return an attribute by its prefixed name (`w:val`) in either dialect, or None."""
    for full in full_names(name):
        value = element.get(full)
        if value is not None:
            return value
    return None


@cache
def full_names(name: str) -> tuple[str, ...]:
    """Return the names that a prefixed name stands for, one for each dialect."""
    prefix, _, local = name.rpartition(":")
    spaces = [namespace for namespace, known in _PREFIXES.items() if known == prefix]
    return tuple(f"{{{namespace}}}{local}" for namespace in spaces) if prefix else (local,)


def child(element: Element | None, name: str) -> Element | None:
    """Return the first child with a prefixed name, or None."""
    if element is not None:
        for inner in element:
            if (_SHORT.get(inner.tag) or short(inner)) == name:
                return inner
    return None


def descendants(element: Element, name: str) -> Iterator[Element]:
    """Yield everything inside an element that has a prefixed name, in document order."""
    return element.iter(*(full_names(name)))
