"""Builds e-books from bodies of chapters, so that a test says exactly what a publisher would have written."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

XHTML = (
    '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" '
    'xmlns:epub="http://www.idpf.org/2007/ops"><head><title>{title}</title></head><body>{body}</body></html>'
)
CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
METADATA = "<dc:title>Lamps</dc:title><dc:language>en</dc:language>"


def chapter(body: str, title: str = "") -> str:
    """A chapter file around a body."""
    return XHTML.format(title=title, body=body)


def nav(points: str) -> str:
    """A nav document; points is the inside of its outer list."""
    return chapter(f'<nav epub:type="landmarks"><ol/></nav><nav epub:type="toc"><ol>{points}</ol></nav>')


def ncx(points: str) -> str:
    """An NCX; points are its navPoint elements."""
    return f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{points}</navMap></ncx>'


def nav_point(title: str, src: str, inside: str = "") -> str:
    """One entry of an NCX."""
    return f'<navPoint><navLabel><text>{title}</text></navLabel><content src="{src}"/>{inside}</navPoint>'


def book_file(
    path: Path,
    chapters: Mapping[str, str],
    *,
    navigation: str = "",
    contents: str = "",
    metadata: str = METADATA,
    parts: Mapping[str, str] | None = None,
    unread: frozenset[str] = frozenset(),
) -> Path:
    """Write a book. chapters: whole files by name, in reading order. navigation: a nav document. contents: an NCX.

    parts: further members of the container. unread: chapters that the reading order leaves out.
    """
    items = "".join(
        f'<item id="c{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n, name in enumerate(chapters) if name not in unread)
    files = {f"OEBPS/{name}": text for name, text in chapters.items()}
    if navigation:
        items += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        files["OEBPS/nav.xhtml"] = navigation
    if contents:
        items += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        files["OEBPS/toc.ncx"] = contents
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">'
        f'{metadata}</metadata><manifest>{items}</manifest><spine toc="ncx">{spine}</spine></package>'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("OEBPS/book.opf", package)
        for name, text in {**files, **(parts or {})}.items():
            book.writestr(name, text)
    return path
