"""A chapter file as lines of Markdown, with the places of its ids and its headings. No text of it is filtered."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field

from lxml import etree

from ingest.domain.cleaning import clean
from ingest.domain.document import HeadingHint
from ingest.extract.encoding import decode
from ingest.extract.epub.book import resolve
from ingest.extract.epub.markup import kind_of, one_line, parse_chapter
from ingest.extract.html.blocks import BlockWriter, find_block_holders
from ingest.extract.html.elements import BLOCKS, attribute, is_hidden, tag_of
from ingest.extract.html.extraction import declared_charset
from ingest.extract.html.inline import InlineWriter
from ingest.extract.html.sheets import Shelf
from ingest.extract.html.visibility import Linked, hide_unseen, no_sheet

_LABEL = re.compile(r"[\[(（［*※]*\s*(?:注|註|原注|訳注|note)?\s*(\d{1,4}|[a-z*†‡§])\s*[\])）］]*", re.I)
_READING_PARTS = ("rt", "rp", "rtc")


@dataclass(slots=True)
class Chapter:
    """What one file gave. anchors: from ids to the number of lines before them. title: of its head."""

    path: str
    lines: list[str] = field(default_factory=list)
    headings: list[HeadingHint] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    title: str = ""
    invisible: int = 0
    hidden: int = 0
    unfollowed: bool = False
    flattened: bool = False
    pictures: int = 0
    replaced: int = 0


class ChapterReader:
    """Reads the chapters of one book in order; keeps the labels of its footnotes between them."""

    def __init__(self, paths: frozenset[str], sheet_at: Linked = no_sheet) -> None:
        """paths: of all chapters, to which notes may point. sheet_at: returns the style sheet of a path, if any."""
        self._sheet_at = sheet_at
        self._shelf = Shelf()
        self._paths = paths
        self._labels: dict[tuple[str, str], str] = {}
        self._references: set[tuple[str, str]] = set()
        self._used: set[str] = set()

    def read(self, path: str, data: bytes) -> Chapter:
        """Return the text of a chapter file."""
        chapter = Chapter(path)
        decoded = decode(data, declared=declared_charset(data))
        cleaned = clean(decoded.text.replace("\r\n", "\n").replace("\r", "\n"))
        chapter.invisible, chapter.replaced = cleaned.invisible, decoded.replaced
        root, chapter.flattened = parse_chapter(cleaned.text)
        if root is None:
            return chapter
        chapter.title = one_line(next((e for e in root.iter() if tag_of(e) == "title"), None))
        body = next((element for element in root.iter() if tag_of(element) == "body"), root)
        chapter.pictures = sum(tag_of(element) in ("img", "image", "svg") for element in body.iter())
        folder = posixpath.dirname(path)
        chapter.unfollowed = not hide_unseen(
            root, self._shelf, lambda link: self._sheet_at(resolve(folder, link)[0])
        )
        _show_all(body)
        inline = InlineWriter(self._notes(path, body), set())
        writer = BlockWriter(inline, find_block_holders(body))
        writer.write(body)
        lines = [clean(line) for line in writer.lines]
        chapter.lines = [line.text for line in lines]
        chapter.invisible += sum(line.invisible for line in lines)
        chapter.hidden = inline.hidden
        chapter.headings, chapter.anchors = writer.headings, writer.anchors
        return chapter

    def _notes(self, path: str, body: etree._Element) -> dict[str, str]:
        """Return from ids to labels, as the writer wants them: of the notes in this file and of its references."""
        notes: dict[str, str] = {}
        ids = {
            name for element in body.iter() if isinstance(element.tag, str) and (name := element.get("id"))
        }
        for link in [element for element in body.iter() if tag_of(element) == "a"]:
            label = self._label_of(link, path, ids)
            if label:
                notes[f"note:{label}"] = label
                link.set("href", f"#note:{label}")
        for element in body.iter():
            own = self._labels.get((path, element.get("id") or ""))
            if own:
                notes[_block_id(element)] = own
        return notes

    def _label_of(self, link: etree._Element, path: str, ids: set[str]) -> str:
        """Return the label of the note that a link refers to, empty where it refers to none."""
        target, fragment = resolve(posixpath.dirname(path), attribute(link, "href"))
        target = target or path
        declared = "noteref" in kind_of(link)
        if not fragment or target not in self._paths or (target == path and fragment not in ids):
            return ""
        if (target, fragment) in self._references:
            return ""
        printed = _LABEL.fullmatch(one_line(link))
        if not declared and not (printed and _is_raised(link)):
            return ""
        self._references |= {(path, name) for name in _ids_around(link)}
        if (target, fragment) not in self._labels:
            self._labels[(target, fragment)] = self._free_label(printed[1] if printed else "*")
        return self._labels[(target, fragment)]

    def _free_label(self, printed: str) -> str:
        label, count = printed, 1
        while label in self._used:
            count += 1
            label = f"{printed}-{count}"
        self._used.add(label)
        return label


def _is_raised(link: etree._Element) -> bool:
    around = link.getparent()
    return any(tag_of(e) == "sup" for e in link.iter()) or (around is not None and tag_of(around) == "sup")


def _ids_around(link: etree._Element) -> list[str]:
    around = link.getparent()
    near = [link] if around is None or tag_of(around) in BLOCKS else [link, around]
    return [name for element in near if (name := attribute(element, "id"))]


def _block_id(element: etree._Element) -> str:
    """Return the id of the block that a note's id stands for; given to the block where it has none."""
    block = element
    while tag_of(block) not in BLOCKS:
        around = block.getparent()
        if around is None or tag_of(around) == "body":
            return attribute(element, "id")
        block = around
    if not block.get("id"):
        block.set("id", f"note-at:{attribute(element, 'id')}")
    return attribute(block, "id")


def _show_all(body: etree._Element) -> None:
    """Turn into plain text what the writer of web pages would leave out: readings, characters and words as art."""
    for element in list(body.iter()):
        tag = tag_of(element)
        if tag == "ruby":
            _write_reading(element)
        elif tag == "img" and len(attribute(element, "alt").strip()) == 1:
            element.tag, element.text = "span", attribute(element, "alt").strip()
        elif tag == "svg":
            _write_art(element)


def _write_reading(ruby: etree._Element) -> None:
    """Base text with its reading in brackets behind it, as in Word files: 目次（もくじ）."""
    parts = [element for element in ruby.iter() if tag_of(element) in _READING_PARTS]
    said = [(is_hidden(e), "".join(map(str, e.itertext()))) for e in parts if tag_of(e) == "rt"]
    reading = "".join("".join(text for lost, text in said if not lost).split())
    unseen = "".join("".join(text for lost, text in said if lost).split())
    for part in parts:
        around = part.getparent()
        if around is None:
            continue
        before = part.getprevious()
        if part.tail and before is not None:
            before.tail = (before.tail or "") + part.tail
        elif part.tail:
            around.text = (around.text or "") + part.tail
        around.remove(part)
    if reading and one_line(ruby):
        etree.SubElement(ruby, "span").text = f"（{reading}）"
    if unseen:
        etree.SubElement(ruby, "span", hidden="").text = unseen


def _write_art(art: etree._Element) -> None:
    words = [one_line(element) for element in art.iter() if tag_of(element) == "text"]
    described = [one_line(element) for element in art.iter() if tag_of(element) in ("title", "desc")]
    text = " ".join(word for word in words or described if word)
    if text:
        for inner in list(art):
            art.remove(inner)
        art.tag, art.text = "p", text
