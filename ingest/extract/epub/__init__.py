"""E-books (.epub, versions 2 and 3): chapters in reading order, the book's own navigation as its outline."""

from ingest.extract.epub.extraction import extract

__all__ = ["extract"]
