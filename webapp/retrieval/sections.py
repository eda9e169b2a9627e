"""Finding the section that a caller means, by its number or its title."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from webapp.library.errors import BadRequest
from webapp.library.models import Document, SectionRow

_NUMBER = re.compile(r"\d+(?:\.\d+)*$")
_NAMED = 12


@dataclass(frozen=True, slots=True)
class NumberedSection:
    """A section's number, title and lines."""

    number: str
    title: str
    first_line: int
    last_line: int


def find_section(document: Document, revision_id: int, wanted: str) -> NumberedSection:
    """Return the section with this number (`1.4`, `[1.4]`), or the only one with this title.

    Raises BadRequest naming the numbers that are near.
    """
    rows = SectionRow.objects.filter(revision_id=revision_id)
    fields = ("number", "title", "first_line", "last_line")
    number = wanted.strip().strip("[]§ ").rstrip(".")
    if _NUMBER.match(number):
        found = rows.filter(number=number).values_list(*fields).first()
        if found is not None:
            return NumberedSection(*found)
    else:
        titled = list(rows.filter(title__iexact=wanted.strip()).values_list(*fields)[:2])
        if len(titled) == 1:
            return NumberedSection(*titled[0])
    known = list(rows.values_list("number", flat=True))
    if not known:
        raise BadRequest(f"Document {document.pk} has no outline, so no sections. Read it by offset instead.")
    near = _near(number, known)
    raise BadRequest(
        f"Document {document.pk} has no section {number[:40]!r}. Near it: {', '.join(near)}. "
        f"outline shows {'its only section' if len(known) == 1 else f'all {len(known)}'}."
    )


def _near(number: str, known: list[str]) -> list[str]:
    """Return the numbers that the caller may have meant: those beside it, then those that look alike."""
    parent = number.rpartition(".")[0]
    while parent and parent not in known:
        parent = parent.rpartition(".")[0]
    depth = parent.count(".") + 1 if parent else 0
    beside = [
        one for one in known if one.count(".") == depth and (not parent or one.startswith(f"{parent}."))
    ]
    alike = difflib.get_close_matches(number, known, n=3)
    return list(dict.fromkeys([*([parent] if parent else []), *beside, *alike]))[:_NAMED]
