"""The navigation of an e-book: the nav document of version 3, else the NCX of version 2."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.domain.cleaning import clean
from ingest.domain.errors import Damaged
from ingest.extract.encoding import decode
from ingest.extract.epub.book import Book, Item, resolve
from ingest.extract.epub.markup import kind_of, one_line, parse_chapter, parse_xml
from ingest.extract.html.elements import Element, attribute, tag_of
from ingest.extract.html.extraction import declared_charset
from ingest.extract.opc import Package

_MOST = 20_000
_DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the navigation. path: a file of the book; fragment: an id in it, empty for its beginning."""

    title: str
    level: int
    path: str
    fragment: str = ""


def read_navigation(package: Package, book: Book) -> list[Entry]:
    """Return the entries in their own order; those of a nav document where any of them leads into the book."""
    texts = {item.path for item in book.spine}
    for item, read in ((book.navigation, _of_nav), (book.ncx, _of_ncx)):
        if item is None or not package.has(item.path):
            continue
        try:
            entries = read(package, item)
        except Damaged:
            continue
        usable = [entry for entry in entries if entry.path in texts][:_MOST]
        if usable:
            return usable
    return []


def _of_nav(package: Package, item: Item) -> list[Entry]:
    data = package.data(item.path)
    root, _ = parse_chapter(clean(decode(data, declared=declared_charset(data)).text).text)
    if root is None:
        return []
    navs = [element for element in root.iter() if tag_of(element) == "nav"]
    chosen = next((nav for nav in navs if "toc" in kind_of(nav)), navs[0] if navs else root)
    folder = posixpath.dirname(item.path)
    lists = [element for element in chosen.iter() if tag_of(element) in ("ol", "ul")]
    return list(_of_list(lists[0], 1, folder, item.path)) if lists else []


def _of_list(holder: Element, level: int, folder: str, own: str) -> Iterator[Entry]:
    for point in holder:
        if tag_of(point) != "li" or level > _DEEPEST:
            continue
        label = next((inner for inner in point.iter() if tag_of(inner) in ("a", "span")), None)
        inside = [inner for inner in point if tag_of(inner) in ("ol", "ul")]
        below = [entry for inner in inside for entry in _of_list(inner, level + 1, folder, own)]
        link = next((inner for inner in point.iter() if tag_of(inner) == "a"), None)
        if label is not None and link is not None:
            path, fragment = resolve(folder, attribute(link, "href"))
            yield Entry(one_line(label) or attribute(label, "title"), level, path or own, fragment)
        yield from below


def _of_ncx(package: Package, item: Item) -> list[Entry]:
    root = parse_xml(package.data(item.path))
    if root is None:
        return []
    holder = next((element for element in root.iter() if tag_of(element) == "navmap"), root)
    return list(_of_points(holder, 1, posixpath.dirname(item.path)))


def _of_points(holder: Element, level: int, folder: str) -> Iterator[Entry]:
    for point in holder:
        if tag_of(point) != "navpoint" or level > _DEEPEST:
            continue
        label = next((inner for inner in point if tag_of(inner) == "navlabel"), None)
        content = next((inner for inner in point if tag_of(inner) == "content"), None)
        if label is not None and content is not None:
            path, fragment = resolve(folder, attribute(content, "src"))
            yield Entry(one_line(label), level, path, fragment)
        yield from _of_points(point, level + 1, folder)
