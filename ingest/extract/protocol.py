"""What an extractor is: a callable from a source file to an Extraction. Runs in the child process only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ingest.domain.document import Extraction
from ingest.domain.progress import ProgressSink, ignore_progress


@dataclass(frozen=True, slots=True)
class Limits:
    """What one extraction may use. memory_mb and seconds bind the child process; the rest bind the reader.

    members, part_bytes, archive_bytes: files in a container, bytes of the largest and of all of them, unpacked.
    mapped_mb: address space beyond memory_mb, for a library that reserves much and uses little of it.
    recognised_pages, recognition_seconds: how much of one file is recognised by OCR; the rest is said to be missing.
    """

    seconds: int = 600
    memory_mb: int = 1024
    pages: int = 20_000
    unpacked_bytes: int = 500_000_000
    text_bytes: int = 100_000_000
    members: int = 10_000
    part_bytes: int = 1_000_000_000
    archive_bytes: int = 4_000_000_000
    mapped_mb: int = 0
    recognised_pages: int = 2_000
    recognition_seconds: int = 7_200


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read. name is the name the person gave, for its ending and as the last resort for a title.

    media_type comes from `registry.detect`. The path's own name means nothing. unpack_to: an empty folder that
    takes the parts of a container; without one they are only named. nesting: 1, in a container 2 and so on.
    recognise: have text in pictures recognised, which takes seconds for a page.
    """

    path: Path
    name: str
    media_type: str
    password: str | None = None
    unpack_to: Path | None = None
    nesting: int = 1
    recognise: bool = False


class Extractor(Protocol):
    """Reads one family of formats. Raises the errors of ingest.domain.errors, nothing else on bad input."""

    def __call__(
        self, source: SourceFile, *, limits: Limits, progress: ProgressSink = ignore_progress
    ) -> Extraction:
        """Return the canonical lines and all hints of a file."""
        ...
