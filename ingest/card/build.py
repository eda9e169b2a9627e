"""Writes the card of a document from its lines, its outline and what the file says about itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from ingest.card.abstract import write_abstract
from ingest.card.keywords import choose_keywords
from ingest.card.language import garbled_share, identify
from ingest.card.prose import Kind, Paragraph, paragraphs, plain
from ingest.card.scripts import is_cjk
from ingest.card.title import choose_authors, choose_title, readable_name
from ingest.domain.document import BRIEF_WORDS, Card, Coverage, Extraction, Line, texts
from ingest.domain.outline import Outline
from ingest.domain.titles import SKIPPED_TITLES, bare_title
from ingest.domain.words import count_words

HEAD = 40_000
"""Characters at the start of a document that are looked at in full."""

SAMPLES = 8
SAMPLE = 3_000
"""Further places in a long document, and the characters looked at in each."""

MAX_HEADINGS = 400
_FEW_HEADINGS = 4
GARBLED = 0.15
GARBLED_NOTE = "The text looks garbled (read in a wrong encoding). Convert the file to UTF-8 from its source."


class NamedFile(Protocol):
    """What the card needs to know of the source: the name the person gave it."""

    @property
    def name(self) -> str:
        """The file name, with its ending."""
        ...


def build_card(extraction: Extraction, outline: Outline, source: NamedFile) -> Card:
    """Return the card of a document (SPEC 3)."""
    lines = extraction.lines
    metadata = extraction.metadata
    heading_lines = frozenset(section.first_line for section in outline.walk())
    looked_at = _looked_at(extraction, heading_lines)
    headings = [plain(section.title) for section in outline.walk()][:MAX_HEADINGS]
    blocks = _running_text(looked_at)
    title = choose_title(extraction, outline, source.name)
    prose = "\n".join(blocks)
    named = [] if extraction.named_by_file else headings[:100]
    told = "\n".join((*named, prose)) if prose else "" if extraction.named_by_file else title
    language = _language(named, prose, told, metadata.language)
    garbled = garbled_share(prose) > GARBLED
    words = count_words("\n".join(texts(lines)))
    return Card(
        title=title,
        authors=choose_authors(metadata.authors),
        language=language,
        word_count=words,
        line_count=len(lines),
        page_count=metadata.page_count or len(extraction.hints.pages) or None,
        abstract="" if garbled else write_abstract(looked_at, outline, language),
        keywords=choose_keywords(
            () if garbled else blocks,
            headings=[heading for heading in headings if bare_title(heading) not in SKIPPED_TITLES],
            title="" if title in {readable_name(source.name), source.name} else title,
            language=language,
            declared=metadata.keywords,
        ),
        created=metadata.created,
        modified=metadata.modified,
        brief=words < BRIEF_WORDS,
        outline_quality=outline.quality,
        coverage=_told(extraction.coverage, garbled=garbled),
        wrapped=extraction.wrapped,
    )


def _language(headings: list[str], prose: str, told: str, declared: str | None) -> str:
    """Return the language of what a document tells; of its headings, where they are CJK and the text is mostly code."""
    written = [heading for heading in headings if any(map(is_cjk, heading))]
    if len(written) >= _FEW_HEADINGS and len(written) >= 0.7 * len(headings):
        ideographic = "".join(filter(is_cjk, prose[:HEAD]))
        return identify("\n".join((*written, ideographic)), declared)
    return identify(told, declared)


def _looked_at(extraction: Extraction, headings: frozenset[int]) -> list[Paragraph]:
    """Return the paragraphs of the start and of places spread over the rest."""
    found: list[Paragraph] = []
    lines = extraction.readable
    for first, last in _windows(lines):
        window = lines[first:last]
        found.extend(paragraphs(window, headings, native=extraction.native, first=first + 1))
    return found


def _windows(lines: tuple[Line, ...]) -> list[tuple[int, int]]:
    """Return ranges of line indexes: the head, then samples at equal distances."""
    end = _advance(lines, 0, HEAD)
    windows = [(0, end)]
    step = max(1, (len(lines) - end) // SAMPLES)
    for position in range(end, len(lines), step):
        first = max(position, windows[-1][1])
        last = min(_advance(lines, first, SAMPLE), len(lines))
        if first < last:
            windows.append((first, last))
    return windows


def _advance(lines: tuple[Line, ...], start: int, characters: int) -> int:
    """Return the index after the line with which so many characters are full."""
    room = characters
    for index in range(start, len(lines)):
        room -= len(lines[index].text) + 1
        if room <= 0:
            return index + 1
    return len(lines)


def _running_text(found: list[Paragraph]) -> list[str]:
    """Return what keywords and language are taken from: prose and lists; tables if there is little else."""
    text = [p.text for p in found if p.kind in {Kind.PROSE, Kind.ITEM, Kind.QUOTE}]
    if sum(map(len, text)) < 400:
        text += [p.text.replace("|", "\n") for p in found if p.kind in {Kind.TABLE, Kind.NOTE}]
    return text


def _told(coverage: Coverage, *, garbled: bool) -> Coverage:
    """Add what the text itself shows: garbling that no page and no encoding gave away."""
    return replace(coverage, notes=(*coverage.notes, GARBLED_NOTE)) if garbled else coverage
