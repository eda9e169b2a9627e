"""Where in the documents that were found one should look: section, page and a snippet for each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ingest.domain.snippets import best_line, without_noise
from ingest.domain.tokens import count_tokens
from webapp.library.line_store import read_texts
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
_LINES_WEIGHED = 10

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of one revision. words: translations of the query's into the language of the text."""

    revision_id: int
    first_line: int
    last_line: int
    words: tuple[str, ...] = ()


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
    for passage, section, (lines, page) in zip(
        passages, sections_around(whole), read_texts(looked_at), strict=True
    ):
        number, title = section or (None, None)
        named = one_line(title) if title else None
        spot = Spot(passage.first_line, passage.last_line, number, named, page)
        answer.append((spot, _snippet(lines, named, (*words, *passage.words))))
    return answer


def _snippet(lines: Sequence[str], heading: str | None, words: Sequence[str]) -> str:
    """Return a piece of the lines, none of the heading where there is anything else."""

    def shown(line: str) -> str:
        text = without_noise(plain(line))
        return "" if heading is not None and text == heading else text

    width = _UNSPACED_WIDTH if len(_UNSPACED.findall("".join(lines[:_LINES_WEIGHED]))) > 20 else _WIDTH
    for clean in (shown, plain):
        chosen = best_line(lines, words, shown=clean)
        for fitting in (width, 2 * width // 3):
            text = one_line(chosen.cut(fitting).text)
            if text and count_tokens(text) <= SNIPPET_TOKENS:
                return text
        if text:
            return shorten(text, SNIPPET_TOKENS)
    return ""
