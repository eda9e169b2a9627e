"""The main content of a page: landmarks first, then what a kept library knows of the habits of web sites.

The library's rules are taken with care: what they would remove goes only when it is made of links or is tiny.
"""

from __future__ import annotations

import re
from typing import Any

from trafilatura.xpaths import BODY_XPATH, OVERALL_DISCARD_XPATH

from ingest.extract.html.elements import HEADINGS, Element, attribute, is_hidden, tag_of, text_length

_NAVIGATION_ROLES = frozenset(
    {"banner", "contentinfo", "directory", "doc-toc", "menu", "menubar", "navigation", "search", "toolbar"}
)
_NAVIGATION_NAMES = re.compile(
    r"(?:^|[\s_-])(?:breadcrumbs?|site-?nav|nav(?:bar|head(?:er)?|foot(?:er)?|links?|igation)?|menu|side-?bar|sphinxsidebar"
    r"|toc|table-?of-?contents|pagination|pager|prev-?next|skip-?(?:link|nav|to-content)|cookie-?\w*|share|social"
    r"|toplang|bottomlang|site-?(?:header|footer)|page-?footer|edit-?page|search-?(?:box|form))(?:$|[\s_-])",
    re.I,
)
_ARTICLE_PARTS = frozenset({"main", "article", "section", "blockquote", "figure", "details"})

_ENOUGH = 0.4
"""Share of the page's text that a candidate must hold to be the main content."""

_MADE_OF_LINKS = 0.6
_TINY = 0.02


def choose_content(body: Element) -> tuple[Element, set[Element]]:
    """Return the element that holds the main content, and what to leave out inside it."""
    out = {element for element in body.iter() if _is_navigation(element)}
    whole = max(1, _length_without(body, out))
    content = _landmark(body, out, whole)
    if content is None:
        content = _library_choice(body, out, whole)
    if content is None:
        content = body
    out |= _library_discards(content, whole)
    return content, out - set(_ancestors(content)) - {content}


def _is_navigation(element: Element) -> bool:
    tag = tag_of(element)
    if not tag or tag in ("html", "body", "main", "article") or tag in HEADINGS:
        return False
    role = attribute(element, "role")
    if tag == "nav" or role in _NAVIGATION_ROLES:
        return True
    if tag in ("footer", "header"):
        return not any(tag_of(around) in _ARTICLE_PARTS for around in _ancestors(element)) and not _has_title(
            element
        )
    names = f"{element.get('class')} {element.get('id')}"
    return bool(_NAVIGATION_NAMES.search(names)) and _is_made_of_links(element)


def _has_title(element: Element) -> bool:
    return any(tag_of(inner) == "h1" for inner in element.iter())


def _is_unseen(element: Element) -> bool:
    return any(is_hidden(around) for around in (element, *_ancestors(element)))


def _ancestors(element: Element) -> list[Element]:
    found: list[Element] = []
    around = element.getparent()
    while around is not None:
        found.append(around)
        around = around.getparent()
    return found


def _is_made_of_links(element: Element) -> bool:
    length = text_length(element)
    links = sum(text_length(inner) for inner in element.iter() if tag_of(inner) == "a")
    return links >= length * _MADE_OF_LINKS or length < 80


def _length_without(element: Element, out: set[Element]) -> int:
    return text_length(element) - sum(
        text_length(inner) for inner in out if not any(around in out for around in _ancestors(inner))
    )


def _landmark(body: Element, out: set[Element], whole: int) -> Element | None:
    """Return the one element that the author names the main one."""
    for is_landmark in (_is_main, _is_article):
        found = [element for element in body.iter() if is_landmark(element) and not _is_unseen(element)]
        outer = [element for element in found if not any(around in found for around in _ancestors(element))]
        if (
            len(outer) == 1
            and _length_without(outer[0], {e for e in out if outer[0] in _ancestors(e)}) >= whole * _ENOUGH
        ):
            return outer[0]
    return None


def _is_main(element: Element) -> bool:
    return tag_of(element) == "main" or attribute(element, "role") == "main"


def _is_article(element: Element) -> bool:
    return tag_of(element) == "article" or attribute(element, "role") == "article"


def _library_choice(body: Any, out: set[Element], whole: int) -> Element | None:
    for path in BODY_XPATH:
        for element in path(body)[:1]:
            if element not in out and text_length(element) >= whole * _ENOUGH * 2 and not _is_unseen(element):
                found: Element = element
                return found
    return None


def _library_discards(content: Any, whole: int) -> set[Element]:
    found: set[Element] = set()
    for element in OVERALL_DISCARD_XPATH[0](content):
        length = text_length(element)
        if (
            length <= whole * _TINY
            and not any(tag_of(inner) in HEADINGS for inner in element.iter())
            and _links_only(element)
        ):
            found.add(element)
    return found


def _links_only(element: Element) -> bool:
    length = text_length(element)
    links = sum(text_length(inner) for inner in element.iter() if tag_of(inner) == "a")
    return links >= length * _MADE_OF_LINKS
