"""Where in the documents that were found one should look: section, page and a snippet for each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ingest.domain.document import Line
from ingest.domain.snippets import best_snippet
from ingest.domain.tokens import count_tokens
from webapp.library.line_store import read_ranges
from webapp.library.models import SectionRow
from webapp.library.outline_store import sections_around
from webapp.retrieval.answers import Spot
from webapp.retrieval.clean import one_line, plain
from webapp.retrieval.cost import shorten

SNIPPET_TOKENS = 48
_WIDTH = 150
_UNSPACED_WIDTH = 44
"""Characters of about that many tokens, in alphabets and in kana, ideographs or hangul."""

_LINES_LOOKED_AT = 40

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of one revision."""

    revision_id: int
    first_line: int
    last_line: int


def first_passages(line_counts: Mapping[int, int]) -> dict[int, Passage]:
    """Return the first section of each revision, or all its lines where it has none."""
    rows = SectionRow.objects.filter(revision_id__in=line_counts, position=0)
    first = {
        revision_id: (start, end)
        for revision_id, start, end in rows.values_list("revision_id", "first_line", "last_line")
    }
    whole = {revision_id: (1, max(1, count)) for revision_id, count in line_counts.items()}
    return {revision_id: Passage(revision_id, *lines) for revision_id, lines in (whole | first).items()}


def look_at(passages: Sequence[Passage], words: Sequence[str]) -> list[tuple[Spot, str]]:
    """Return for each passage its place, and the piece of its text that shows best why it was found."""
    looked_at = [
        (
            passage.revision_id,
            passage.first_line,
            min(passage.last_line, passage.first_line + _LINES_LOOKED_AT - 1),
        )
        for passage in passages
    ]
    whole = [(passage.revision_id, passage.first_line, passage.last_line) for passage in passages]
    answer = []
    for passage, section, lines in zip(passages, sections_around(whole), read_ranges(looked_at), strict=True):
        spot = _spot(passage, section, lines)
        answer.append((spot, _snippet(lines, spot, words)))
    return answer


def _spot(passage: Passage, section: tuple[str, str] | None, lines: Sequence[Line]) -> Spot:
    number, title = section or (None, None)
    return Spot(
        first_line=passage.first_line,
        last_line=passage.last_line,
        section=number,
        section_title=one_line(title) if title else None,
        page=next((line.place.page for line in lines if line.place and line.place.page), None),
    )


def _snippet(lines: Sequence[Line], spot: Spot, words: Sequence[str]) -> str:
    cleaned = [text for text in (plain(line.text) for line in lines) if text]
    kept = [text for text in cleaned if text != spot.section_title] or cleaned
    if not kept:
        return ""
    width = _UNSPACED_WIDTH if len(_UNSPACED.findall("".join(kept[:5]))) > 20 else _WIDTH
    text = one_line(best_snippet(kept, words, width=width).text)
    if count_tokens(text) > SNIPPET_TOKENS:
        text = one_line(best_snippet(kept, words, width=2 * width // 3).text)
    return shorten(text, SNIPPET_TOKENS)
