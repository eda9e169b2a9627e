"""One slide: its shapes, its notes and what its layout says about lists."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.domain.errors import Damaged
from ingest.extract.office_drawings import DrawingParts
from ingest.extract.office_xml import Element, child, descendants, short
from ingest.extract.opc import Package
from ingest.extract.pptx.shapes import Content, ShapeReader, placeholder
from ingest.extract.pptx.text import paragraphs

_LanguageCounts = dict[str, int]


@dataclass(slots=True)
class SlideText:
    """What a slide gave. notes: paragraphs of the speaker's notes. comments: how many reviewers left."""

    content: Content
    notes: list[str] = field(default_factory=list)
    hidden: bool = False
    comments: int = 0
    languages: _LanguageCounts = field(default_factory=dict)


class SlideReader:
    """Reads slides; keeps the list styles of their layouts and masters."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._styles: dict[str, dict[tuple[str, str], Element]] = {}

    def read(self, part: str) -> SlideText:
        """Return the text of a slide. Raises Damaged where it cannot be read."""
        root = self._package.read(part)
        tree = child(child(root, "p:cSld"), "p:spTree")
        if tree is None:
            raise Damaged
        links = self._package.relationships(part)
        layout = self._package.related(part, "slideLayout") or ""
        master = self._package.related(layout, "slideMaster") or "" if layout else ""

        def inherited(kind: str, index: str) -> list[Element]:
            found = (
                self._style(layout, kind, index) if layout else None,
                self._style(master, kind, "0") if master else None,
            )
            return [style for style in found if style is not None]

        content = ShapeReader(DrawingParts(self._package, links), inherited).read(tree)
        comments = [link.target for link in links.values() if link.kind == "comments" and link.target]
        return SlideText(
            content,
            notes=self._notes(part),
            hidden=root.get("show") in ("0", "false"),
            comments=sum(self._comments(target) for target in comments),
            languages=_languages(tree),
        )

    def _notes(self, part: str) -> list[str]:
        source = self._package.related(part, "notesSlide")
        if source is None:
            return []
        try:
            root = self._package.read(source)
        except Damaged:
            return []
        return [
            found.text
            for shape in descendants(root, "p:sp")
            if placeholder(shape)[0] in ("body", "")
            for found in paragraphs(child(shape, "p:txBody"), (), listed=False)
        ]

    def _comments(self, part: str) -> int:
        if not self._package.has(part):
            return 0
        try:
            root = self._package.read(part)
        except Damaged:
            return 0
        return sum(short(entry).rpartition(":")[2] == "cm" for entry in root)

    def _style(self, part: str, kind: str, index: str) -> Element | None:
        """Return the list style of a placeholder of a layout or master: by its index, by its type for index 0."""
        known = self._styles.get(part)
        if known is None:
            known = self._styles[part] = self._placeholders(part)
        return known.get((kind or "body", "")) if index == "0" else known.get(("", index))

    def _placeholders(self, part: str) -> dict[tuple[str, str], Element]:
        styles: dict[tuple[str, str], Element] = {}
        try:
            root = self._package.read(part)
        except Damaged:
            return styles
        for shape in descendants(root, "p:sp"):
            kind, index = placeholder(shape)
            style = child(child(shape, "p:txBody"), "a:lstStyle")
            if kind is None or style is None:
                continue
            styles.setdefault(("", index), style)
            styles.setdefault((kind or "body", ""), style)
        return styles


def _languages(tree: Element) -> _LanguageCounts:
    """Return how many characters are marked as of which language."""
    counts: _LanguageCounts = {}
    for run in descendants(tree, "a:r"):
        look, text = child(run, "a:rPr"), child(run, "a:t")
        language = look.get("lang") if look is not None else None
        if language and text is not None and text.text:
            counts[language] = counts.get(language, 0) + len(text.text)
    return counts
