"""Reads a Word document: opens the package, walks its body, gathers metadata and coverage."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.domain.document import Coverage, Extraction, Line, Metadata
from ingest.domain.errors import Damaged, EmptyFile, NoTextLayer, Unsupported
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.domain.titles import is_junk_title
from ingest.extract.docx.body import BLOCKS, BodyReader
from ingest.extract.docx.inline import InlineReader
from ingest.extract.docx.notes import Notes
from ingest.extract.docx.numbering import Numbering
from ingest.extract.docx.styles import Styles
from ingest.extract.office_drawings import DrawingParts
from ingest.extract.office_metadata import read_metadata
from ingest.extract.office_output import Output
from ingest.extract.office_xml import Element, short
from ingest.extract.opc import Package
from ingest.extract.paragraph_looks import believed
from ingest.extract.protocol import Limits, SourceFile

_USUAL_MAIN = "word/document.xml"
_REPORT_EVERY = 200

_CJK = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_LETTER = re.compile(r"[^\W\d_]")


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of a .docx, .docm or .dotx file.

    Raises EmptyFile, NoTextLayer (pictures only), PasswordNeeded, Damaged, TooLarge or Unsupported.
    """
    with Package(source.path, unpacked_bytes=limits.unpacked_bytes, password=source.password) as package:
        main = _main_part(package)
        styles = Styles.of(_optional(package, main, "styles"))
        notes = Notes(package, main)
        numbering = Numbering(_optional(package, main, "numbering"))
        drawings = DrawingParts(package, package.relationships(main))
        output = Output(limits.text_bytes)
        inline = InlineReader(styles, drawings, notes.mention)
        body = BodyReader(styles, numbering, inline, notes, output)
        _walk(package, main, body, progress)
        metadata = read_metadata(package)
    if not any(line.text.strip() for line in output.lines):
        if body.hidden and not body.pictures:
            raise EmptyFile.of_hidden_text(body.hidden)
        raise NoTextLayer if body.pictures else EmptyFile
    return Extraction(
        lines=tuple(output.lines),
        hints=believed(output.headings, body.looks),
        metadata=_completed(metadata, body, styles, output.lines),
        coverage=_coverage(body, notes, output),
    )


def _main_part(package: Package) -> str:
    main = package.related("", "officeDocument") or _USUAL_MAIN
    if not package.has(main):
        raise Damaged("The file holds no Word document. Save it again in Word.")
    kind = package.content_type(main)
    if "presentationml" in kind or "spreadsheetml" in kind:
        raise Unsupported("The file is a presentation or a workbook, not a Word document. Export it as PDF.")
    return main


def _optional(package: Package, main: str, kind: str) -> Element | None:
    """Return a part that a document can do without: missing or broken, its text is still worth reading."""
    part = package.related(main, kind)
    if part is None:
        return None
    try:
        return package.read(part)
    except Damaged:
        return None


def _walk(package: Package, main: str, body: BodyReader, progress: ProgressSink) -> None:
    """Read the blocks of the body as they are unpacked, and let go of each one after it was read."""
    size = max(1, package.size(main))
    blocks = 0
    found = False
    for element in package.stream(main, names=("w:background", "w:body", *BLOCKS)):
        holder = element.getparent()
        if short(element) == "w:background":
            body.on_coloured_page()
        found = found or short(element) == "w:body"
        if holder is None or short(holder) != "w:body":
            continue
        body.block(element)
        blocks += 1
        element.clear()
        while element.getprevious() is not None:
            del holder[0]
        if blocks % _REPORT_EVERY == 0:
            progress(Progress(min(package.unpacked, size), size, "byte"))
    if not found:
        raise Damaged("The file holds no Word document. Save it again in Word.")
    body.finish()
    progress(Progress(size, size, "byte"))


def _completed(metadata: Metadata, body: BodyReader, styles: Styles, lines: list[Line]) -> Metadata:
    """Fill in what the properties leave open: the title and the language from the styles."""
    title = metadata.title
    shown = " ".join(body.title[:1])
    if shown and (not title or is_junk_title(title)):
        title = shown
    language = metadata.language
    if not language:
        text = "".join(line.text for line in lines[:400])
        east_asian = len(_CJK.findall(text)) * 3 > len(_LETTER.findall(text))
        language = (styles.east_asian_language if east_asian else None) or styles.language
    return replace(metadata, title=title, language=language)


def _coverage(body: BodyReader, notes: Notes, output: Output) -> Coverage:
    remarks = list(dict.fromkeys(body.unread))
    if notes.broken:
        remarks.append("The notes could not be read. Save the file again in Word.")
    return Coverage(invisible_characters=output.invisible, hidden_text=body.hidden, notes=tuple(remarks))
