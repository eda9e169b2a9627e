"""Word documents (.docx, .docm, .dotx): styles decide what is a heading, whatever they are called."""

from ingest.extract.docx.extraction import extract

__all__ = ["extract"]
