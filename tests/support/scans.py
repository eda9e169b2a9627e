"""Scans: pages of text as pictures, and a recogniser that says what a test tells it to."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf
import pytest

from ingest.extract.ocr.protocol import Picture, RecognisedLine

needs_ocr = pytest.mark.skipif(
    importlib.util.find_spec("rapidocr") is None, reason="the extra `ocr` is not installed"
)


@dataclass
class Told:
    """Recognises on each picture what was told for it, in order: (text, left, top, height) in points."""

    pages: Sequence[Sequence[tuple[str, float, float, float]]]
    confidence: float = 0.95
    confidences: list[float] = field(default_factory=list)
    seen: list[tuple[int, int]] = field(default_factory=list)

    def recognise(self, picture: Picture) -> list[RecognisedLine]:
        lines = self.pages[len(self.seen)]
        sure = self.confidences[len(self.seen)] if self.confidences else self.confidence
        self.seen.append((picture.width, picture.height))
        assert len(picture.pixels) == 3 * picture.width * picture.height
        return [RecognisedLine(text, _box(text, *place), sure) for text, *place in lines]


def _box(text: str, left: float, top: float, height: float) -> tuple[float, float, float, float]:
    scale = 200 / 72
    width = len(text) * height * 0.5
    return left * scale, top * scale, (left + width) * scale, (top + height) * scale


def photograph(source: pymupdf.Document, target: pymupdf.Document, *, dpi: int = 150) -> None:
    """Append the pages of a document to another as pictures of themselves."""
    for page in source:
        pixels = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
        copy = target.new_page(width=page.rect.width, height=page.rect.height)
        copy.insert_image(copy.rect, pixmap=pixels)


def written(lines: list[tuple[str, int]], *, font: str = "helv") -> pymupdf.Document:
    """Return a document of one page with lines of (text, size)."""
    file = pymupdf.open()
    page, y = file.new_page(), 60.0
    for text, size in lines:
        y += size * 1.8
        page.insert_text((60, y), text, fontsize=size, fontname=font)
    return file


def scan(path: Path, lines: list[tuple[str, int]], *, font: str = "helv", dpi: int = 150) -> Path:
    """Save a PDF of one page that is a picture of lines."""
    file = pymupdf.open()
    photograph(written(lines, font=font), file, dpi=dpi)
    file.save(path)
    return path


def picture(path: Path, lines: list[tuple[str, int]], *, font: str = "helv", dpi: int = 150) -> Path:
    """Save a PNG or JPEG of lines."""
    written(lines, font=font)[0].get_pixmap(dpi=dpi).save(path)
    return path
