"""Reading a container as the child does: into a folder for its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.domain.document import Extraction
from ingest.domain.parts import Part
from ingest.extract.protocol import Limits, SourceFile
from ingest.extract.registry import detect, extractor_for

Unpack = Callable[..., Extraction]


@pytest.fixture
def unpack(tmp_path: Path) -> Unpack:
    """Read bytes under a name; their parts come to lie in `tmp_path / "parts"`."""
    folder = tmp_path / "parts"
    folder.mkdir()

    def read(content: bytes, name: str, *, limits: Limits | None = None, **facts: object) -> Extraction:
        path = tmp_path / "source"
        path.write_bytes(content)
        source = SourceFile(path, name, detect(path, name), unpack_to=folder)
        return extractor_for(source.media_type)(replace(source, **facts), limits=limits or Limits())  # type: ignore[arg-type]

    return read


@pytest.fixture
def bytes_of(tmp_path: Path) -> Callable[[Part], bytes]:
    """Return what was unpacked of a part."""
    return lambda part: (tmp_path / "parts" / part.file).read_bytes()
