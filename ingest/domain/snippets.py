"""What a search result shows of a passage: its best line, trimmed, with the words of the query marked.

Words are compared as the search compares them: without case, width and accents, and English words in any of
their endings. Only the lines that may have some are made ready to be shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ingest.domain.folded_text import folded, folded_with_places
from ingest.domain.query_words import IS_UNSPACED, QueryWord, query_words

ELLIPSIS = "..."
LONGEST_STEP_TO_A_BOUNDARY = 24
"""How far a cut moves to keep a word whole; a longer word is cut."""

_NOISE = re.compile(r"^(?:[\s>|]*(?:#{1,9}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?[\s|]*)")
_NO_TEXT = re.compile(r"[\s|:\-=*_#>`~+]*(?:(?:```|~~~)\S*)?\s*")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a passage. line_offset: how many lines after the passage's first one it begins.

    marks: first and behind-last character of each marked word in text, in order, without overlap.
    """

    line_offset: int
    text: str
    marks: tuple[tuple[int, int], ...] = ()


def without_noise(line: str) -> str:
    """Return a line without the marks of headings, lists and tables; empty for fences and rules."""
    if _NO_TEXT.fullmatch(line):
        return ""
    line = line.rstrip(" \t|") if line.lstrip().startswith("|") else line.rstrip()
    return " ".join(_NOISE.sub("", line, count=1).split())


@dataclass(frozen=True, slots=True)
class BestLine:
    """The line of a passage that shows best why it was found, to be cut to any width.

    offset: how many lines after the passage's first one; None where the passage has no text.
    """

    lines: Sequence[str]
    offset: int | None
    wanted: Sequence[QueryWord]
    shown: Callable[[str], str]

    def cut(self, width: int) -> Snippet:
        """Return the line, and what follows a short one, in at most `width` characters."""
        if self.offset is None:
            return Snippet(0, "")
        text = _with_following(self.lines, self.offset, width, self.shown)
        return _trimmed(self.offset, text, _marks(text, self.wanted), width)


def best_line(
    lines: Sequence[str], words: Sequence[str], *, shown: Callable[[str], str] = without_noise
) -> BestLine:
    """Return the line with most of the words.

    words: those of the query, as LexicalIndex.suggest_words returns them. shown: what is shown of a line,
    nothing where it is empty.
    """
    joined = folded("\n".join(lines))
    compared = joined.split("\n")
    if len(compared) != len(lines):
        compared = [folded(line) for line in lines]
    wanted = query_words(words, joined)
    return BestLine(lines, _best_line(lines, compared, wanted, shown), wanted, shown)


def best_snippet(
    lines: Sequence[str],
    words: Sequence[str],
    *,
    width: int = 160,
    shown: Callable[[str], str] = without_noise,
) -> Snippet:
    """Return the line with most of the words, and what follows it, in at most `width` characters.

    words and shown: see best_line. The text is empty only where the passage has none.
    """
    return best_line(lines, words, shown=shown).cut(width)


def marks_of(text: str, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return first and behind-last character of each word of a query in a text, in order, without overlap.

    For a snippet that was cut or cleaned after it was chosen; words are compared as best_snippet compares them.
    """
    return tuple(_marks(text, query_words(words, folded(text))))


def _best_line(
    lines: Sequence[str],
    compared: Sequence[str],
    wanted: Sequence[QueryWord],
    shown: Callable[[str], str],
) -> int | None:
    """Return the line whose text is worth most, the first of equal ones; without any, the first with text.

    What is not shown of a line, such as the target of a link, makes it worth less than it looks.
    """
    looks = [(-_worth(line, wanted), offset) for offset, line in enumerate(compared)]
    best, best_worth = None, 0
    for look, offset in sorted(looks):
        if -look <= best_worth:
            break
        found = _worth(folded(shown(lines[offset])), wanted)
        if found > best_worth:
            best, best_worth = offset, found
    if best is None:
        return next((offset for offset, line in enumerate(lines) if shown(line)), None)
    return best


def _worth(line: str, wanted: Sequence[QueryWord]) -> int:
    return sum([word.worth(line) for word in wanted])


def _with_following(lines: Sequence[str], offset: int, width: int, shown: Callable[[str], str]) -> str:
    """Return a line, and the next ones as long as it is too short to say much."""
    text = shown(lines[offset])
    for line in lines[offset + 1 :]:
        if len(text) >= width // 2:
            break
        if following := shown(line):
            text = f"{text} {following}"
    return text


def _marks(text: str, wanted: Sequence[QueryWord]) -> list[tuple[int, int]]:
    compared, places = folded_with_places(text)
    found = sorted(
        (places[first], max(places[end - 1] + 1, places[end] if end < len(places) else len(text)))
        for word in wanted
        for first, end in word.spans(compared)
    )
    merged: list[tuple[int, int]] = []
    for first, end in found:
        if merged and first <= merged[-1][1] and (first < merged[-1][1] or IS_UNSPACED.match(text[first])):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((first, end))
    return merged


def _trimmed(offset: int, text: str, marks: list[tuple[int, int]], width: int) -> Snippet:
    """Cut a window around the densest marks, at boundaries of words."""
    if len(text) <= width:
        return Snippet(offset, text, tuple(marks))
    start = _window_start(marks, width)
    start = _boundary(text, start, forward=True) if start else 0
    head = ELLIPSIS if start else ""
    room = max(1, width - len(head))
    if len(text) - start <= room:
        end, tail = len(text), ""
    else:
        end = _boundary(text, start + max(1, room - len(ELLIPSIS)), forward=False)
        end, tail = max(end, start + 1), ELLIPSIS
    shift = len(head) - start
    kept = tuple(
        (max(first, start) + shift, min(last, end) + shift)
        for first, last in marks
        if first < end and last > start
    )
    return Snippet(
        offset, f"{head}{text[start:end].rstrip()}{tail}", _inside(kept, len(head), text[start:end])
    )


def _inside(marks: tuple[tuple[int, int], ...], head: int, window: str) -> tuple[tuple[int, int], ...]:
    """Return marks without what was stripped from the end of the window."""
    limit = head + len(window.rstrip())
    return tuple((first, min(last, limit)) for first, last in marks if first < limit)


def _window_start(marks: list[tuple[int, int]], width: int) -> int:
    """Return where a window with most marked characters begins, with some room before the first mark."""
    if not marks:
        return 0
    inner = 2 * width // 3

    def marked(first: int) -> int:
        return sum(
            min(last, first + inner) - begin for begin, last in marks if first <= begin < first + inner
        )

    best = max(marks, key=lambda mark: (marked(mark[0]), -mark[0]))
    return max(0, best[0] - (width - inner) // 2)


def _boundary(text: str, place: int, *, forward: bool) -> int:
    """Return the nearest place where a cut does not split a word of an alphabet."""
    step = 1 if forward else -1
    for distance in range(LONGEST_STEP_TO_A_BOUNDARY):
        at = place + step * distance
        if not 0 < at < len(text):
            break
        before, after = text[at - 1], text[at]
        if before.isspace() or (not forward and after.isspace()):
            return at
        if IS_UNSPACED.match(before) or IS_UNSPACED.match(after):
            return at
    return place
