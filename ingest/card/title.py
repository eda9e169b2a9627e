"""The title and the authors: what the file says, unless it is junk, then what its pages show (SPEC 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from ingest.card.first_page import subject_of_letter, title_of_first_page
from ingest.card.prose import plain
from ingest.domain.document import Extraction, LayoutHint
from ingest.domain.outline import Outline, OutlineQuality, Section
from ingest.domain.titles import (
    ABSTRACT_TITLES,
    CONTENTS_TITLES,
    FRONT_TITLES,
    GENERIC_TITLES,
    OPENING_TITLES,
    bare_title,
    is_junk_heading,
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
_CONTACT = re.compile(r"\S+@\S+|https?://|\bwww\.|^(?:tel|fax|phone|電話|电话|전화)\b", re.IGNORECASE)
_CHAPTERS_FOLLOW = OPENING_TITLES | ABSTRACT_TITLES | FRONT_TITLES
"""Headings beside which the chapters stand, none of which is the title of the whole."""
_MANUAL = re.compile(r"^(?P<name>[\w.+:-]+\(\d\w{0,4}\))\s+.*\S\s+(?P=name)\s*$", re.IGNORECASE)
_NAME_HEADINGS = frozenset(
    {"name", "nom", "nombre", "nome", "bezeichnung", "名前", "名称", "이름", "имя", "nazwa"}
)
_PROSE_NAME = re.compile(r"\.(?:txt|text|docx?|pdf|rtf|odt|asc)$|^[^.]*$", re.IGNORECASE)
_CONTINUES = re.compile(r"[^\W\d_]")
_NO_TITLE = re.compile(
    r"[={}<>\\|;\[\]]|\w\(|^(?:dear|hello|hi|sehr geehrte|chère?s?|bonjour|hola|拝啓|尊敬的|各位|안녕)\b",
    re.IGNORECASE,
)
_SITE = re.compile(r"\s+[—–|·:-]\s+")
_NOT_A_NAME = re.compile(
    r"\S*@\S*|\([cC]\)|©|\b(?:19|20)\d\d\b|\be-?mail:?|\bet al\b\.?|^al\.?$", re.IGNORECASE
)
_NAME_SEPARATORS = re.compile(
    r"\s*[;；\n|]\s*|\s*、\s*|\s+(?:and|und|et|&)\s+|,\s+(?=\S+\s+\S)", re.IGNORECASE
)


def choose_title(extraction: Extraction, outline: Outline, file_name: str) -> str:
    """Return the title: metadata, largest type on the first page, first heading, first line, file name.

    Placeholders are passed over at each step. A numbered heading, or one that stands below other text on the
    first page of a PDF, names a chapter: what stands above it is asked first.
    """
    metadata = _cleaned(extraction.metadata.title)
    if metadata and not is_junk_title(metadata):
        return _without_site(metadata, outline)
    if extraction.named_by_file:
        return _own_name(file_name) if extraction.native else readable_name(file_name)
    heading = _first_heading(outline)
    shown = _shown_title(extraction, heading)
    if shown:
        return shown
    if heading and not is_numbered(heading.title) and not extraction.hints.pages:
        return _cleaned(heading.title)
    return (
        _manual_title(extraction)
        or _opening_line(extraction, outline, file_name)
        or (_cleaned(heading.title) if heading else readable_name(file_name))
    )


def _shown_title(extraction: Extraction, heading: Section | None) -> str | None:
    """Return what the first page of a paged document shows as its title."""
    if not extraction.hints.pages:
        return None
    people = {author.casefold().strip() for author in extraction.metadata.authors}
    largest = title_of_first_page(
        extraction.lines, lambda text: _is_title(text) and text.casefold() not in people
    )
    if largest:
        return _FOOTNOTE_MARK.sub("", _cleaned(largest))
    if heading and not is_numbered(heading.title) and heading.first_line <= _TOP_LINES:
        return _cleaned(heading.title)
    above = heading.first_line if heading else len(extraction.lines) + 1
    return _largest_type(extraction, above) or subject_of_letter(extraction.lines)


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

    A single heading above everything names it whatever it says (`Preface` of a file that holds the preface).
    Else contents pages and the like are passed over; but after an introduction only chapters follow, none of
    which is the title.
    """
    if len(outline.sections) == 1 and outline.quality is OutlineQuality.HIGH:
        root = outline.sections[0]
        if bare_title(root.title) not in CONTENTS_TITLES and _is_named(root.title):
            return root
    for section in outline.walk():
        bare = bare_title(section.title)
        if bare in _CHAPTERS_FOLLOW:
            return None
        if bare not in GENERIC_TITLES and _is_named(section.title):
            return section
    return None


def _is_named(title: str) -> bool:
    """Whether a heading says more than its number and is no placeholder."""
    return bare_title(title) != "" and not is_junk_heading(_cleaned(title))


def _manual_title(extraction: Extraction) -> str | None:
    """Return the name and the purpose of a manual page (`find - search for files`), None for other texts."""
    lines = extraction.lines[:_OPENING_LINES]
    head = next((match for line in lines if (match := _MANUAL.match(line.text))), None)
    if head is None:
        return None
    for at, line in enumerate(lines[:-1]):
        if line.text.strip().casefold() in _NAME_HEADINGS:
            said = _cleaned(lines[at + 1].text)
            return said if 4 <= len(said) <= 120 and " " in said else head["name"]
    return head["name"]


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


def _opening_line(extraction: Extraction, outline: Outline, file_name: str) -> str | None:
    """Return the first line of a document if it looks like a title: short, no sentence, above the headings."""
    if not outline.sections and not _PROSE_NAME.search(file_name):
        return None
    before = outline.sections[0].first_line if outline.sections else len(extraction.lines)
    for number, line in enumerate(extraction.lines[:_OPENING_LINES], start=1):
        text = _FOOTNOTE_MARK.sub("", _cleaned(line.text))
        if not any(character.isalnum() for character in text):
            continue
        below = extraction.lines[number].text.strip() if number < len(extraction.lines) else ""
        alone = bool(outline.sections) or not extraction.native or not _CONTINUES.match(below)
        usable = (
            3 <= len(text) <= (120 if outline.sections else 80)
            and number < before
            and alone
            and not _SENTENCE.search(text)
            and not _NO_TITLE.search(text)
            and _is_title(text)
        )
        return text if usable else None
    return None


def _is_title(text: str) -> bool:
    """Whether a line that stands where a title may stand could be one."""
    letters = sum(map(str.isalpha, text))
    if (
        letters < 2
        or letters * 3 < len(text.replace(" ", ""))
        or not (text[0].isalnum() or text[0] in "「『【《〈“\"‘'(（")
    ):
        return False
    return (
        bare_title(text) not in GENERIC_TITLES | {""}
        and not is_junk_title(text)
        and not _CONTACT.search(text)
    )


def _may_be_title(hint: LayoutHint) -> bool:
    return (
        hint.relative_size >= _LARGE
        and bare_title(hint.title) not in GENERIC_TITLES
        and not is_junk_title(hint.title)
        and len(hint.title) >= 3
    )
