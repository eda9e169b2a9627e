"""OpenDocument texts (.odt, .ott): headings by their outline level, whatever their style is called."""

from __future__ import annotations

from ingest.domain.document import Coverage, Extraction
from ingest.domain.errors import EmptyFile, NoTextLayer
from ingest.domain.progress import Progress, ProgressSink, ignore_progress
from ingest.extract.counted import counted
from ingest.extract.odf.body import BodyReader
from ingest.extract.odf.parts import Parts
from ingest.extract.office_output import Output
from ingest.extract.opc import Package
from ingest.extract.paragraph_looks import believed
from ingest.extract.protocol import Limits, SourceFile

_REPORT_EVERY = 200


def extract(source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress) -> Extraction:
    """Return the canonical lines and hints of a text.

    Raises EmptyFile, NoTextLayer (pictures only), PasswordNeeded, Damaged or TooLarge.
    """
    with Package(source.path, unpacked_bytes=limits.unpacked_bytes) as package:
        parts = Parts(package, "office:text")
    output = Output(limits.text_bytes)
    reader = BodyReader(parts.styles, output, parts.equations, script=parts.script)
    total = len(parts.body)
    for number, block in enumerate(parts.body, start=1):
        reader.block(block)
        if number % _REPORT_EVERY == 0 or number == total:
            progress(Progress(number, total, "paragraph"))
    output.finish()
    if not any(line.text.strip() for line in output.lines):
        raise NoTextLayer if reader.found.pictures else EmptyFile
    return Extraction(
        lines=tuple(output.lines),
        hints=believed(output.headings, reader.looks),
        metadata=parts.metadata(output.lines, reader.found.title),
        coverage=coverage_of(reader, output),
    )


def coverage_of(reader: BodyReader, output: Output) -> Coverage:
    """Return what was kept out of the text."""
    comments = reader.found.comments
    return Coverage(
        invisible_characters=output.invisible,
        hidden_text=reader.found.hidden,
        notes=(f"{counted(comments, 'comment')} left out.",) if comments else (),
    )
