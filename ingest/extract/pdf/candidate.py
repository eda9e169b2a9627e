"""A group of rows that may be a heading, and what its looks and its words say for and against it."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.domain.document import HeadingNumber
from ingest.extract.no_titles import is_no_title
from ingest.extract.pdf.measure import Usual
from ingest.extract.pdf.rows import Row

_PLAIN_KINDS = frozenset({"decimal", "chapter", "section", "han", "appendix", "article"})


@dataclass(slots=True)
class Candidate:
    """A group of rows in one style that may be a heading.

    title: the text behind its number. apart: room above. order: place of its first row on its page.
    """

    rows: list[Row]
    text: str
    title: str
    number: HeadingNumber | None
    relative: float
    capitals: bool
    bold: bool
    italic: bool
    color: int
    apart: bool
    order: int

    @property
    def page(self) -> int:
        """0-based page."""
        return self.rows[0].page

    @property
    def look(self) -> tuple[float, bool]:
        """Size and weight."""
        return self.relative, self.rows[0].bold


def is_something_else(candidate: Candidate) -> bool:
    """Captions, list items, sentences, cells, code, addresses."""
    text, small = candidate.text, candidate.relative < 1.15
    if is_no_title(text, behind_number=candidate.title if candidate.number else None):
        return True
    if any(row.cells for row in candidate.rows):
        return True
    if (
        small
        and not candidate.number
        and (text.endswith(":") or (text[0].islower() and not _is_name(candidate)))
    ):
        return True
    code = candidate.rows[0].mono and candidate.relative < 1.12
    return code and not (candidate.bold and candidate.number) and not _names_code(candidate)


def _names_code(candidate: Candidate) -> bool:
    """Whether a title in another ink or weight begins with words and then names code."""
    if candidate.rows[0].runs[0][1].mono:
        return False
    words = sum(count for row in candidate.rows for count, face in row.runs if not face.mono)
    return bool(candidate.color or candidate.bold) and candidate.apart and 4 * words > len(candidate.text)


def _is_name(candidate: Candidate) -> bool:
    """Whether a text with a small first letter is bold with room around, as the name of a module is."""
    return (
        candidate.bold
        and candidate.apart
        and candidate.rows[0].above > 1.5
        and candidate.rows[-1].below > 1.5
    )


def stands_out(candidate: Candidate, usual: Usual) -> bool:
    """Larger than the text; or in another weight, ink or capitals with room; or numbered with room around."""
    if candidate.relative > 1.07:
        return True
    if candidate.bold or candidate.italic or candidate.capitals or candidate.color:
        return candidate.apart and candidate.relative >= _least_relative(candidate)
    number = candidate.number
    return (
        number is not None
        and number.kind in _PLAIN_KINDS
        and candidate.apart
        and candidate.rows[-1].below > usual.lead * 1.05
        and candidate.relative > 0.97
        and len(candidate.text) < 60
    )


def _least_relative(candidate: Candidate) -> float:
    """How small a candidate in another weight, slant or ink may be."""
    if not candidate.bold or not (candidate.number or candidate.capitals):
        return 0.93
    return 0.72 if candidate.number and candidate.number.kind != "letter" else 0.85
