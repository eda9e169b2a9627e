"""What a search result shows of a passage: its best line, trimmed, with the words of the query marked.

Words are compared as the search compares them: without case, width and accents, and English words in any of
their endings.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

ELLIPSIS = "..."
LONGEST_STEP_TO_A_BOUNDARY = 24
"""How far a cut moves to keep a word whole; a longer word is cut."""

_LETTERS = "0-9a-z\u00aa-\u02af\u0370-\u052f"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_NEEDS_FOLDING = re.compile("[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]")
_KANA_VOICING = "\u3099\u309a"
_JOINS_THE_ONE_BEFORE = re.compile("[\u0300-\u036f\u3099\u309a]")
_NOISE = re.compile(r"^(?:[\s>|]*(?:#{1,9}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?[\s|]*)")
_NO_TEXT = re.compile(r"[\s|:\-=*_#>`~+]*(?:(?:```|~~~)\S*)?\s*")
_HUMP = re.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT_IN_WORDS = re.compile(r"[\W_]+")
_ENDING = re.compile(
    "(?<=...)(?:ments?|ations?|ations?|ities|ings?|ions?|ness|able|ible|ies|ily|ity|est|ers?|ed|es|ly|or|e|s|y)$"
)
_ENDINGS = (
    "(?:e?s|e?d|ing|ings|e?rs?|ors?|e?ments?|at(?:e|ed|es|ing|ions?)|ions?|ive|ies|ied|ily|ly|ity|ities|y|e|ness"
    "|able|ible|al|est)?"
)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a passage. line_offset: how many lines after the passage's first one it begins.

    marks: first and behind-last character of each marked word in text, in order, without overlap.
    """

    line_offset: int
    text: str
    marks: tuple[tuple[int, int], ...] = ()


def best_snippet(lines: Sequence[str], words: Sequence[str], *, width: int = 160) -> Snippet:
    """Return the line with most of the words, and what follows it, in at most `width` characters.

    words: those of the query, as LexicalIndex.suggest_words returns them. Heading, list and table marks are
    left out. The text is empty only where the passage has none.
    """
    shown = [_without_noise(line) for line in lines]
    folded = [_folded(line)[0] for line in shown]
    patterns = [_wider(pattern, folded) for word in words if (pattern := _pattern(word))]
    offset = _best_line(folded, patterns)
    if offset is None:
        return Snippet(0, "")
    text = _with_following(shown, offset, width)
    return _trimmed(offset, text, _marks(text, patterns), width)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """How one word is found in folded text; weight is what finding it is worth.

    literal: characters that stand in every match; looking for them first is ten times as fast.
    """

    word: str
    literal: str
    expression: re.Pattern[str]
    weight: int


@lru_cache(maxsize=2_048)
def _pattern(word: str) -> _Pattern | None:
    folded, _ = _folded(word)
    if _IS_UNSPACED.search(folded):
        return _Pattern(folded, folded, re.compile(re.escape(folded)), 2 * len(folded))
    parts = [_folded(part)[0] for piece in _NOT_IN_WORDS.split(word) for part in _HUMP.split(piece) if part]
    if not parts or folded[-1] in "+#":
        if not folded.strip():
            return None
        return _Pattern(folded, folded, re.compile(re.escape(folded)), len(folded))
    body = r"[\W_]{0,2}".join(map(re.escape, parts[:-1]))
    if body:
        body += r"[\W_]{0,2}"
    root = _root(parts[-1])
    expression = rf"(?<![{_LETTERS}]){body}{_any_ending(parts[-1], root)}(?![{_LETTERS}])"
    return _Pattern(folded, parts[0] if body else root, re.compile(expression), len(folded))


def _root(word: str) -> str:
    """Return the beginning that an English word keeps with every ending; the word itself where it has none."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    root = _ENDING.sub("", word)
    doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "aeiouls"
    return root[:-1] if doubled else root


def _any_ending(word: str, root: str) -> str:
    """Return an expression for an English word with any ending: deploy, deployments; run, running."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return re.escape(word)
    return rf"(?:{re.escape(word)}|{re.escape(root)}{re.escape(root[-1])}?{_ENDINGS})"


def _wider(pattern: _Pattern, lines: Sequence[str]) -> _Pattern:
    """Return a pattern for the pairs of a long run that no folded line holds whole."""
    word = pattern.word
    if len(word) < 4 or not _IS_UNSPACED.match(word) or any(word in line for line in lines):
        return pattern
    return _pairs(pattern)


@lru_cache(maxsize=2_048)
def _pairs(pattern: _Pattern) -> _Pattern:
    word = pattern.word
    pairs = {word[at : at + 2] for at in range(len(word) - 1)}
    overlapping = "|".join(map(re.escape, sorted(pairs)))
    return _Pattern(word, "", re.compile(f"(?=({overlapping}))"), pattern.weight // 2)


def _without_noise(line: str) -> str:
    """Return a line without the marks of headings, lists and tables; empty for fences and rules."""
    if _NO_TEXT.fullmatch(line):
        return ""
    line = line.rstrip(" \t|") if line.lstrip().startswith("|") else line.rstrip()
    return " ".join(_NOISE.sub("", line, count=1).split())


def _best_line(folded: Sequence[str], patterns: Sequence[_Pattern]) -> int | None:
    best: int | None = None
    best_score = -1
    for offset, line in enumerate(folded):
        if line:
            score = sum(
                len(set(p.expression.findall(line))) * p.weight for p in patterns if p.literal in line
            )
            if score > best_score:
                best, best_score = offset, score
    return best


def _with_following(lines: Sequence[str], offset: int, width: int) -> str:
    """Return a line, and the next ones as long as it is too short to say much."""
    text = lines[offset]
    for line in lines[offset + 1 :]:
        if len(text) >= width // 2:
            break
        if line:
            text = f"{text} {line}"
    return text


def _marks(text: str, patterns: Sequence[_Pattern]) -> list[tuple[int, int]]:
    folded, places = _folded(text)
    found = sorted(
        (places[first], max(places[end - 1] + 1, places[end] if end < len(places) else len(text)))
        for pattern in patterns
        for first, end in (match.span(match.lastindex or 0) for match in pattern.expression.finditer(folded))
    )
    merged: list[tuple[int, int]] = []
    for first, end in found:
        if merged and first <= merged[-1][1] and (first < merged[-1][1] or _IS_UNSPACED.match(text[first])):
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
        if _IS_UNSPACED.match(before) or _IS_UNSPACED.match(after):
            return at
    return place


def _folded(text: str) -> tuple[str, Sequence[int]]:
    """Return text without case, width and accents, and for each of its characters the place it came from."""
    if not _NEEDS_FOLDING.search(text) and unicodedata.is_normalized("NFKC", text):
        lowered = text.lower()
        if len(lowered) == len(text):
            return lowered, range(len(text))
    joined = "".join(map(_pieces, text))
    if len(joined) == len(text) and not _JOINS_THE_ONE_BEFORE.search(joined):
        return joined, range(len(text))
    folded: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for piece in _pieces(character):
            if piece in _KANA_VOICING and folded:
                folded[-1] = unicodedata.normalize("NFC", folded[-1] + piece)[0]
            elif not "\u0300" <= piece <= "\u036f":
                folded.append(piece)
                places.append(place)
    return "".join(folded), places


@lru_cache(maxsize=16_384)
def _pieces(character: str) -> str:
    """Return what a character is compared as; most texts draw on a few thousand."""
    return unicodedata.normalize("NFKC", _without_accent(character)).casefold()


def _without_accent(character: str) -> str:
    """Return the plain letter of an accented one."""
    base = unicodedata.normalize("NFD", character)[0]
    return base if base.isascii() else character
