"""PDF to numbered lines and hints. `extract` is the entry; `document.py` alone knows PyMuPDF."""

from __future__ import annotations

from ingest.extract.pdf.extraction import extract

__all__ = ["extract"]
