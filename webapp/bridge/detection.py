"""What kind of file it is, by its bytes."""

from __future__ import annotations

from pathlib import Path

from ingest.extract import registry
from webapp.bridge.recognition import is_on


def detect(path: Path, name: str) -> tuple[str, str]:
    """Return (media type, short file type). Raises ExtractionError for what no extractor reads."""
    media_type = registry.detect(path, name, pictures=is_on())
    return media_type, registry.file_type(media_type)
