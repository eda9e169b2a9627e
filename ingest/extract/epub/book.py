"""The container of an e-book: what it says about itself, its files in reading order, and its protection."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from lxml import etree

from ingest.domain.document import Metadata
from ingest.domain.errors import Damaged, Unsupported
from ingest.extract.epub.markup import one_line, parse_xml
from ingest.extract.html.elements import attribute, tag_of
from ingest.extract.opc import Package

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_NO_BOOK = "The file holds no e-book. Download it again."
_PROTECTED = "Protected against copying (DRM). Add a copy without protection, from where the book was bought."
_FONT_MANGLING = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_TEXTS = frozenset(
    {"application/xhtml+xml", "text/html", "text/x-oeb1-document", "application/xml", "text/xml"}
)
_TEXT_ENDINGS = (".xhtml", ".html", ".htm", ".xml")
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$")


@dataclass(frozen=True, slots=True)
class Item:
    """A file of the book. path: its name in the container."""

    path: str
    media_type: str
    properties: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether it is a chapter, not a picture."""
        return self.media_type in _TEXTS or self.path.lower().endswith(_TEXT_ENDINGS)


@dataclass(frozen=True, slots=True)
class Book:
    """A book's files. spine: in reading order; left_out: texts that the reading order does not name.

    missing: files that the reading order names and that are not there. pictures: pages that are a picture file.
    """

    metadata: Metadata
    spine: tuple[Item, ...] = ()
    navigation: Item | None = None
    ncx: Item | None = None
    left_out: tuple[Item, ...] = ()
    missing: int = 0
    pictures: int = 0


@dataclass(slots=True)
class _Manifest:
    """Items by id, and by path as far as they are in the container."""

    by_id: dict[str, Item] = field(default_factory=dict)

    def with_property(self, name: str) -> Item | None:
        return next((item for item in self.by_id.values() if name in item.properties), None)


def open_book(package: Package) -> Book:
    """Return what the container says. Raises Damaged where it is no book, Unsupported where it is protected."""
    path = _package_path(package)
    root = parse_xml(package.data(path))
    if root is None:
        raise Damaged(_NO_BOOK)
    manifest = _manifest(root, posixpath.dirname(path))
    spine, missing = _spine(root, manifest, package)
    if not spine:
        raise Damaged(_NO_BOOK)
    _refuse_protected(package, {item.path for item in spine})
    named = {item.path for item in spine}
    navigation = manifest.with_property("nav")
    outside = tuple(
        item
        for item in manifest.by_id.values()
        if item.is_text
        and item.media_type not in ("application/xml", "text/xml")
        and item.path not in named
        and item is not navigation
        and package.has(item.path)
    )
    return Book(
        metadata=_metadata(root),
        spine=tuple(item for item in spine if item.is_text),
        navigation=navigation,
        ncx=_ncx(root, manifest),
        left_out=outside,
        missing=missing,
        pictures=sum(not item.is_text for item in spine),
    )


def resolve(folder: str, link: str) -> tuple[str, str]:
    """Return the path in the container and the fragment that a link in a file of `folder` points to."""
    target, _, fragment = link.strip().partition("#")
    path = posixpath.normpath(posixpath.join(folder, unquote(target))) if target else ""
    return path.lstrip("/"), unquote(fragment)


def _package_path(package: Package) -> str:
    if package.has(_CONTAINER):
        root = parse_xml(package.data(_CONTAINER))
        for element in root.iter() if root is not None else ():
            path = unquote(attribute(element, "full-path")).lstrip("/")
            if tag_of(element) == "rootfile" and package.has(path):
                return path
    found = next((name for name in package.names if name.lower().endswith(".opf")), None)
    if found is None:
        raise Damaged(_NO_BOOK)
    return found


def _manifest(root: etree._Element, folder: str) -> _Manifest:
    manifest = _Manifest()
    for element in root.iter():
        if tag_of(element) == "item" and attribute(element, "href"):
            path, _ = resolve(folder, attribute(element, "href"))
            properties = tuple(attribute(element, "properties").split())
            item = Item(path, attribute(element, "media-type").lower(), properties)
            manifest.by_id.setdefault(attribute(element, "id"), item)
    return manifest


def _spine(root: etree._Element, manifest: _Manifest, package: Package) -> tuple[list[Item], int]:
    found: dict[str, Item] = {}
    missing = 0
    for element in root.iter():
        if tag_of(element) != "itemref":
            continue
        item = manifest.by_id.get(attribute(element, "idref"))
        if item is None or not package.has(item.path):
            missing += 1
        else:
            found.setdefault(item.path, item)
    return list(found.values()), missing


def _ncx(root: etree._Element, manifest: _Manifest) -> Item | None:
    for element in root.iter():
        if tag_of(element) == "spine" and attribute(element, "toc") in manifest.by_id:
            return manifest.by_id[attribute(element, "toc")]
    return next((item for item in manifest.by_id.values() if item.path.lower().endswith(".ncx")), None)


def _refuse_protected(package: Package, texts: set[str]) -> None:
    """Raise Unsupported where the text itself is encrypted; mangled fonts are nobody's loss."""
    if not package.has(_ENCRYPTION):
        return
    root = parse_xml(package.data(_ENCRYPTION))
    for data in root.iter() if root is not None else ():
        if tag_of(data) != "encrypteddata":
            continue
        methods = [attribute(e, "Algorithm") for e in data.iter() if tag_of(e) == "encryptionmethod"]
        paths = {
            unquote(attribute(e, "URI")).lstrip("/") for e in data.iter() if tag_of(e) == "cipherreference"
        }
        if paths & texts and not all(method.startswith(_FONT_MANGLING) for method in methods or [""]):
            raise Unsupported(_PROTECTED)


def _metadata(root: etree._Element) -> Metadata:
    head = next((element for element in root.iter() if tag_of(element) == "metadata"), root)
    entries = [(element, tag_of(element), one_line(element)) for element in head.iter()]
    refined = {
        (attribute(element, "refines").lstrip("#"), attribute(element, "property")): text
        for element, tag, text in entries
        if tag == "meta" and attribute(element, "refines")
    }
    authors = [
        text
        for element, tag, text in entries
        if tag == "creator" and text and _role(element, refined) in ("", "aut", "edt", "cre")
    ]
    languages = [
        text.replace("_", "-") for _, tag, text in entries if tag == "language" and _LANGUAGE.match(text)
    ]
    keywords = [text for _, tag, text in entries if tag == "subject" and text and len(text) < 80]
    return Metadata(
        title=_title(entries, refined),
        authors=tuple(dict.fromkeys(authors)),
        language=languages[0] if languages else None,
        keywords=tuple(dict.fromkeys(keywords))[:20],
        created=next(_dates(entries, ("publication", "creation", "")), None),
        modified=next(_dates(entries, ("modification",)), None),
    )


_Entries = list[tuple[etree._Element, str, str]]


def _title(entries: _Entries, refined: dict[tuple[str, str], str]) -> str | None:
    titles = [(element, text) for element, tag, text in entries if tag == "title" and text]
    for element, text in titles:
        if refined.get((attribute(element, "id"), "title-type")) == "main":
            return text
    return titles[0][1] if titles else None


def _role(element: etree._Element, refined: dict[tuple[str, str], str]) -> str:
    own = next((value for name, value in element.attrib.items() if str(name).endswith("role")), "")
    return refined.get((attribute(element, "id"), "role"), str(own))


def _dates(entries: _Entries, events: tuple[str, ...]) -> Iterator[str]:
    for element, tag, text in entries:
        event = next((str(v) for name, v in element.attrib.items() if str(name).endswith("event")), "")
        modified = tag == "meta" and attribute(element, "property") == "dcterms:modified"
        meant = (tag == "date" and event in events) or (modified and "modification" in events)
        if meant and _DATE.match(text) and not text.startswith(("0000", "0001", "0101")):
            yield text
