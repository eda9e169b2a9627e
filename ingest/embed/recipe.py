"""What of a document is embedded: its card and its outline, never its body."""

from __future__ import annotations

import re

from ingest.domain.document import Card
from ingest.domain.outline import Outline, Section

RECIPE_VERSION = 1
"""Part of the model's fingerprint: raise it whenever `document_text` would give another text."""

MAX_CHARACTERS = 16_000
"""Length of the text at which sections are left out. No model here reads further."""

_LETTER = re.compile(r"[^\W\d_]")


def document_text(card: Card, outline: Outline) -> str:
    """Return the text whose vector stands for the document.

    The first line weighs most (see E5Embedder): it is the title, unless that has no letter, as file names
    like `001` do. The abstract follows, then keywords and the sections in document order, each with its
    summary.
    """
    title = _one_line(card.title)
    lines = [title if _LETTER.search(title) else "", card.abstract.strip(), ", ".join(card.keywords)]
    room = MAX_CHARACTERS - sum(map(len, lines))
    for section in outline.walk():
        line = _section_line(section, title)
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    return "\n".join(line for line in lines if line)


def _section_line(section: Section, title: str) -> str:
    heading = _one_line(section.title)
    return " ".join(
        part for part in ("" if heading == title else heading, _one_line(section.summary)) if part
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())
