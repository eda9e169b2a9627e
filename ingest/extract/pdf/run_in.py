"""Numbered titles that run into their text: `8.1. Red lamps. They are lit first`, set apart by weight or slant."""

from __future__ import annotations

import re

from ingest.extract.heading_numbers import split_number
from ingest.extract.pdf.faces import Face
from ingest.extract.pdf.rows import Row

_TITLE = re.compile(r"(\S.{1,88}?[^\W\d_][)\]”’'\"]?)[.:]\s+\S")
_KINDS = frozenset({"decimal", "letter"})
_SPARE = 4


def run_in_title(row: Row) -> str | None:
    """Return the number and the title that a row of text begins with, or None where its looks tell of none."""
    numbered = split_number(row.text)
    if numbered is None or numbered[0].kind not in _KINDS or len(row.runs) < 2 or row.all_bold or row.italic:
        return None
    number, title = numbered
    match = _TITLE.match(title)
    marked = _marked_characters(row, len(row.text) - len(title))
    if match is None or (number.kind == "decimal" and number.depth < 2 and "." not in row.text[:4]):
        return None
    length = len(match[1])
    if not 0.75 * length - _SPARE <= marked <= 1.2 * length + _SPARE:
        return None
    return row.text[: len(row.text) - len(title) + length]


def _marked_characters(row: Row, number: int) -> int:
    """How many characters behind the number are bold or slanted, until others follow; 0 where none do."""
    marked = 0
    looks: Face | None = None
    for characters, face in row.runs:
        count = characters
        if number > 1:
            count, number = max(0, characters - number), number - characters
        if count == 0:
            continue
        if looks is None and not (face.bold or face.italic):
            return 0
        looks = looks or face
        if (face.bold, face.italic) != (looks.bold, looks.italic) and not face.mono:
            return marked
        marked += count
    return 0
