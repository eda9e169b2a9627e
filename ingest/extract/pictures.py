"""Pictures as documents: their text is recognised, frame by frame, as that of the pages of a scan."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from ingest.domain.document import Extraction
from ingest.domain.errors import NoTextLayer
from ingest.domain.formats import PDF
from ingest.domain.progress import ProgressSink, ignore_progress
from ingest.extract.ocr.open import MEND, open_frames
from ingest.extract.ocr.protocol import Recogniser
from ingest.extract.pdf import extract as extract_pdf
from ingest.extract.protocol import Limits, SourceFile


def extract(
    source: SourceFile,
    *,
    limits: Limits,
    progress: ProgressSink = ignore_progress,
    recogniser: Recogniser | None = None,
) -> Extraction:
    """Return the recognised lines of a picture. Raises NoTextLayer, Damaged and TooLarge."""
    if not source.recognise:
        raise NoTextLayer(f"This is a picture, in which text has to be recognised. {MEND}")
    with tempfile.TemporaryDirectory(prefix="mokuji-picture-") as folder:
        pages = Path(folder) / "pages.pdf"
        open_frames()(source.path, pages, most_frames=limits.recognised_pages)
        found = extract_pdf(
            replace(source, path=pages, media_type=PDF, password=None),
            limits=limits,
            progress=progress,
            recogniser=recogniser,
        )
    return replace(found, metadata=replace(found.metadata, title=None, created=None, modified=None))
