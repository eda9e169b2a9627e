"""The paragraphs of a text body: their text, how deep they lie in a list, and by what they are marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.extract.natural_number import natural
from ingest.extract.office_equations import linear
from ingest.extract.office_xml import Element, child, descendants, short

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ONE_WIDTH = re.compile(
    r"courier|consol|\bmono|menlo|monaco|source code|cascadia|lucida console|typewriter", re.I
)
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph. text may hold line feeds. marker: `-` or `1.` in a list, empty outside of one.

    code: whether all of it stands in type of one width.
    """

    text: str
    level: int = 0
    marker: str = ""
    code: bool = False


def paragraphs(body: Element | None, styles: Sequence[Element], *, listed: bool) -> Iterator[Paragraph]:
    """Yield the paragraphs of a text body that hold text.

    styles: list styles that apply, nearest first. listed: whether a paragraph is an item where nothing is said.
    """
    counts: dict[int, int] = {}
    for element in body if body is not None else ():
        if short(element) != "a:p":
            continue
        text = text_of(element)
        properties = child(element, "a:pPr")
        level = _level(properties)
        if not text.strip():
            continue
        if _is_code(element):
            yield Paragraph(text, code=True)
            continue
        mark = _mark(properties, level, styles)
        if mark is None:
            mark = "-" if listed else ""
        for deeper in [at for at in counts if at > level or (at == level and mark != "#")]:
            del counts[deeper]
        if mark == "#":
            counts[level] = counts.get(level, 0) + 1
            mark = f"{counts[level]}."
        yield Paragraph(text, level, mark)


def text_of(paragraph: Element) -> str:
    """Return the text of a paragraph, its line breaks as line feeds."""
    parts: list[str] = []
    stack = list(reversed(paragraph))
    while stack:
        element = stack.pop()
        name = short(element)
        if name == "a:t":
            parts.append(_ESCAPED.sub(lambda match: chr(int(match[1], 16)), element.text or ""))
        elif name == "a:br":
            parts.append("\n")
        elif name in ("m:oMath", "m:oMathPara"):
            parts.append(linear(element))
        elif name == "mc:AlternateContent":
            stack.extend(part for part in [child(element, "mc:Choice")] if part is not None)
        elif name == "a:fld" and (element.get("type") or "") == "slidenum":
            continue
        elif name not in ("a:pPr", "a:rPr", "a:endParaRPr"):
            stack.extend(reversed(element))
    return "".join(parts).replace("\x0b", "\n")


def one_line(body: Element | None) -> str:
    """Return all text of a text body on one line."""
    if body is None:
        return ""
    return " ".join(" ".join(text_of(part).split()) for part in body if short(part) == "a:p").strip()


def _is_code(paragraph: Element) -> bool:
    fonts = [
        next((font.get("typeface") or "" for font in descendants(run, "a:latin")), "")
        for run in paragraph
        if short(run) == "a:r"
    ]
    return bool(fonts) and all(_ONE_WIDTH.search(font) for font in fonts)


def _level(properties: Element | None) -> int:
    said = properties.get("lvl") if properties is not None else None
    return min(natural(said) or 0, _DEEPEST)


def _mark(properties: Element | None, level: int, styles: Sequence[Element]) -> str | None:
    """Return `-` for a bullet, `#` for a number, empty for neither, None where nothing is said."""
    looks = [properties, *(child(style, f"a:lvl{level + 1}pPr") for style in styles)]
    for look in looks:
        for element in look if look is not None else ():
            name = short(element)
            if name == "a:buNone":
                return ""
            if name == "a:buAutoNum":
                return "#"
            if name in ("a:buChar", "a:buBlip"):
                return "-"
    return None
