"""Places in a text that are found again after the text was read anew or changed: by words, not by numbers."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

CONTEXT = 3
"""Lines with words that are kept before and after a place."""

_LENGTH = 120
_NO_LETTERS = re.compile(r"[\W_]+")
_CANDIDATES = 200
_SURE = 2
"""Neighbours that have to agree for a place to be sure on its own."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place: the words of its line, those of the lines around it (nearest first), and where it was last.

    offset: how many lines the place stands before the line with these words, which is blank itself then.
    """

    text: str
    line: int
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    offset: int = 0


@dataclass(frozen=True, slots=True)
class _Candidate:
    index: int
    agreeing: int


class Landmarks:
    """The lines of a document that have words, folded so that case, width and marks do not matter."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._lines: list[int] = []
        self._words: list[str] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self.line_count = 0
        for number, text in enumerate(texts, start=1):
            self.line_count = number
            if words := folded(text):
                self._places[words].append(len(self._words))
                self._lines.append(number)
                self._words.append(words)
        self._between: dict[tuple[str, str], list[int]] | None = None

    def anchor(self, line: int) -> Anchor:
        """Return the anchor of a line; a blank line is held by the words that follow it, else precede it."""
        if not self._lines:
            return Anchor("", line)
        index = min(bisect_left(self._lines, line), len(self._lines) - 1)
        return Anchor(
            text=self._words[index],
            line=line,
            before=tuple(reversed(self._words[max(0, index - CONTEXT) : index])),
            after=tuple(self._words[index + 1 : index + 1 + CONTEXT]),
            offset=self._lines[index] - line,
        )

    def locate(self, anchors: Sequence[Anchor]) -> list[int | None]:
        """Return where each anchor stands in this document; None for those whose place is gone.

        Each line is given once. Sure places first: the others are sought near where those moved.
        """
        options = [self._options(anchor) for anchor in anchors]
        found: list[int | None] = [None] * len(anchors)
        taken: set[int] = set()
        shifts: list[tuple[int, int]] = []
        for position in sorted(range(len(anchors)), key=lambda at: -_best(options[at])):
            if (sure := _sure(options[position])) is not None:
                line = self._place(anchors[position], sure)
                if line not in taken:
                    found[position] = line
                    taken.add(line)
                    shifts.append((anchors[position].line, line - anchors[position].line))
        shifts.sort()
        for position, anchor in enumerate(anchors):
            if found[position] is None:
                found[position] = self._nearest(anchor, options[position], shifts, taken)
        return found

    def _place(self, anchor: Anchor, index: int) -> int:
        return max(1, min(self.line_count, self._lines[index] - anchor.offset))

    def _nearest(
        self, anchor: Anchor, options: list[_Candidate], shifts: list[tuple[int, int]], taken: set[int]
    ) -> int | None:
        expected = anchor.line + _shift_at(anchor.line, shifts)
        ranked = sorted(
            (-option.agreeing, abs(line - expected), line)
            for option in options
            if (line := self._place(anchor, option.index)) not in taken
        )
        if not ranked:
            return None
        taken.add(ranked[0][2])
        return ranked[0][2]

    def _options(self, anchor: Anchor) -> list[_Candidate]:
        """Return the lines with these words that stand among the same lines, or that are the only ones."""
        indexes = self._places.get(anchor.text, [])
        if len(indexes) > _CANDIDATES:
            indexes = sorted(indexes, key=lambda index: abs(self._lines[index] - anchor.line))[:_CANDIDATES]
        options = [_Candidate(index, self._agreeing(anchor, index)) for index in indexes]
        same_words = [option for option in options if option.agreeing or len(options) == 1]
        return same_words or list(self._by_neighbours(anchor))

    def _agreeing(self, anchor: Anchor, index: int) -> int:
        before = self._words[max(0, index - CONTEXT) : index][::-1]
        after = self._words[index + 1 : index + 1 + CONTEXT]
        pairs = (*zip(anchor.before, before, strict=False), *zip(anchor.after, after, strict=False))
        return sum(one == other for one, other in pairs)

    def _by_neighbours(self, anchor: Anchor) -> Iterator[_Candidate]:
        """Yield lines whose own words changed between the same two neighbours."""
        if not anchor.before or not anchor.after:
            return
        if self._between is None:
            self._between = defaultdict(list)
            for index in range(1, len(self._words) - 1):
                self._between[self._words[index - 1], self._words[index + 1]].append(index)
        for index in self._between.get((anchor.before[0], anchor.after[0]), [])[:_CANDIDATES]:
            yield _Candidate(index, self._agreeing(anchor, index))


def folded(text: str) -> str:
    """Return the letters and digits of a line for comparison; empty for a line without any."""
    plain = text[: 4 * _LENGTH]
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", plain)
    return _NO_LETTERS.sub("", plain.casefold())[:_LENGTH]


def _best(options: list[_Candidate]) -> int:
    return max((option.agreeing for option in options), default=-1)


def _sure(options: list[_Candidate]) -> int | None:
    best = _best(options)
    winners = [option for option in options if option.agreeing == best]
    if len(winners) != 1 or (best < _SURE and len(options) != 1):
        return None
    return winners[0].index


def _shift_at(line: int, shifts: list[tuple[int, int]]) -> int:
    """Return how far the sure place nearest to a line has moved."""
    if not shifts:
        return 0
    at = bisect_left(shifts, (line, 0))
    around = shifts[max(0, at - 1) : at + 1]
    return min(around, key=lambda pair: abs(pair[0] - line))[1]
