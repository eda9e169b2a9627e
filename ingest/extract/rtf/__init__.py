"""Rich Text Format (.rtf): read from its control words, headings by outline level and style."""

from ingest.extract.rtf.extraction import extract

__all__ = ["extract"]
