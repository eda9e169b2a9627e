"""Entities of XML files, resolved as text before a parser sees them: bounded, and never from another file."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from lxml import etree

from ingest.domain.errors import TooLarge

_DOCTYPE = re.compile(r"<!DOCTYPE\b[^\[>]*(?:\[(.*?)\]\s*)?>", re.S)
_ENTITY = re.compile(
    r"<!ENTITY\s+([\w.:-]+)\s+(?:\"([^\"]*)\"|'([^']*)'|(?:SYSTEM|PUBLIC)\b[^>]*?[\"']([^\"'>]*)[\"']\s*)"
)
_REFERENCE = re.compile(r"&([A-Za-z_][\w.:-]*);")
_KEPT = frozenset({"amp", "lt", "gt", "quot", "apos"})
_DEPTH = 8
_LONGEST_VALUE = 100_000
_GROWTH = 20_000_000


@dataclass(frozen=True, slots=True)
class Resolved:
    """A document without a DOCTYPE and without named entities. elsewhere: files that entities point to."""

    text: str
    elsewhere: tuple[str, ...] = ()


def resolve_entities(text: str) -> Resolved:
    """Return an XML document with its own entities filled in.

    Names of HTML become their characters, unknown ones stay readable as `[name]`. Raises TooLarge where
    entities multiply.
    """
    doctype = _DOCTYPE.search(text)
    values: dict[str, str] = {}
    files: dict[str, str] = {}
    if doctype:
        for name, double, single, file in _ENTITY.findall(doctype[1] or ""):
            if file:
                files.setdefault(name, file)
            else:
                values.setdefault(name, double or single)
        text = text[: doctype.start()] + text[doctype.end() :]
    elsewhere: dict[str, None] = {}
    room = _GROWTH

    def replaced(match: re.Match[str], depth: int = 0) -> str:
        nonlocal room
        name = match[1]
        if name in _KEPT:
            return match[0]
        if name in files:
            elsewhere[files[name]] = None
            return ""
        if name not in values or depth >= _DEPTH:
            return _known(name)
        value = _REFERENCE.sub(lambda inner: replaced(inner, depth + 1), values[name])
        room -= len(value)
        if room < 0 or len(value) > _LONGEST_VALUE:
            raise TooLarge("Its entities multiply beyond the limit. Save it with its entities filled in.")
        return value

    return Resolved(_REFERENCE.sub(replaced, text), tuple(elsewhere))


def well_formed(text: str) -> str:
    """Return an XML document with its broken tags closed, as far as a forgiving parser reads it; empty for none."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return ""
    return "" if root is None else etree.tostring(root, encoding="unicode")


def _known(name: str) -> str:
    character = html.unescape(f"&{name};")
    return html.escape(character) if not character.startswith("&") else f"[{name}]"
