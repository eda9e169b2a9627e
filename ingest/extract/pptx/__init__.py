"""PowerPoint presentations (.pptx, .pptm, .ppsx, .potx): slides in order, with their notes."""

from ingest.extract.pptx.extraction import extract

__all__ = ["extract"]
