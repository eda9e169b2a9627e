"""What the tags of HTML are for.

Elements are those of the parser, known here only by the little that is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol


class Element(Protocol):
    """An element of a parsed page."""

    tag: Any
    text: str | None
    tail: str | None

    def get(self, key: str) -> str | None:
        """Return an attribute, None where it is absent."""
        ...

    def iter(self) -> Iterator[Element]:
        """Yield this element and all inside it, in document order."""
        ...

    def __iter__(self) -> Iterator[Element]:
        """Yield the children."""
        ...

    def __len__(self) -> int:
        """Return the number of children."""
        ...

    def getparent(self) -> Element | None:
        """Return the element around this one."""
        ...


HEADINGS = {f"h{level}": level for level in range(1, 7)}

SKIPPED = frozenset(
    {
        "applet",
        "area",
        "audio",
        "basefont",
        "bgsound",
        "button",
        "canvas",
        "datalist",
        "embed",
        "frame",
        "frameset",
        "head",
        "iframe",
        "input",
        "link",
        "map",
        "meta",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "option",
        "param",
        "progress",
        "rp",
        "rt",
        "rtc",
        "script",
        "select",
        "source",
        "style",
        "svg",
        "template",
        "textarea",
        "title",
        "track",
        "video",
    }
)
"""Tags whose text is no text of the page."""

BLOCKS = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        *HEADINGS,
    }
)


def attribute(element: Element, name: str) -> str:
    """Return an attribute; empty where it is absent."""
    return element.get(name) or ""


def tag_of(element: Element) -> str:
    """Return the name of a tag in lower case without its namespace; empty for a comment or the like."""
    return element.tag.rpartition(":")[2].lower() if isinstance(element.tag, str) else ""


def is_hidden(element: Element) -> bool:
    """Return whether an element is kept out of sight, once the styles of its page have been looked at."""
    return element.get("hidden") not in (None, "until-found")


def is_decoration(element: Element) -> bool:
    """Return whether an inline element is a picture of text, an icon or a link to its own heading."""
    if attribute(element, "aria-hidden") == "true" and tag_of(element) not in BLOCKS:
        return True
    return tag_of(element) == "a" and is_heading_link(element)


def is_heading_link(element: Element) -> bool:
    """Return whether a link only points at the heading it stands in."""
    names = attribute(element, "class").lower().split()
    if "headerlink" in names or attribute(element, "role") == "doc-backlink":
        return True
    text = "".join(inner.text or "" for inner in element.iter()).strip()
    return attribute(element, "href").startswith("#") and text in ("¶", "#", "§", "🔗", "↩", "↩︎", "⏎", "^")


def text_length(element: Element) -> int:
    """Return the number of characters of an element's text, blanks left out."""
    length = 0
    for inner in element.iter():
        if isinstance(inner.tag, str) and inner.text and tag_of(inner) not in SKIPPED:
            length += len(inner.text.strip())
        if inner.tail and inner is not element:
            length += len(inner.tail.strip())
    return length
