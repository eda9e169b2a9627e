"""Builds Word files from raw XML, so that a test can say exactly what Word would have written."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)
CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def run(text: str, properties: str = "") -> str:
    """A run of text with run properties."""
    look = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{look}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def paragraph(content: str = "", style: str = "", properties: str = "") -> str:
    """A paragraph. content is XML when it begins with `<`, else text."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    inner = content if content.startswith("<") or not content else run(content)
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{inner}</w:p>"


def style(identifier: str, name: str, *, based_on: str = "", properties: str = "", run: str = "") -> str:
    """A paragraph style."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{identifier}"><w:name w:val="{name}"/>{base}'
        f"<w:pPr>{properties}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
    )


def level(number: int) -> str:
    """An outline level as Word counts it: 0 is heading 1, 9 is body text."""
    return f'<w:outlineLvl w:val="{number}"/>'


def in_list(list_id: int, at: int | None = 0) -> str:
    """Paragraph properties that put a paragraph into a list."""
    where = "" if at is None else f'<w:ilvl w:val="{at}"/>'
    return f'<w:numPr>{where}<w:numId w:val="{list_id}"/></w:numPr>'


HEADINGS = "".join(
    style(f"H{n}", f"heading {n}", based_on="Body", properties=level(n - 1)) for n in range(1, 10)
) + style("Body", "Normal")


def word_file(
    path: Path,
    body: str,
    *,
    styles: str = HEADINGS,
    parts: Mapping[str, str] | None = None,
    document: str = "",
    replace: tuple[str, str] | None = None,
    leave_out: frozenset[str] = frozenset(),
) -> Path:
    """Write a .docx. parts: inner XML of further parts under word/, by kind (`numbering`, `footnotes`).

    document: XML before the body. replace: a text to replace in every part. leave_out: parts not to write.
    """
    roots = {"numbering": "numbering", "footnotes": "footnotes", "endnotes": "endnotes", "styles": "styles"}
    inner = {"styles": styles, **(parts or {})}
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{R}/{kind}" Target="{kind}.xml"/>'
        for n, kind in enumerate(inner, 1)
    )
    files = {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{CONTENT_TYPE}"/></Types>'
        ),
        "_rels/.rels": _relationships(
            f'<Relationship Id="rId1" Type="{R}/officeDocument" Target="word/document.xml"/>'
        ),
        "word/_rels/document.xml.rels": _relationships(links),
        "word/document.xml": f"<w:document {NAMESPACES}>{document}<w:body>{body}</w:body></w:document>",
    }
    for kind, content in inner.items():
        root = roots.get(kind)
        files[f"word/{kind}.xml"] = f"<w:{root} {NAMESPACES}>{content}</w:{root}>" if root else content
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            if name not in leave_out:
                package.writestr(name, text.replace(*replace) if replace else text)
    return path


def add_parts(path: Path, parts: Mapping[str, str]) -> Path:
    """Append whole parts to a file that was written."""
    with zipfile.ZipFile(path, "a") as package:
        for name, text in parts.items():
            package.writestr(name, text)
    return path


def _relationships(links: str) -> str:
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{links}</Relationships>'
