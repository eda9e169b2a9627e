"""What a drawing of a paragraph holds beside its text."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.extract.office_xml import Element, attribute, child, short


@dataclass(slots=True)
class Drawing:
    """What a drawing holds: its text boxes, word art, charts and diagrams; whether it shows a picture."""

    alternative: str = ""
    picture: bool = False
    boxes: list[Element] = field(default_factory=list)
    art: list[str] = field(default_factory=list)
    relationships: list[str] = field(default_factory=list)


def look_into(element: Element) -> Drawing:
    """Walk through a drawing without entering its text boxes, by a stack: groups may be deep."""
    found = Drawing()
    stack = [element]
    while stack:
        inner = stack.pop()
        name = short(inner)
        if name == "w:txbxContent":
            found.boxes.append(inner)
            continue
        if name == "mc:AlternateContent":
            chosen = child(inner, "mc:Choice")
            fallback = child(inner, "mc:Fallback")
            stack.extend(part for part in (chosen if chosen is not None else fallback,) if part is not None)
            continue
        _note_drawing(found, inner, name)
        stack.extend(reversed(inner))
    return found


def _note_drawing(found: Drawing, inner: Element, name: str) -> None:
    if name == "wp:docPr":
        found.alternative = found.alternative or _one_line(inner.get("descr") or inner.get("title"))
    elif name in {"a:blip", "pic:pic", "v:imagedata"}:
        found.picture = True
        if name == "v:imagedata":
            found.alternative = found.alternative or _one_line(attribute(inner, "o:title"))
    elif name in {"v:shape", "v:rect", "v:group"}:
        found.alternative = found.alternative or _one_line(inner.get("alt"))
    elif name == "v:textpath" and inner.get("string"):
        found.art.append(_one_line(inner.get("string")))
    elif name in {"c:chart", "dgm:relIds"}:
        found.picture = True
        relationship = attribute(inner, "r:dm" if name == "dgm:relIds" else "r:id")
        if relationship:
            found.relationships.append(relationship)


def _one_line(text: str | None) -> str:
    return " ".join((text or "").replace("[", "(").replace("]", ")").split())[:400]
