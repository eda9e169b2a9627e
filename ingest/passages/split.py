"""Lines and outline to passages: whole lines, one section each, every line with text exactly once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.domain.document import Line
from ingest.domain.outline import Outline, Section
from ingest.domain.passage import Passage

PASSAGES_VERSION = 1
"""Raise it with any change that cuts other passages: the keyword index is then built anew."""

MAX_CHARACTERS = 1_500
"""Size of a passage in Latin letters. A single longer line is a passage of its own."""

_CJK_WEIGHT = 2
"""An ideograph, kana or hangul says more than a letter and costs the index more:

passages hold fewer of them.
"""

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class _Run:
    """Lines that belong to one section, before any deeper one begins. 1-based, inclusive."""

    first_line: int
    last_line: int
    section: Section | None
    headings: tuple[str, ...]


def split(
    lines: Sequence[Line], outline: Outline, *, max_characters: int = MAX_CHARACTERS
) -> tuple[Passage, ...]:
    """Return the passages of a document in order.

    A passage ends where a page ends, at a blank line once it is half full, and at the last whole line that
    fits otherwise. Blank lines at its ends belong to none.
    """
    passages: list[Passage] = []
    for run in _runs(outline, len(lines)):
        for first, last in _pieces(lines, run, max_characters):
            passages.append(
                Passage(
                    ordinal=len(passages),
                    first_line=first,
                    last_line=last,
                    section=run.section.number if run.section else None,
                    headings=run.headings,
                    text="\n".join(line.text for line in lines[first - 1 : last]),
                )
            )
    return tuple(passages)


def _runs(outline: Outline, line_count: int) -> Iterator[_Run]:
    """Yield the runs between one section boundary and the next."""
    line = 1
    open_sections: list[Section] = []

    def run_to(last: int) -> Iterator[_Run]:
        titles = tuple(section.title for section in open_sections)
        yield _Run(line, min(last, line_count), open_sections[-1] if open_sections else None, titles)

    for section in outline.walk():
        while open_sections and open_sections[-1].last_line < section.first_line:
            last = open_sections[-1].last_line
            yield from run_to(last)
            line = max(line, last + 1)
            open_sections.pop()
        yield from run_to(section.first_line - 1)
        line = max(line, section.first_line)
        open_sections.append(section)
    while open_sections:
        last = open_sections[-1].last_line
        yield from run_to(last)
        line = max(line, last + 1)
        open_sections.pop()
    yield from run_to(line_count)


def _pieces(lines: Sequence[Line], run: _Run, max_characters: int) -> Iterator[tuple[int, int]]:
    """Yield first and last line of each passage of a run."""
    first = last = 0
    size = 0
    page: int | None = None
    for number in range(run.first_line, run.last_line + 1):
        text, place = lines[number - 1].text, lines[number - 1].place
        if not text.strip():
            if first and size * 2 >= max_characters:
                yield first, last
                first = size = 0
            continue
        weight = len(text) + 1 + (_CJK_WEIGHT - 1) * len(_CJK.findall(text))
        begins = place.page if place else None
        if first and (size + weight > max_characters or begins != page):
            yield first, last
            first = size = 0
        page = begins
        first, last, size = first or number, number, size + weight
    if first:
        yield first, last
