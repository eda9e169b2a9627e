"""Where in the documents that were found one should look: section, page and a snippet for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.domain.snippets import best_snippet

from ingest.domain.document import Line
from webapp.library.line_store import read_lines
from webapp.library.models import SectionRow
from webapp.retrieval.answers import Spot
from webapp.retrieval.clean import one_line, plain
from webapp.retrieval.cost import shorten

SNIPPET_TOKENS = 20
_SNIPPET_WIDTH = 110
_LINES_LOOKED_AT = 80


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of one revision."""

    revision_id: int
    first_line: int
    last_line: int


def first_passage(revision_id: int, line_count: int) -> Passage:
    """Return the first section of a document, or its first lines where it has none."""
    row = (
        SectionRow.objects.filter(revision_id=revision_id, position=0)
        .values_list("first_line", "last_line")
        .first()
    )
    first, last = row or (1, line_count)
    return Passage(revision_id, first, max(first, last))


def spot_and_snippet(passage: Passage, words: Sequence[str]) -> tuple[Spot, str]:
    """Return the place, and the piece of its text that shows best why it was found."""
    last = min(passage.last_line, passage.first_line + _LINES_LOOKED_AT - 1)
    lines = read_lines(passage.revision_id, first=passage.first_line, last=last)
    place = _spot(passage, lines)
    return place, _snippet(lines, place, words)


def _spot(passage: Passage, lines: list[Line]) -> Spot:
    row = (
        SectionRow.objects.filter(
            revision_id=passage.revision_id,
            first_line__lte=passage.first_line,
            last_line__gte=passage.last_line,
        )
        .order_by("-level")
        .values_list("number", "title")
        .first()
    )
    number, title = row or (None, None)
    page = next((line.place.page for line in lines if line.place and line.place.page), None)
    return Spot(
        first_line=passage.first_line,
        last_line=passage.last_line,
        section=number,
        section_title=one_line(title) if title else None,
        page=page,
    )


def _snippet(lines: list[Line], place: Spot, words: Sequence[str]) -> str:
    cleaned = [plain(line.text) for line in lines]
    kept = [text for text in cleaned if text and text != place.section_title] or [t for t in cleaned if t]
    return shorten(one_line(best_snippet(kept, words, width=_SNIPPET_WIDTH).text), SNIPPET_TOKENS) if kept else ""
