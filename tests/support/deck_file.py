"""Builds presentations from raw XML, so that a test can say exactly what PowerPoint would have written."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:r="{R}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
)
_LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"


@dataclass(frozen=True)
class SlideXml:
    """A slide to write. links: relationships by id, as (kind, target). show: empty, or `0` for a hidden slide."""

    shapes: str
    notes: str = ""
    show: str = ""
    links: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def words(text: str, properties: str = "", run: str = "") -> str:
    """A paragraph of one run; line feeds become line breaks."""
    runs = "<a:br/>".join(f"<a:r><a:rPr{run}/><a:t>{escape(part)}</a:t></a:r>" for part in text.split("\n"))
    return f"<a:p>{properties}{runs}</a:p>"


def shape(
    *paragraphs: str, kind: str | None = None, index: str = "", about: str = "", style: str = ""
) -> str:
    """A shape with text. kind: the type of its placeholder; paragraphs are XML when they begin with `<`."""
    body = "".join(text if text.startswith("<") else words(text) for text in paragraphs)
    mark = (
        ""
        if kind is None
        else f"<p:ph{f' type={kind!r}' if kind else ''}{f' idx={index!r}' if index else ''}/>"
    )
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="s"{about}/><p:cNvSpPr/><p:nvPr>{mark}</p:nvPr></p:nvSpPr><p:spPr/>'
        f"<p:txBody><a:bodyPr/><a:lstStyle>{style}</a:lstStyle>{body}</p:txBody></p:sp>"
    )


def frame(data: str) -> str:
    """A frame around a table, a chart or a diagram."""
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="2" name="f"/></p:nvGraphicFramePr><a:graphic>'
        f"<a:graphicData>{data}</a:graphicData></a:graphic></p:graphicFrame>"
    )


def table(*rows: Sequence[str]) -> str:
    """A table; a cell is text, or `attributes|text`."""
    written = ""
    for row in rows:
        cells = ""
        for cell in row:
            attributes, _, text = cell.rpartition("|")
            cells += f"<a:tc {attributes}><a:txBody>{words(text)}</a:txBody></a:tc>"
        written += f"<a:tr>{cells}</a:tr>"
    return frame(f"<a:tbl>{written}</a:tbl>")


def deck_file(
    path: Path,
    *slides: str | SlideXml,
    sections: Sequence[tuple[str, Sequence[int]]] = (),
    layout: str = "",
    parts: Mapping[str, str] | None = None,
) -> Path:
    """Write a .pptx. A slide is its shapes or a SlideXml. sections: names with their slides, from 1.

    layout: shapes of the layout that all slides have. parts: further members, by name.
    """
    files = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": _links({"rId1": ("officeDocument", "ppt/presentation.xml")}),
    }
    links = {f"rId{n}": ("slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1)}
    ids = "".join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in range(1, len(slides) + 1))
    made = "".join(
        f'<p14:section name="{escape(name)}"><p14:sldIdLst>'
        + "".join(f'<p14:sldId id="{255 + n}"/>' for n in inside)
        + "</p14:sldIdLst></p14:section>"
        for name, inside in sections
    )
    extension = f"<p:extLst><p:ext><p14:sectionLst>{made}</p14:sectionLst></p:ext></p:extLst>" if made else ""
    files["ppt/presentation.xml"] = (
        f"<p:presentation {NAMES}><p:sldIdLst>{ids}</p:sldIdLst>{extension}</p:presentation>"
    )
    files["ppt/_rels/presentation.xml.rels"] = _links(links)
    for number, given in enumerate(slides, start=1):
        slide = given if isinstance(given, SlideXml) else SlideXml(given)
        files |= _slide_files(number, slide, with_layout=bool(layout))
    if layout:
        files["ppt/slideLayouts/layout.xml"] = _tree("p:sldLayout", layout)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in {**files, **(parts or {})}.items():
            package.writestr(name, text)
    return path


def _slide_files(number: int, slide: SlideXml, *, with_layout: bool) -> dict[str, str]:
    show = f' show="{slide.show}"' if slide.show else ""
    links = dict(slide.links)
    files = {f"ppt/slides/slide{number}.xml": _tree("p:sld", slide.shapes, show)}
    if with_layout:
        links["rIdL"] = ("slideLayout", "../slideLayouts/layout.xml")
    if slide.notes:
        links["rIdN"] = ("notesSlide", f"../notesSlides/notesSlide{number}.xml")
        files[f"ppt/notesSlides/notesSlide{number}.xml"] = _tree("p:notes", slide.notes)
    files[f"ppt/slides/_rels/slide{number}.xml.rels"] = _links(links)
    return files


def _tree(root: str, shapes: str, attributes: str = "") -> str:
    return f"<{root} {NAMES}{attributes}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></{root}>"


def _links(links: Mapping[str, tuple[str, str]]) -> str:
    inner = "".join(
        f'<Relationship Id="{name}" Type="{R}/{kind}" Target="{target}"/>'
        for name, (kind, target) in links.items()
    )
    return f'<Relationships xmlns="{_LINKS}">{inner}</Relationships>'
