"""What of a document is embedded: its card and its outline, never its body."""

from __future__ import annotations

from ingest.domain.document import Card
from ingest.domain.outline import Outline

RECIPE_VERSION = 1
"""Part of the model's fingerprint: raise it whenever `document_text` would give another text."""


def document_text(card: Card, outline: Outline) -> str:
    """Return the text whose vector stands for the document.

    The beginning weighs most (see E5Embedder), so it says what the document is about: the title, then the
    abstract. Keywords and the sections follow, in document order, each title with its summary.
    """
    parts = [card.title, card.abstract, ", ".join(card.keywords)]
    for section in outline.walk():
        parts.append(f"{section.title}. {section.summary}" if section.summary else section.title)
    return "\n".join(part for part in parts if part)
