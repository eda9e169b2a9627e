"""The title and the authors: what the file says, unless it is junk, then what its pages show (SPEC 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from ingest.card.prose import plain
from ingest.domain.document import Extraction, LayoutHint
from ingest.domain.outline import Outline
from ingest.domain.titles import GENERIC_TITLES, bare_title, is_junk_title, is_nobody, is_numbered

MAX_TITLE = 300
MAX_AUTHORS = 20

_LARGE = 1.25
_NAME_SEPARATORS = re.compile(
    r"\s*[;；\n|]\s*|\s*、\s*|\s+(?:and|und|et|&)\s+|,\s+(?=\S+\s+\S)", re.IGNORECASE
)


def choose_title(extraction: Extraction, outline: Outline, file_name: str) -> str:
    """Return the title: metadata, first heading, largest type on the first page, file name.

    Placeholders are passed over at each step. A numbered heading (`1 Scope`) names a chapter, so the largest
    type is asked first.
    """
    metadata = _cleaned(extraction.metadata.title)
    if metadata and not is_junk_title(metadata):
        return metadata
    heading = _first_heading(outline)
    if heading and not is_numbered(heading):
        return heading
    return _largest_type(extraction) or heading or readable_name(file_name)


def choose_authors(authors: Iterable[str]) -> tuple[str, ...]:
    """Return the people in the metadata, each once: accounts, programs and placeholders dropped."""
    people: dict[str, str] = {}
    for entry in authors:
        whole = plain(entry[: MAX_TITLE * 20])
        for name in _NAME_SEPARATORS.split(whole):
            person = name.strip(" ,;")[:MAX_TITLE]
            if person and not is_nobody(person):
                people.setdefault(person.casefold(), person)
    return tuple(people.values())[:MAX_AUTHORS]


def readable_name(file_name: str) -> str:
    """Return a file name as a title: no ending, blanks for `_` and `-`, percent signs and case left alone."""
    name = plain(file_name.replace("\\", "/").rsplit("/", 1)[-1])
    stem = PurePosixPath(name).stem if re.search(r"\.[A-Za-z0-9]{1,8}$", name) else name
    words = re.sub(r"[_\u3000]+|(?<=[^\W\d_])-(?=[^\W\d_])|(?<=\w)\+(?=\w)", " ", stem)
    return " ".join(words.split()).strip(" -.")[:MAX_TITLE] or name or "untitled"


def _cleaned(title: str | None) -> str:
    return _shortened(plain(title[: MAX_TITLE * 20])) if title else ""


def _shortened(title: str) -> str:
    return title if len(title) <= MAX_TITLE else title[: MAX_TITLE - 1].rstrip() + "…"


def _first_heading(outline: Outline) -> str | None:
    """Return the first heading that can name the document.

    Contents pages and the like are passed over; but after an introduction only chapters follow, none of
    which is the title.
    """
    for section in outline.walk():
        title = _cleaned(section.title)
        bare = bare_title(title)
        if bare in GENERIC_TITLES:
            if section.last_line - section.first_line > 0.5 * outline.line_count and not section.children:
                return None
            if is_numbered(title):
                return None
            continue
        if not is_junk_title(title):
            return title
    return None


def _largest_type(extraction: Extraction) -> str | None:
    """Return the text in the largest type of page 1, joined over up to four lines of equal looks."""
    first_page = [hint for hint in extraction.hints.layout if hint.page == 1 and _may_be_title(hint)]
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


def _may_be_title(hint: LayoutHint) -> bool:
    return (
        hint.relative_size >= _LARGE
        and bare_title(hint.title) not in GENERIC_TITLES
        and not is_junk_title(hint.title)
        and len(hint.title) >= 3
    )
