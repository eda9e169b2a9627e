from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ingest.domain.document import Extraction
from ingest.extract.epub import extract
from ingest.extract.protocol import Limits, SourceFile
from tests.support.book_file import book_file

Read = Callable[..., Extraction]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Build a book from its chapters and read it."""

    def build(chapters: dict[str, str], **kwargs: Any) -> Extraction:
        path = book_file(tmp_path / "a.epub", chapters, **kwargs)
        return extract(SourceFile(path, "a.epub", ""), limits=Limits())

    return build
