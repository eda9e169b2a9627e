"""A file to everything about it that needs no index and no model:

Extract, outline, card. Runs in the child.
"""

from __future__ import annotations

from dataclasses import replace

from ingest.card.build import build_card
from ingest.domain.document import Extraction
from ingest.domain.errors import EmptyFile, NoTextLayer
from ingest.domain.progress import ProgressSink, ignore_progress
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect, extractor_for
from ingest.outline.build import build
from ingest.outline.headings import mark_headings
from ingest.pipeline.prepared import PreparedDocument


def prepare(
    source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress
) -> PreparedDocument:
    """Return lines, outline and card of a file. An empty media type is found out first.

    Raises the errors of ingest.domain.errors: whatever cannot be read ends with a reason, never half done.
    """
    if not source.media_type:
        source = replace(source, media_type=detect(source.path, source.name, pictures=source.recognise))
    extraction = extractor_for(source.media_type)(source, limits=limits, progress=progress)
    _refuse_without_text(extraction)
    outline = build(extraction)
    if not extraction.native:
        extraction = replace(extraction, lines=mark_headings(extraction.lines, outline))
    card = build_card(extraction, outline, source)
    return PreparedDocument(extraction.lines, outline, card, source.media_type, extraction.parts)


def _refuse_without_text(extraction: Extraction) -> None:
    if any(line.text.strip() for line in extraction.lines):
        return
    if extraction.coverage.pages_without_text:
        raise NoTextLayer()
    if hidden := extraction.coverage.hidden_text:
        raise EmptyFile.of_hidden_text(hidden)
    raise EmptyFile("The file holds no text. Check that the right file was added.")
