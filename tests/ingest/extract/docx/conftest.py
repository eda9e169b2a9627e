from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ingest.domain.document import Extraction
from ingest.extract.docx import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.word_file import word_file

Read = Callable[..., Extraction]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Build a Word file from its body and read it."""

    def build(body: str, **kwargs: Any) -> Extraction:
        path = word_file(tmp_path / "x.docx", body, **kwargs)
        return extract(SourceFile(path, "x.docx", ""), limits=Limits())

    return build


@pytest.fixture
def lines(read: Read) -> Callable[..., list[str]]:
    """Build a Word file from its body and return its lines without the blank ones."""
    return lambda body, **kwargs: [line.text for line in read(body, **kwargs).lines if line.text]
