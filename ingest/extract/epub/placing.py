"""The entries of the navigation on the lines they stand for, and the headings that go deeper than they do."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from ingest.domain.document import HeadingHint, Line
from ingest.domain.outline import Provenance
from ingest.extract.epub.navigation import Entry

_WINDOW = 12
"""Lines behind the place an entry points to, within which its heading is looked for."""

_DEEPEST = 9
_SELF_MADE = 0.6


@dataclass(slots=True)
class BookText:
    """The lines of all chapters. Lines here count from 0, a chapter reaches from its start up to its end.

    headings: as the chapters declare them, their numbers those of the book. titles: of the chapters' heads.
    """

    lines: list[Line] = field(default_factory=list)
    headings: list[HeadingHint] = field(default_factory=list)
    starts: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    anchors: dict[tuple[str, str], int] = field(default_factory=dict)


@dataclass(slots=True)
class _Placed:
    """A heading on its way into the book. inserted: no line holds it, it gets one before `at`."""

    at: int
    level: int
    title: str
    provenance: Provenance
    confidence: float = 1.0
    inserted: bool = False


def place(text: BookText, entries: list[Entry], book_title: str) -> tuple[list[Line], list[HeadingHint]]:
    """Return the lines of the book and its headings, in order.

    An entry whose title stands nowhere near its place gets a line of its own there. Where the navigation is
    flat, the headings inside its chapters go below it; without one they are all there is.
    """
    entries = [entry for entry in entries if entry.title and entry.path in text.starts]
    if len(entries) < 2 <= len(text.headings):
        entries = []
    placed, used = _Placing(text).place(entries)
    if not entries:
        placed = [_Placed(h.line - 1, h.level, h.title, h.provenance) for h in text.headings]
        placed = placed or list(_chapter_titles(text, book_title))
    elif max(entry.level for entry in entries) == 1:
        placed += _deeper(text, placed, used)
    return _inserted(text.lines, sorted(placed, key=lambda p: (p.at, not p.inserted)))


class _Placing:
    """Finds the line of one entry after another."""

    def __init__(self, text: BookText) -> None:
        self._text = text
        self._hints = {hint.line - 1: hint for hint in text.headings}
        self._used: set[int] = set()
        self._reached: dict[str, int] = {}

    def place(self, entries: Iterable[Entry]) -> tuple[list[_Placed], set[int]]:
        """Return the entries on their lines, and the lines of headings that they speak for."""
        return [self._one(entry) for entry in entries], self._used

    def _one(self, entry: Entry) -> _Placed:
        text = self._text
        start, end = text.starts[entry.path], text.ends[entry.path]
        target = text.anchors.get((entry.path, entry.fragment), start)
        while target < end and not text.lines[target].text.strip():
            target += 1
        reached = self._reached.get(entry.path, start)
        found = self._line_of(entry.title, max(target, reached), end, max(start, reached, target - 3))
        at = max(target, reached) if found is None else found
        self._reached[entry.path] = at + (found is not None)
        return _Placed(at, entry.level, entry.title, Provenance.BOOKMARK, inserted=found is None)

    def _line_of(self, title: str, target: int, end: int, first: int) -> int | None:
        wanted = letters(title)
        ahead, behind = range(target, min(end, target + _WINDOW)), range(target - 1, first - 1, -1)
        window: list[int] = [at for at in (*ahead, *behind) if at not in self._used]
        for exact in (True, False):
            for at in window:
                said = letters(self._hints[at].title) if at in self._hints else ""
                if said and (said == wanted if exact else _alike(said, wanted)):
                    self._consume(at, wanted, end)
                    return at
        for at in window:
            if at < target + 4 and wanted and letters(self._text.lines[at].text) == wanted:
                self._used.add(at)
                return at
        return None

    def _consume(self, at: int, wanted: str, end: int) -> None:
        """Take a heading, and those right below it that only go on with the same title."""
        self._used.add(at)
        if letters(self._hints[at].title) == wanted:
            return
        for below in range(at + 1, min(end, at + 4)):
            said = letters(self._hints[below].title) if below in self._hints else ""
            if len(said) > 2 and said in wanted:
                self._used.add(below)


def letters(text: str) -> str:
    """Return what titles are compared by: their letters and digits, folded."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in folded if character.isalnum())


def _alike(said: str, wanted: str) -> bool:
    """Return whether a heading is a title with a number or a part more or less."""
    shorter, longer = sorted((said, wanted), key=len)
    return (
        bool(shorter) and shorter in longer and (len(shorter) * 3 > len(longer) or longer.startswith(shorter))
    )


def _deeper(text: BookText, placed: list[_Placed], used: set[int]) -> list[_Placed]:
    """Return the headings inside the chapters of a flat navigation, one level and more below it."""
    ordered = sorted(placed, key=lambda p: p.at)
    begins = [p.at for p in ordered]
    own = {hint.line - 1: hint.level for hint in text.headings if hint.line - 1 in used}
    inside: dict[int, list[HeadingHint]] = {}
    for hint in text.headings:
        chapter = bisect_right(begins, hint.line - 1) - 1
        if hint.line - 1 in used or chapter < 0 or letters(hint.title) == letters(ordered[chapter].title):
            continue
        inside.setdefault(chapter, []).append(hint)
    found = []
    for chapter, hints in inside.items():
        least = min(hint.level for hint in hints)
        above = min(own.get(begins[chapter], least - 1), least - 1)
        base = ordered[chapter].level - above
        found += [_Placed(h.line - 1, min(base + h.level, _DEEPEST), h.title, h.provenance) for h in hints]
    return found


def _chapter_titles(text: BookText, book_title: str) -> Iterable[_Placed]:
    """Yield the titles in the heads of the files, where they tell them apart."""
    titles = list(text.titles.values())
    if len(set(titles)) < 2 or len(set(titles)) * 2 < len(titles):
        return
    for path, title in text.titles.items():
        start = text.starts[path]
        if not title or letters(title) == letters(book_title) or start >= text.ends[path]:
            continue
        stands = letters(text.lines[start].text) == letters(title)
        yield _Placed(start, 1, title, Provenance.MARKUP, _SELF_MADE, inserted=not stands)


def _inserted(lines: list[Line], placed: list[_Placed]) -> tuple[list[Line], list[HeadingHint]]:
    """Return the lines with those that headings need, and the headings with the numbers of their lines."""
    result: list[Line] = []
    hints: list[HeadingHint] = []
    copied = 0
    for heading in placed:
        result += lines[copied : heading.at]
        copied = max(copied, heading.at)
        level = min(heading.level, _DEEPEST)
        if heading.inserted:
            near = lines[min(heading.at, len(lines) - 1)].place if lines else None
            if result and result[-1].text:
                result.append(Line("", near))
            result.append(Line(f"{'#' * min(level, 6)} {heading.title}", near))
            hints.append(_hint(len(result), heading, level))
            result.append(Line("", near))
        else:
            hints.append(_hint(len(result) + 1, heading, level))
    result += lines[copied:]
    return result, hints


def _hint(line: int, heading: _Placed, level: int) -> HeadingHint:
    return HeadingHint(line, level, heading.title, heading.provenance, heading.confidence)
