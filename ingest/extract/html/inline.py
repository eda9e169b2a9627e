"""The text of a paragraph, a heading or a cell: what stands on one line, with code and footnote marks."""

from __future__ import annotations

import re

from ingest.extract.html.elements import (
    SKIPPED,
    Element,
    attribute,
    is_decoration,
    is_hidden,
    tag_of,
    text_length,
)

_BLANKS = re.compile(r"[ \t\r\n\f]+")
_LABEL = re.compile(r"^\[?\s*(\d{1,4}|[a-z*†‡])\s*\]?$")
_CODE = frozenset({"code", "tt", "kbd", "samp"})


class InlineWriter:
    """Collects the text of inline content; counts what the page hides; knows which marks are footnotes."""

    def __init__(self, notes: dict[str, str], out: set[Element]) -> None:
        """notes: from the id of a footnote to its label. out: elements to leave out."""
        self.notes = notes
        self.hidden = 0
        self._out = out

    def text_of(self, element: Element) -> str:
        """Return the text inside an element as lines (a line break is a `br`), blanks collapsed."""
        parts: list[str] = []
        self.collect_inside(element, parts)
        return tidy("".join(parts))

    def collect_inside(self, element: Element, parts: list[str]) -> None:
        """Append the text inside an element to parts."""
        parts.append(collapsed(element.text))
        for child in element:
            self.collect(child, parts)
            parts.append(collapsed(child.tail))

    def collect(self, element: Element, parts: list[str]) -> None:
        """Append the text of an inline element to parts."""
        tag = tag_of(element)
        if self.leaves_out(element):
            return
        if tag == "br":
            parts.append("\n")
        elif tag == "wbr":
            parts.append("\u200b")
        elif tag == "img":
            parts.append(picture(element))
        elif tag in _CODE:
            self._code(element, parts)
        elif tag in ("sup", "a") and (label := self._footnote(element)):
            parts.append(f"[^{label}]")
        elif tag == "math" and attribute(element, "alttext"):
            parts.append(attribute(element, "alttext"))
        elif tag == "q":
            parts.append("“")
            self.collect_inside(element, parts)
            parts.append("”")
        elif tag not in ("annotation", "annotation-xml"):
            self.collect_inside(element, parts)

    def leaves_out(self, element: Element) -> bool:
        """Return whether an element gives no text, counting what is hidden."""
        tag = tag_of(element)
        if not tag or tag in SKIPPED or element in self._out or is_decoration(element):
            return True
        return self.keeps_back(element)

    def keeps_back(self, element: Element) -> bool:
        """Return whether the page hides an element, counting its text."""
        if is_hidden(element):
            self.hidden += text_length(element)
            return True
        return False

    def _code(self, element: Element, parts: list[str]) -> None:
        inner: list[str] = []
        self.collect_inside(element, inner)
        text = " ".join("".join(inner).split())
        if not text:
            return
        mark = "``" if "`" in text else "`"
        parent = element.getparent()
        nested = parent is not None and tag_of(parent) in _CODE
        parts.append(text if nested else f"{mark}{text}{mark}")

    def _footnote(self, element: Element) -> str:
        """Return the label of a mark that points at a footnote."""
        for inner in element.iter():
            target = (
                attribute(inner, "href")[1:]
                if tag_of(inner) == "a" and attribute(inner, "href").startswith("#")
                else ""
            )
            if target in self.notes:
                return self.notes[target]
        return ""


def find_footnotes(body: Element) -> dict[str, str]:
    """Return from the ids of footnotes to their labels: targets of small links made of a number or a sign."""
    ids = {
        attribute(element, "id")
        for element in body.iter()
        if isinstance(element.tag, str) and attribute(element, "id")
    }
    notes: dict[str, str] = {}
    for element in body.iter():
        if tag_of(element) != "a" or not attribute(element, "href").startswith("#"):
            continue
        label = _LABEL.match("".join(inner.text or "" for inner in element.iter()).strip())
        target = attribute(element, "href")[1:]
        if label and target in ids and _is_reference(element):
            notes.setdefault(target, label[1])
    return notes


def _is_reference(element: Element) -> bool:
    parent = element.getparent()
    around = [parent] if parent is not None else []
    if attribute(element, "role") == "doc-noteref" or "footnote" in attribute(element, "class").lower():
        return True
    return any(tag_of(e) == "sup" for e in [*around, *element.iter()])


def picture(element: Element) -> str:
    """Return a picture's description as Markdown; nothing for one without."""
    described = " ".join(attribute(element, "alt").split())
    return f"![{described}]" if len(described) > 1 else ""


def collapsed(text: str | None) -> str:
    """Return text with every run of blanks as one, as a browser shows it."""
    return _BLANKS.sub(" ", text) if text else ""


def tidy(text: str) -> str:
    """Return text with single blanks and no blanks around its line breaks."""
    lines = [" ".join(line.split(" ")).strip() for line in re.sub(r" +", " ", text).split("\n")]
    return "\n".join(line for line in lines if line)
