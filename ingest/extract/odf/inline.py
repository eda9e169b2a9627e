"""The text of a paragraph: spans, spaces, fields, ruby, notes, pictures and boxes. Comments stay out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from ingest.extract.natural_number import natural
from ingest.extract.odf.styles import Styles
from ingest.extract.odf.text_look import PLAIN, Loud, Script, scripts_of
from ingest.extract.office_xml import Element, attribute, child, descendants, short
from ingest.extract.paragraph_looks import Look, Loudness

_MAX_DEPTH = 150
_MAX_SPACES = 200
_SKIPPED_NAMES = """
    text:tracked-changes text:sequence-decls text:variable-decls text:user-field-decls text:bookmark
    text:bookmark-start text:bookmark-end text:reference-mark text:change text:change-start text:change-end
    text:soft-page-break text:alphabetical-index-mark text:toc-mark office:forms text:hidden-paragraph
    text:page-number text:page-count office:event-listeners svg:title svg:desc
"""
_SKIPPED = frozenset(_SKIPPED_NAMES.split())

NoteWriter = Callable[[Element], str]
"""Takes a note and returns its mark, empty for one without text."""


@dataclass(slots=True)
class Inline:
    """What a paragraph holds. boxes: text boxes and tables anchored in it. comments: how many were left out.

    loudness: how its characters look, as far as a style says so that is not that of all text.
    """

    text: str = ""
    boxes: list[Element] = field(default_factory=list)
    pictures: int = 0
    hidden: int = 0
    comments: int = 0
    loudness: Loudness = field(default_factory=Counter)


class InlineReader:
    """Reads one paragraph after the other. equation: returns the text of an embedded object by its link."""

    def __init__(self, styles: Styles, note: NoteWriter, equation: Callable[[str], str]) -> None:
        self._styles = styles
        self._note = note
        self._equation = equation
        self._parts: list[str] = []
        self._result = Inline()
        self._look = PLAIN
        self._script: Script | None = None

    def read(self, paragraph: Element) -> Inline:
        """Return the visible text of a paragraph or heading; runs of blanks are one, as the format defines."""
        self._parts, self._result, self._script = [], Inline(), None
        self._look = self._styles.text_look("paragraph", attribute(paragraph, "text:style-name"))
        self._inside(paragraph, 0)
        result, self._result = self._result, Inline()
        result.text = "".join(self._parts).rstrip()
        return result

    def read_shape(self, shape: Element) -> Inline:
        """Return what a drawing holds that stands between paragraphs."""
        self._parts, self._result = [], Inline()
        self._drawing(shape)
        result, self._result = self._result, Inline()
        result.text = " ".join("".join(self._parts).split())
        return result

    def _inside(self, element: Element, depth: int) -> None:
        self._show(element.text)
        for inner in element:
            name = short(inner)
            if depth > _MAX_DEPTH:
                self._show(" ".join(str(text) for text in inner.itertext()))
            elif name and name not in _SKIPPED:
                self._one(inner, name, depth)
            self._show(inner.tail)

    def _one(self, element: Element, name: str, depth: int) -> None:
        if name == "text:s":
            count = attribute(element, "text:c") or "1"
            self._parts.append(" " * min(natural(count) or 1, _MAX_SPACES))
        elif name in _BREAKS:
            self._parts.append(_BREAKS[name])
        elif name == "text:note":
            self._noted(element)
        elif name in ("office:annotation", "office:annotation-end"):
            self._result.comments += name == "office:annotation"
        elif name == "text:ruby":
            self._ruby(element, depth)
        elif name.startswith("draw:"):
            self._drawing(element)
        elif name == "text:span":
            self._span(element, depth)
        elif name == "text:hidden-text":
            self._result.hidden += len(element.text or "")
        else:
            self._inside(element, depth + 1)

    def _span(self, element: Element, depth: int) -> None:
        style = attribute(element, "text:style-name")
        if self._styles.look("text", style).hidden:
            self._result.hidden += len("".join(str(text) for text in element.itertext()).strip())
            return
        around = self._look
        self._look = self._styles.text_look("text", style).over(around)
        self._inside(element, depth + 1)
        self._look = around

    def _measure(self, text: str) -> None:
        """Take note of how loud a text is that is shown."""
        for script, count in scripts_of(text, self._script):
            self._script = script
            said = self._look.of(script)
            gothic = self._is_gothic(said) if script is Script.ASIAN else None
            look = Look(said.bold, said.sized(self._styles.usual_size(script)), gothic)
            self._result.loudness[look] += count

    def _is_gothic(self, said: Loud) -> bool | None:
        """Whether East Asian text is in a Gothic; the one that a program put under all text says neither."""
        if said.gothic is None:
            return None if self._styles.everywhere.asian.gothic else False
        return said.gothic

    def _show(self, text: str | None) -> None:
        if text:
            if not text.isspace():
                self._measure(text)
            collapsed = " ".join(text.split("\n")) if "\n" in text else text
            if collapsed.startswith((" ", "\t")) and self._parts and self._parts[-1].endswith(" "):
                collapsed = collapsed.lstrip(" \t")
            self._parts.append(" ".join(part for part in collapsed.split(" ")) if collapsed else "")

    def _noted(self, note: Element) -> None:
        parts, result = self._parts, self._result
        mark = self._note(note)
        self._parts, self._result = [*parts, mark], result

    def _ruby(self, element: Element, depth: int) -> None:
        """Base text with its reading in brackets: 目次（もくじ）."""
        base, reading = child(element, "text:ruby-base"), child(element, "text:ruby-text")
        start = len(self._parts)
        if base is not None:
            self._inside(base, depth + 1)
        read = (
            " ".join("".join(str(text) for text in reading.itertext()).split()) if reading is not None else ""
        )
        if read and len(self._parts) > start:
            self._parts.append(f"（{read}）")

    def _drawing(self, element: Element) -> None:
        """Set boxes aside, show what a picture is described as and what an equation says."""
        described = ""
        for inner in element.iter():
            name = short(inner)
            if name in ("draw:text-box", "table:table") or (
                name in _SHAPES and child(inner, "text:p") is not None
            ):
                if not any(
                    short(around) in ("draw:text-box", *_SHAPES) for around in _between(inner, element)
                ):
                    self._result.boxes.append(inner)
            elif name in ("svg:desc", "svg:title") and not described:
                described = " ".join((inner.text or "").split())
            elif name == "draw:object":
                self._parts.append(self._equation(attribute(inner, "xlink:href") or ""))
            elif name == "draw:image":
                self._result.pictures += 1
        if len(described) > 1:
            self._parts.append(f"![{described.replace('[', '(').replace(']', ')')[:390]}]")


_SHAPES = frozenset(
    {"draw:custom-shape", "draw:rect", "draw:ellipse", "draw:line", "draw:connector", "draw:caption"}
)
_BREAKS = {"text:tab": "\t", "text:line-break": "\n"}


def _between(inner: Element, outer: Element) -> list[Element]:
    """Return the elements around one, up to another that holds it."""
    found: list[Element] = []
    around = inner.getparent() if inner is not outer else None
    while around is not None:
        found.append(around)
        if around is outer:
            break
        around = around.getparent()
    return found


def plain_text(element: Element) -> str:
    """Return the text of the paragraphs inside an element on one line."""
    texts = (
        "".join(str(text) for text in paragraph.itertext()) for paragraph in descendants(element, "text:p")
    )
    return " ".join(" ".join(texts).split())
