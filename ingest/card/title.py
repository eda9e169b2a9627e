"""The title and the authors: what the file says, unless it is junk, then what its pages show (SPEC 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from ingest.card.prose import plain
from ingest.domain.document import Extraction, LayoutHint
from ingest.domain.outline import Outline, Section
from ingest.domain.titles import (
    GENERIC_TITLES,
    OPENING_TITLES,
    bare_title,
    is_junk_title,
    is_nobody,
    is_numbered,
)

MAX_TITLE = 300
MAX_AUTHORS = 20

_LARGE = 1.25
_TOP_LINES = 3
_OPENING_LINES = 12
_FOOTNOTE_MARK = re.compile(r"[\s*∗†‡§¶]+$")
_SENTENCE = re.compile(r"[.!?;:,][\"”’)]*$|[。！？；：、]$|@|https?://")
_SITE = re.compile(r"\s+[—–|·:-]\s+")
_NOT_A_NAME = re.compile(
    r"\S*@\S*|\([cC]\)|©|\b(?:19|20)\d\d\b|\be-?mail:?|\bet al\b\.?|^al\.?$", re.IGNORECASE
)
_NAME_SEPARATORS = re.compile(
    r"\s*[;；\n|]\s*|\s*、\s*|\s+(?:and|und|et|&)\s+|,\s+(?=\S+\s+\S)", re.IGNORECASE
)


def choose_title(extraction: Extraction, outline: Outline, file_name: str) -> str:
    """Return the title: metadata, first heading, largest type on the first page, file name.

    Placeholders are passed over at each step. A numbered heading, or one that stands below other text on the
    first page of a PDF, names a chapter: what stands above it is asked first.
    """
    metadata = _cleaned(extraction.metadata.title)
    if metadata and not is_junk_title(metadata):
        return _without_site(metadata, outline)
    if extraction.named_by_file:
        return _own_name(file_name) if extraction.native else readable_name(file_name)
    heading = _first_heading(outline)
    paged = bool(extraction.hints.pages)
    if heading and not is_numbered(heading.title) and (not paged or heading.first_line <= _TOP_LINES):
        return _cleaned(heading.title)
    above = heading.first_line if heading else len(extraction.lines) + 1
    return (
        _largest_type(extraction, above)
        or (_opening_line(extraction, outline) if outline.sections else None)
        or (_cleaned(heading.title) if heading else readable_name(file_name))
    )


def choose_authors(authors: Iterable[str]) -> tuple[str, ...]:
    """Return the people in the metadata, each once: accounts, programs and placeholders dropped."""
    people: dict[str, str] = {}
    for entry in authors:
        whole = plain(entry[: MAX_TITLE * 20])
        for name in _NAME_SEPARATORS.split(whole):
            person = " ".join(_NOT_A_NAME.sub(" ", name).split()).strip(" ,;:")[:MAX_TITLE]
            if person and not is_nobody(person):
                people.setdefault(person.casefold(), person)
    return tuple(people.values())[:MAX_AUTHORS]


def readable_name(file_name: str) -> str:
    """Return a file name as a title: no ending, blanks for `_` and `-`, percent signs and case left alone."""
    name = plain(file_name.replace("\\", "/").rsplit("/", 1)[-1])
    stem = PurePosixPath(name).stem if re.search(r"\.[A-Za-z0-9]{1,8}$", name) else name
    words = re.sub(r"[_\u3000]+|(?<=[^\W\d_])-(?=[^\W\d_])|(?<=\w)\+(?=\w)", " ", stem)
    return " ".join(words.split()).strip(" -.")[:MAX_TITLE] or name or "untitled"


def _own_name(file_name: str) -> str:
    """Return the name of a file of code or data as it is, with its ending."""
    name = " ".join(file_name.replace("\\", "/").rsplit("/", 1)[-1].split())
    return _shortened(name) or readable_name(file_name)


def _cleaned(title: str | None) -> str:
    return _shortened(plain(title[: MAX_TITLE * 20])) if title else ""


def _shortened(title: str) -> str:
    return title if len(title) <= MAX_TITLE else title[: MAX_TITLE - 1].rstrip() + "…"


def _without_site(title: str, outline: Outline) -> str:
    """Return a title without the name of its site, where the document's first heading is the rest of it."""
    first = _SITE.split(title)[0]
    if first != title and outline.sections and bare_title(outline.sections[0].title) == bare_title(first):
        return first
    return title


def _first_heading(outline: Outline) -> Section | None:
    """Return the first heading that can name the document.

    Contents pages and the like are passed over; but after an introduction only chapters follow, none of
    which is the title.
    """
    for section in outline.walk():
        bare = bare_title(section.title)
        if bare in OPENING_TITLES:
            return None
        if bare not in GENERIC_TITLES and not is_junk_title(_cleaned(section.title)):
            return section
    return None


def _largest_type(extraction: Extraction, above: int) -> str | None:
    """Return the text in the largest type of page 1, above a line, joined over four lines of equal looks."""
    first_page = [
        hint
        for hint in extraction.hints.layout
        if hint.page == 1 and hint.line < above and _may_be_title(hint)
    ]
    if not first_page:
        return None
    largest = max(first_page, key=lambda hint: hint.relative_size)
    parts = [largest.title]
    line = largest.line
    for hint in first_page:
        if hint.line > line and hint.line - line <= 2 and hint.style == largest.style and len(parts) < 4:
            parts.append(hint.title)
            line = hint.line
    return _cleaned(" ".join(parts))


def _opening_line(extraction: Extraction, outline: Outline) -> str | None:
    """Return the first line of a document if it looks like a title: short, no sentence, above the headings."""
    for number, line in enumerate(extraction.lines[:_OPENING_LINES], start=1):
        text = _FOOTNOTE_MARK.sub("", _cleaned(line.text))
        if not any(character.isalnum() for character in text):
            continue
        usable = (
            3 <= len(text) <= 120
            and number < outline.sections[0].first_line
            and not _SENTENCE.search(text)
            and not is_junk_title(text)
            and bare_title(text) not in GENERIC_TITLES
        )
        return text if usable else None
    return None


def _may_be_title(hint: LayoutHint) -> bool:
    return (
        hint.relative_size >= _LARGE
        and bare_title(hint.title) not in GENERIC_TITLES
        and not is_junk_title(hint.title)
        and len(hint.title) >= 3
    )
