"""What a page's own styles keep out of sight: marked as hidden before the page is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ingest.extract.html.elements import SKIPPED, attribute, tag_of
from ingest.extract.html.looks import Style, style_of
from ingest.extract.html.places import is_gone
from ingest.extract.html.properties import longhands, words
from ingest.extract.html.selectors import Node, root_of
from ingest.extract.html.sheets import UNKNOWN, Declared, Setting, Sheet, Shelf
from ingest.extract.html.sight import Sight, is_lost, of_page, seen_inside

_WHOLE = frozenset({"html", "body"})
"""A page that hides all of itself is shown by its scripts."""

_NO_TYPE = "-//W3C//DTD HTML 4.0 Transitional//EN"
"""What the parser takes a page for that does not say what it is."""

_TEXTS_OF_BOOKS = frozenset({"rt", "rtc", "svg"})
"""What is no text of web pages, but is read in books."""

_CELLS = frozenset({"td", "th"})
_HELD = frozenset({"forwards", "both"})


Linked = Callable[[str], str | None]


def no_sheet(_link: str) -> None:
    """Stand for the links of a page that came alone."""


def hide_unseen(root: Any, shelf: Shelf | None = None, linked: Linked = no_sheet) -> bool:
    """Give elements that a page's styles keep out of sight the attribute `hidden`, and take it from those that show.

    Text that is lost beside an element that is seen is put into a hidden one of its own. shelf: keeps the style sheets
    that the pages of one file share. linked: returns the text of a style sheet by its link, None where it is not to
    be had. Returns whether the style sheets could be followed to their end.
    """
    shelf = shelf or Shelf()
    texts, unread = _texts(root, linked)
    folded = root.getroottree().docinfo.public_id == _NO_TYPE
    sheet = shelf.sheet_of(texts, folded=folded)
    if not sheet.count and not any(_has_looks(element) for element in root.iter()):
        return not sheet.too_large
    _Reader(sheet, linked=unread or sheet.imports).read(root_of(root, shelf.meter, folded=folded))
    return not sheet.too_large


def _texts(root: Any, linked: Linked) -> tuple[tuple[tuple[str, str], ...], bool]:
    """Return the style sheets of a page with their media, and whether there are some that cannot be read."""
    texts: list[tuple[str, str]] = []
    unread = False
    for element in root.iter("style", "link"):
        media = attribute(element, "media")
        if any(tag_of(around) in ("noscript", "template") for around in element.iterancestors()):
            continue
        if element.tag == "style":
            if attribute(element, "type").lower() in ("", "text/css"):
                texts.append(("".join(element.itertext()), media))
            continue
        relations = attribute(element, "rel").lower().split()
        if "stylesheet" in relations and "alternate" not in relations:
            text = linked(attribute(element, "href"))
            unread = unread or text is None
            texts.append((text or "", media))
    return tuple(texts), unread


def _has_looks(element: Any) -> bool:
    return any(
        element.get(name) is not None for name in ("style", "hidden", "popover", "bgcolor", "color", "text")
    ) or tag_of(element) in ("dialog", "mark")


class _Reader:
    """Walks a page from the outside in, and marks on the way back."""

    def __init__(self, sheet: Sheet, *, linked: bool) -> None:
        self._sheet = sheet
        self._linked = linked

    def read(self, root: Node) -> None:
        """Mark what is hidden inside a page."""
        self._visit(root, of_page(linked=self._linked))

    def _visit(self, node: Node, around: Sight) -> bool:
        """Mark what is hidden inside an element. Returns whether something of it is seen."""
        element, tag = node.etree_element, tag_of(node.etree_element)
        if tag in SKIPPED and tag not in _TEXTS_OF_BOOKS:
            return False
        declared = self._sheet.declared_for(node, attribute(element, "style"))
        style = style_of(self._at_rest(declared), around.variables)
        whole = tag in _WHOLE
        if not whole and (self._is_closed(element, tag, style) or is_gone(element, style, around)):
            element.set("hidden", "")
            return False
        if element.get("hidden") not in (None, "until-found"):
            del element.attrib["hidden"]
        sight = seen_inside(element, style, around)
        if (sight.faded or (tag == "svg" and not sight.visible)) and not whole:
            element.set("hidden", "")
            return False
        if tag == "svg":
            return True
        seen = any([self._visit(child, sight) for child in node.inside()]) or tag == "img"
        if not _has_text(element):
            return seen
        if not is_lost(sight):
            return True
        if seen or whole or tag in _CELLS:
            _hide_text(element)
        else:
            element.set("hidden", "")
        return seen

    def _is_closed(self, element: Any, tag: str, style: Style) -> bool:
        """Whether an element waits to be shown by a script. What a person can open by itself does not."""
        shut = element.get("hidden") not in (None, "until-found") or (
            element.get("open") is None and (tag == "dialog" or element.get("popover") is not None)
        )
        return shut and (self._linked or style("display") in ("", UNKNOWN))

    def _at_rest(self, declared: Declared) -> Declared:
        """Return what holds once the movements of an element are over."""
        motion = declared.get("animation")
        if motion is None or not self._sheet.motions:
            return declared
        said = {word for part in words(motion.value, by=",") for word in words(part)}
        for name in said & self._sheet.motions.keys() if said & _HELD else ():
            for each in self._sheet.motions[name]:
                declared = declared | dict.fromkeys(longhands(each.name), Setting(each.name, each.value))
        return declared


def _has_text(element: Any) -> bool:
    return bool((element.text or "").strip()) or any((child.tail or "").strip() for child in element)


def _hide_text(element: Any) -> None:
    """Put the text that stands in an element itself into hidden elements."""
    for child in list(element):
        if (child.tail or "").strip():
            text, child.tail = child.tail, None
            child.addnext(_hidden(element, text))
    if (element.text or "").strip():
        text, element.text = element.text, None
        element.insert(0, _hidden(element, text))


def _hidden(element: Any, text: str) -> Any:
    piece = element.makeelement("span", {"hidden": ""})
    piece.text = text
    return piece
