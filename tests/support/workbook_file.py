"""Builds workbooks from raw parts, so that a test can say exactly what a spreadsheet program would have written."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
NAMES = (
    f'xmlns="{X}" xmlns:r="{R}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"'
)
ODF = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"), ("draw", "drawing"),
        ("meta", "meta"), ("manifest", "manifest"), ("presentation", "presentation"), ("fo", "xsl-fo-compatible"),
        ("svg", "svg-compatible"),
    )
) + ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"'  # fmt: skip


@dataclass(frozen=True)
class SheetXml:
    """A sheet to write. data: rows as XML. after: XML behind the rows. links: relationships by id.

    before: XML in front of the rows.
    """

    name: str
    data: str
    after: str = ""
    state: str = ""
    kind: str = "worksheet"
    links: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    before: str = ""


def rows(*lines: Sequence[str], first: int = 1) -> str:
    """Rows of cells; a cell is XML when it begins with `<`, else text; an empty text is no cell."""
    written = ""
    for number, line in enumerate(lines, start=first):
        cells = "".join(
            text if text.startswith("<") else cell(text, f"{chr(65 + at)}{number}")
            for at, text in enumerate(line)
            if text
        )
        written += f'<row r="{number}">{cells}</row>'
    return written


def cell(text: str, reference: str) -> str:
    """A cell with a text of its own."""
    return f'<c r="{reference}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def number(value: str, reference: str, style: int = 0) -> str:
    """A cell with a stored number."""
    return f'<c r="{reference}" s="{style}"><v>{value}</v></c>'


def workbook_file(
    path: Path,
    *sheets: SheetXml,
    formats: Sequence[str] = (),
    strings: str = "",
    properties: str = "",
    parts: Mapping[str, str] | None = None,
) -> Path:
    """Write an .xlsx. formats: number formats of the cell styles 1, 2 and so on. strings: `si` elements."""
    links = {f"rId{n}": (sheet.kind, f"worksheets/sheet{n}.xml") for n, sheet in enumerate(sheets, 1)}
    links |= {"rIdS": ("styles", "styles.xml"), "rIdT": ("sharedStrings", "sharedStrings.xml")}
    named = "".join(
        f'<sheet name="{escape(sheet.name)}" sheetId="{n}" r:id="rId{n}"'
        + (f' state="{sheet.state}"/>' if sheet.state else "/>")
        for n, sheet in enumerate(sheets, 1)
    )
    codes = "".join(
        f'<numFmt numFmtId="{163 + n}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
        for n, code in enumerate(formats, 1)
    )
    styles = '<xf numFmtId="0"/>' + "".join(f'<xf numFmtId="{163 + n}"/>' for n in range(1, len(formats) + 1))
    files = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": _links({"rId1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": f"<workbook {NAMES}><workbookPr {properties}/><sheets>{named}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _links(links),
        "xl/styles.xml": f"<styleSheet {NAMES}><numFmts>{codes}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>",
        "xl/sharedStrings.xml": f"<sst {NAMES}>{strings}</sst>",
    }
    for n, sheet in enumerate(sheets, 1):
        data = f"{sheet.before}<sheetData>{sheet.data}</sheetData>{sheet.after}"
        files[f"xl/worksheets/sheet{n}.xml"] = f"<worksheet {NAMES}>{data}</worksheet>"
        files[f"xl/worksheets/_rels/sheet{n}.xml.rels"] = _links(sheet.links)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in {**files, **(parts or {})}.items():
            package.writestr(name, text)
    return path


def open_document_file(
    path: Path,
    kind: str,
    body: str,
    *,
    styles: str = "",
    meta: str = "",
    parts: Mapping[str, str] | None = None,
) -> Path:
    """Write an OpenDocument file. kind: `text`, `spreadsheet` or `presentation`; styles: the automatic ones."""
    content = (
        f"<office:document-content {ODF}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    about = f"<office:document-meta {ODF}><office:meta>{meta}</office:meta></office:document-meta>"
    files = {"content.xml": content, "meta.xml": about, **(parts or {})}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}", zipfile.ZIP_STORED)
        for name, text in files.items():
            package.writestr(name, text)
    return path


def old_workbook_file(path: Path, name: str, cells: Sequence[tuple[int, int, str | float]]) -> Path:
    """Write an .xls of one sheet: the records of Excel 97 in the one stream of a compound file."""
    label = name.encode("utf-16-le")
    sheet = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 0, 0, 0))
    for row, column, value in cells:
        if isinstance(value, str):
            text = value.encode("utf-16-le")
            sheet += _record(0x0204, struct.pack("<HHHHB", row, column, 0, len(value), 1) + text)
        else:
            sheet += _record(0x0203, struct.pack("<HHHd", row, column, 0, value))
    sheet += _record(0x000A, b"")
    head = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 0))
    entry = len(label) + 8
    at = len(head) + 4 + entry + 4
    head += _record(0x0085, struct.pack("<IBBBB", at, 0, 0, len(name), 1) + label) + _record(0x000A, b"")
    path.write_bytes(_compound_file("Workbook", head + sheet))
    return path


def _record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _compound_file(name: str, stream: bytes) -> bytes:
    """A compound file: header, one allocation sector, one directory sector, then the stream."""
    stream = stream.ljust(4096, b"\0")
    stream += bytes(-len(stream) % 512)
    sectors = len(stream) // 512
    table = [0xFFFFFFFD, 0xFFFFFFFE, *range(3, 2 + sectors), 0xFFFFFFFE]
    table += [0xFFFFFFFF] * (128 - len(table))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    end = 0xFFFFFFFE
    header += struct.pack("<HHHHH6xIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 1, 0, 4096, end, 0, end, 0)
    header += struct.pack("<I", 0) + b"\xff" * 432
    directory = (
        _entry("Root Entry", 5, child=1) + _entry(name, 2, start=2, size=len(stream)) + _entry("", 0) * 2
    )
    return header + struct.pack("<128I", *table) + directory + stream


def _entry(name: str, kind: int, *, child: int = 0xFFFFFFFF, start: int = 0xFFFFFFFE, size: int = 0) -> bytes:
    label = (name + "\0").encode("utf-16-le") if name else b""
    nothing = 0xFFFFFFFF
    head = label.ljust(64, b"\0") + struct.pack("<HBBIII", len(label), kind, 1, nothing, nothing, child)
    return head + bytes(36) + struct.pack("<IQ", start if kind == 2 else 0xFFFFFFFE, size)


def _links(links: Mapping[str, tuple[str, str]]) -> str:
    inner = "".join(
        f'<Relationship Id="{name}" Type="{R}/{kind}" Target="{target}"/>'
        for name, (kind, target) in links.items()
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inner}</Relationships>'
