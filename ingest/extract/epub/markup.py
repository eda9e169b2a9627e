"""The XML of e-books without trust: no network, no entities, no document types; names without namespaces."""

from __future__ import annotations

import re
from html.entities import html5

from lxml import etree

from ingest.domain.cleaning import clean
from ingest.extract.encoding import decode
from ingest.extract.html.elements import Element, attribute, tag_of
from ingest.extract.html.extraction import declared_charset, parse_page

_OPS = "{http://www.idpf.org/2007/ops}type"
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_DOCTYPE = re.compile(r"<!DOCTYPE(?:[^\[>]|\[(?:[^\]\"']|\"[^\"]*\"|'[^']*')*\])*>", re.I)
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]*;)")
_OF_XML = frozenset({"lt;", "gt;", "amp;", "quot;", "apos;"})


def parse_xml(data: bytes, *, forgiving: bool = True) -> etree._Element | None:
    """Return the root of an XML file with bare names, None where there is none to be had.

    forgiving: whether to repair what is not well-formed instead of giving up.
    """
    text = clean(decode(data, declared=declared_charset(data)).text).text
    return parse_text(text, forgiving=forgiving)


def parse_text(text: str, *, forgiving: bool) -> etree._Element | None:
    """Return the root of a decoded XML file, as `parse_xml`."""
    text = _DOCTYPE.sub("", _DECLARATION.sub("", text), count=1)
    text = _ENTITY.sub(_character, text).strip()
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        recover=forgiving,
        encoding="utf-8",
    )
    try:
        root: etree._Element | None = etree.fromstring(text.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    if root is not None:
        for element in root.iter():
            if isinstance(element.tag, str):
                element.tag = element.tag.rpartition("}")[2]
    return root


def parse_chapter(text: str) -> tuple[etree._Element | None, bool]:
    """Return the root of a chapter, and whether its nesting was given up. Books that are no XML are read as pages."""
    root = parse_text(text, forgiving=False)
    if root is not None and any(tag_of(element) == "body" for element in root.iter()):
        return root, False
    return parse_page(text)


def kind_of(element: Element) -> list[str]:
    """Return the words of `epub:type` and `role` of an element: what it is for."""
    said = f"{element.get(_OPS) or element.get('epub:type') or ''} {attribute(element, 'role')}"
    return said.replace("doc-", "").split()


def one_line(element: Element | None) -> str:
    """Return all text inside an element on one line, without the readings of ruby."""
    if element is None:
        return ""
    return " ".join("".join(_texts(element)).split())


def _texts(element: Element) -> list[str]:
    if tag_of(element) in ("rt", "rp"):
        return []
    parts = [element.text or ""]
    if tag_of(element) == "img":
        parts.append(attribute(element, "alt"))
    for inner in element:
        parts += _texts(inner)
        parts.append(inner.tail or "")
    return parts


def _character(match: re.Match[str]) -> str:
    """Return the character of an entity of HTML; what is unknown is kept as written."""
    name = match[1]
    if name in _OF_XML:
        return match[0]
    return html5.get(name, f"&amp;{name}")
