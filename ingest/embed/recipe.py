"""What of a document is embedded: its card and its outline, never its body."""

from __future__ import annotations

import re

from ingest.domain.document import Card
from ingest.domain.outline import Outline

RECIPE_VERSION = 1
"""Part of the model's fingerprint: raise it whenever `document_text` would give another text."""

MAX_CHARACTERS = 16_000
"""Length of the text at which sections are left out. No model here reads further."""

_LATIN_WORD = re.compile(r"[a-z]{2,}", re.IGNORECASE)
_OTHER_PAIR = re.compile(r"(?=([^\W\d_a-z]{2}))", re.IGNORECASE)
"""Every two neighbouring letters of another script: its words need no blanks."""


def document_text(card: Card, outline: Outline) -> str:
    """Return the text whose vector stands for the document.

    The first line weighs most (see E5Embedder): it is the title, if abstract or sections use a word of it.
    A title that they never use is a file name such as `scan0001`: it comes later and the first line is empty.
    Then the abstract, keywords, and the sections in document order, each with its summary.
    """
    title = _one_line(card.title)
    keywords = ", ".join(card.keywords)
    sections = _sections(outline, title, MAX_CHARACTERS - len(title) - len(card.abstract) - len(keywords))
    used = _words(title) & _words("\n".join((card.abstract, *sections)))
    if used or any(_one_line(section.title) == title for section in outline.walk()):
        first, later = title, ""
    else:
        first, later = "", title
    rest = [line for line in (card.abstract.strip(), keywords, later, *sections) if line]
    return "\n".join([first, *rest]) if rest else first


def _sections(outline: Outline, title: str, room: int) -> list[str]:
    """Return the sections' titles with summaries, as many as fit; a heading that is the title is left out."""
    lines: list[str] = []
    for section in outline.walk():
        heading = _one_line(section.title)
        parts = ("" if heading == title else heading, _one_line(section.summary))
        line = " ".join(part for part in parts if part)
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    return lines


def _words(text: str) -> set[str]:
    return {word.casefold() for word in (*_LATIN_WORD.findall(text), *_OTHER_PAIR.findall(text))}


def _one_line(text: str) -> str:
    return " ".join(text.split())
