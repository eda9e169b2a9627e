"""OpenDocument presentations (.odp, .otp): slides in order as sections, with their notes."""

from __future__ import annotations

from dataclasses import replace

from ingest.domain.document import Extraction, Hints, Place
from ingest.domain.errors import EmptyFile, NoTextLayer, TooLarge
from ingest.domain.outline import Provenance
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.counted import counted
from ingest.extract.odf.body import BodyReader
from ingest.extract.odf.inline import plain_text
from ingest.extract.odf.parts import Parts
from ingest.extract.odf.text import coverage_of
from ingest.extract.office_output import Output
from ingest.extract.office_xml import Element, attribute, child, descendants, short
from ingest.extract.opc import Package
from ingest.extract.protocol import Limits, SourceFile

_LEFT_OUT = frozenset({"title", "header", "footer", "date-time", "page-number", "page"})


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of a presentation.

    Raises EmptyFile, NoTextLayer (pictures only), PasswordNeeded, Damaged or TooLarge.
    """
    with Package(source.path, unpacked_bytes=limits.unpacked_bytes) as package:
        parts = Parts(package, "office:presentation")
    pages = list(descendants(parts.body, "draw:page"))
    if len(pages) > limits.pages:
        raise TooLarge(f"The deck has {len(pages):,} slides, the limit is {limits.pages:,}. Split it.")
    output = Output(limits.text_bytes, provenance=Provenance.SLIDE)
    reader = BodyReader(parts.styles, output, parts.equations)
    starts: list[int] = []
    silent: list[int] = []
    hidden: list[int] = []
    for number, page in enumerate(pages, start=1):
        starts.append(output.move_to(Place(page=number)))
        before, pictures = len(output.lines), reader.found.pictures
        _title(page, reader, output)
        if parts.styles.hides_page(attribute(page, "draw:style-name")):
            hidden.append(number)
            output.text("[Hidden slide]")
        for shape in page:
            if (
                attribute(shape, "presentation:class") not in _LEFT_OUT
                and short(shape) != "presentation:notes"
            ):
                _shape(shape, reader)
        _notes(page, output)
        if len(output.lines) == before and reader.found.pictures > pictures:
            silent.append(number)
        progress(Progress(number, len(pages), "slide"))
    output.finish()
    if not any(line.text.strip() for line in output.lines):
        raise NoTextLayer if silent else EmptyFile
    coverage = coverage_of(reader, output)
    if hidden:
        listed = ", ".join(map(str, hidden[:20]))
        told = f"{counted(len(hidden), 'hidden slide')} in the text, marked as such: {listed}."
        coverage = replace(coverage, notes=(told, *coverage.notes))
    last = len(output.lines)
    return Extraction(
        lines=tuple(output.lines),
        hints=Hints(headings=tuple(output.headings), pages=tuple(min(start, last) for start in starts)),
        metadata=replace(parts.metadata(output.lines, ""), page_count=len(pages)),
        coverage=replace(coverage, pages_without_text=tuple(silent)),
    )


def _title(page: Element, reader: BodyReader, output: Output) -> None:
    for shape in page:
        if attribute(shape, "presentation:class") == "title":
            text = " ".join(output.cleaned(plain_text(shape)).split())
            if text:
                output.heading(text, 1)
            return


def _shape(shape: Element, reader: BodyReader) -> None:
    """Write a shape: a list of its paragraphs where it is the outline of the slide."""
    if attribute(shape, "presentation:class") == "subtitle" or short(shape) != "draw:frame":
        reader.block(shape)
        return
    box = child(shape, "draw:text-box")
    if box is not None:
        reader.blocks(box, headings=False)
    else:
        reader.block(shape)


def _notes(page: Element, output: Output) -> None:
    notes = child(page, "presentation:notes")
    first = True
    for shape in notes if notes is not None else ():
        if attribute(shape, "presentation:class") != "notes":
            continue
        for paragraph in descendants(shape, "text:p"):
            text = " ".join("".join(str(part) for part in paragraph.itertext()).split())
            if text:
                output.quote(output.cleaned(f"Notes: {text}" if first else text))
                first = False
