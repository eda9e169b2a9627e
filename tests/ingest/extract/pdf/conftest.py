"""Small PDFs, built page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf
import pytest

from ingest.domain.document import Extraction
from ingest.domain.progress import Progress
from ingest.extract.pdf import extract
from ingest.extract.protocol import Limits, SourceFile

PROSE = (
    "The keeper of the harbour lights walks the whole length of the pier every evening and",
    "writes down the colour and the period of each lamp, so that the inspector can compare",
    "the two logs at the end of the month and find the lamps that are about to fail soon.",
)


@dataclass
class Sheet:
    """A PDF in the making. y runs down the page; every call writes below the last."""

    path: Path
    file: pymupdf.Document = field(default_factory=pymupdf.open)
    y: float = 60.0
    page: pymupdf.Page | None = None

    def new_page(self, width: float = 595, height: float = 842) -> Sheet:
        """Begin a page."""
        self.page = self.file.new_page(width=width, height=height)
        self.y = 60.0
        return self

    def write(
        self, text: str, *, size: float = 11, font: str = "helv", x: float = 60, gap: float = 1.3, **more
    ) -> Sheet:
        """Write one line and move down."""
        if self.page is None:
            self.new_page()
        assert self.page is not None
        self.y += size * gap
        self.page.insert_text((x, self.y), text, fontsize=size, fontname=font, **more)
        return self

    def heading(self, text: str, size: float = 16) -> Sheet:
        """Write a bold line with room above."""
        return self.write(text, size=size, font="hebo", gap=2.0)

    def prose(self, times: int = 1, x: float = 60) -> Sheet:
        """Write paragraphs, each with room above."""
        for _ in range(times):
            for number, line in enumerate(PROSE):
                self.write(line, x=x, gap=1.9 if number == 0 else 1.3)
        return self

    def picture(self, box: tuple[float, float, float, float]) -> Sheet:
        """Paint a picture."""
        pixels = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 8, 8), False)
        pixels.clear_with(200)
        assert self.page is not None
        self.page.insert_image(pymupdf.Rect(box), pixmap=pixels)
        return self

    def save(self, **options) -> Path:
        """Write the file."""
        self.file.save(self.path, **options)
        return self.path


@pytest.fixture
def sheet(tmp_path: Path) -> Iterator[Sheet]:
    made = Sheet(tmp_path / "made.pdf")
    yield made
    made.file.close()


@pytest.fixture
def read() -> Callable[..., Extraction]:
    """Extract a saved file."""

    def run(
        path: Path,
        *,
        limits: Limits | None = None,
        password: str | None = None,
        seen: list[Progress] | None = None,
    ) -> Extraction:
        source = SourceFile(path, path.name, "application/pdf", password)
        return extract(source, limits=limits or Limits(), progress=(seen if seen is not None else []).append)

    return run
