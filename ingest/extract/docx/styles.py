"""Paragraph and character styles: what a paragraph is, whatever its style is called."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ingest.extract.docx.run_look import PLAIN, RunLook, is_off, is_shaded, run_look, value
from ingest.extract.office_xml import Element, attribute, child, short

BODY_LEVEL = 9
"""The outline level of body text in Word; 0 to 8 are headings 1 to 9."""

_HEADING_NAME = re.compile(r"heading ([1-9])$", re.IGNORECASE)
_CONTENTS_NAME = re.compile(r"(?:toc [1-9]|table of figures|index [1-9]|toc heading)$", re.IGNORECASE)
_TITLE_NAME = re.compile(r"title$", re.IGNORECASE)
_LIST_NAME = re.compile(r"list (?:(?:bullet|number|continue)(?: ([2-5]))?|([2-5]))$", re.IGNORECASE)
_CODE_NAME = re.compile(
    r"(?:source ?code|html preformatted|code(?: ?block)?|preformatted(?: text)?|macro text)$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ParagraphLook:
    """What a paragraph is. level: outline level 0 to 8, None in body text. number: list id and level.

    depth: how deep its style stands in lists, from 0; each depth may have a list of its own.
    """

    level: int | None = None
    style: str | None = None
    number: tuple[str, int | None] | None = None
    depth: int = 0
    contents: bool = False
    title: bool = False
    code: bool = False
    run: RunLook = PLAIN


@dataclass(slots=True)
class _Style:
    """A style as it is written, before its ancestors are asked."""

    name: str
    based_on: str | None
    level: int | None
    list_id: str | None
    list_level: int | None
    run: RunLook
    shaded: bool


@dataclass(slots=True)
class Styles:
    """All styles of a document. Looks are resolved through `basedOn` once and remembered."""

    _styles: dict[str, _Style] = field(default_factory=dict)
    _default: str | None = None
    _looks: dict[str | None, ParagraphLook] = field(default_factory=dict)
    _run_looks: dict[str, RunLook] = field(default_factory=dict)
    _coloured: set[str] = field(default_factory=set)
    language: str | None = None
    east_asian_language: str | None = None
    everywhere: RunLook = PLAIN
    """What the document says of all its text; styles come over it."""

    @classmethod
    def of(cls, root: Element | None) -> Styles:
        """Read the styles part; a document without one has body text only."""
        styles = cls()
        if root is None:
            return styles
        for element in root:
            kind = short(element)
            if kind == "w:docDefaults":
                run = child(child(element, "w:rPrDefault"), "w:rPr")
                look = run_look(run)
                styles.everywhere = replace(PLAIN, bold=look.bold, size=look.size, gothic=look.gothic)
                language = child(run, "w:lang")
                if language is not None:
                    styles.language = attribute(language, "w:val")
                    styles.east_asian_language = attribute(language, "w:eastAsia")
            elif kind == "w:style":
                styles._add(element)
        return styles

    def _add(self, element: Element) -> None:
        identifier = attribute(element, "w:styleId")
        if not identifier:
            return
        kind = attribute(element, "w:type")
        if kind == "table" and any(is_shaded(inner) for inner in element.iter() if len(inner)):
            self._coloured.add(identifier)
        if kind == "paragraph" and not is_off(attribute(element, "w:default") or "0"):
            self._default = identifier
        properties = child(element, "w:pPr")
        list_id, list_level = _number(properties)
        self._styles[identifier] = _Style(
            name=value(child(element, "w:name")) or "",
            based_on=value(child(element, "w:basedOn")),
            level=outline_level(properties),
            list_id=list_id,
            list_level=list_level,
            run=run_look(child(element, "w:rPr")),
            shaded=is_shaded(properties),
        )

    @property
    def coloured_tables(self) -> frozenset[str]:
        """Ids of the table styles that fill cells with a colour."""
        return frozenset(self._coloured)

    def run(self, identifier: str | None) -> RunLook:
        """Return the look of a character style."""
        if not identifier:
            return PLAIN
        look = self._run_looks.get(identifier)
        if look is None:
            look = PLAIN
            for style in self._chain(identifier):
                look = look.over(style.run)
            self._run_looks[identifier] = look
        return look

    def paragraph(self, properties: Element | None) -> ParagraphLook:
        """Return what a paragraph is: its own properties first, then its style and that style's ancestors."""
        style_id = value(child(properties, "w:pStyle"))
        look = self._looks.get(style_id)
        if look is None:
            look = self._resolve(style_id)
            self._looks[style_id] = look
        if properties is None:
            return look
        level = outline_level(properties)
        if level is not None:
            look = replace(look, level=level if level < BODY_LEVEL else None)
        list_id, list_level = _number(properties)
        if list_id is not None or list_level is not None:
            inherited = look.number or (None, None)
            look = replace(look, number=_as_number(list_id or inherited[0], list_level))
        if is_shaded(properties):
            look = replace(look, run=replace(look.run, shaded=True))
        return look

    def _resolve(self, style_id: str | None) -> ParagraphLook:
        level: int | None = None
        list_id: str | None = None
        list_level: int | None = None
        run = PLAIN
        names: list[str] = []
        for style in self._chain(style_id if style_id in self._styles else self._default):
            if level is None:
                level = style.level if style.level is not None else _level_by_name(style.name)
            list_id = list_id if list_id is not None else style.list_id
            list_level = list_level if list_level is not None else style.list_level
            run = run.over(replace(style.run, shaded=True) if style.shaded else style.run)
            names.append(style.name)
        contents = any(_CONTENTS_NAME.match(name) for name in names)
        return ParagraphLook(
            level=level if level is not None and level < BODY_LEVEL else None,
            style=style_id,
            number=_as_number(list_id, list_level),
            depth=next((depth for name in names if (depth := _depth_by_name(name)) is not None), 0),
            contents=contents,
            title=any(_TITLE_NAME.match(name) for name in names[:2]),
            code=any(_CODE_NAME.match(name) for name in names),
            run=run,
        )

    def _chain(self, identifier: str | None) -> list[_Style]:
        """Return a style and its ancestors, nearest first; a circle of styles ends where it began."""
        chain: list[_Style] = []
        seen: set[str] = set()
        while identifier and identifier not in seen and identifier in self._styles:
            seen.add(identifier)
            chain.append(self._styles[identifier])
            identifier = chain[-1].based_on
        return chain


def outline_level(properties: Element | None) -> int | None:
    """Return the outline level that paragraph properties state, None when they state none."""
    text = value(child(properties, "w:outlineLvl"))
    if text is None or not text.strip().isdigit():
        return None
    return min(int(text), BODY_LEVEL)


def _level_by_name(name: str) -> int | None:
    """Word's built-in headings carry their level in their unlocalised name, even without outlineLvl."""
    match = _HEADING_NAME.match(name)
    return int(match.group(1)) - 1 if match else None


def _depth_by_name(name: str) -> int | None:
    """Word's built-in styles of lists carry their depth in their unlocalised name only; None for other styles."""
    match = _LIST_NAME.match(name)
    return int(match[1] or match[2] or 1) - 1 if match else None


def _number(properties: Element | None) -> tuple[str | None, int | None]:
    numbering = child(properties, "w:numPr")
    if numbering is None:
        return None, None
    level = value(child(numbering, "w:ilvl"))
    return value(child(numbering, "w:numId")), int(level) if level and level.isdigit() else None


def _as_number(list_id: str | None, level: int | None) -> tuple[str, int | None] | None:
    if not list_id or list_id == "0":
        return None
    return list_id, level if level is None else min(level, 8)
