"""The words of a query in folded text: where they stand, and what a line that has them is worth.

Words are compared as the search compares them, English ones in any of their endings. No expression is made
for a plain word: making one takes longer than looking through a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from ingest.domain.folded_text import folded

_LETTERS = "0-9a-z\u00aa-\u02af\u0370-\u052f"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
"""A character of a script that is written without blanks, or whose words take on endings without one."""

_KATAKANA = re.compile("[\u30a1-\u30ff]")
_KATAKANA_OR_NOT = re.compile("[\u30a1-\u30ff]+|[^\u30a1-\u30ff]+")

_LETTER = re.compile(f"[{_LETTERS}]")
_HUMP = re.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT_IN_WORDS = re.compile(r"[\W_]+")
_ENDING = re.compile(
    "(?<=...)(?:ments?|ations?|ations?|ities|ings?|ions?|ness|able|ible|ies|ily|ity|est|ers?|ed|es|ly|or|e|s|y)$"
)
_ENDINGS = (
    "(?:e?s|e?d|ing|ings|e?rs?|ors?|e?ments?|at(?:e|ed|es|ing|ions?)|ions?|ive|ies|ied|ily|ly|ity|ities|y|e|ness"
    "|able|ible|al|est)?"
)
_REST_OF_WORD = re.compile(f"{_ENDINGS}(?![{_LETTERS}])")

Span = tuple[int, int]


class QueryWord(Protocol):
    """A word of a query."""

    def stands_in(self, text: str) -> bool:
        """Return whether folded text has it."""
        ...

    def worth(self, text: str) -> int:
        """Return what folded text is worth for it: each form of the word that it has counts once."""
        ...

    def spans(self, text: str) -> Iterator[Span]:
        """Yield where it stands in folded text: the first character, and the one behind the last."""
        ...


@dataclass(frozen=True, slots=True)
class _Run:
    """Characters that count wherever they stand."""

    text: str
    weight: int

    def stands_in(self, text: str) -> bool:
        return self.text in text

    def worth(self, text: str) -> int:
        return self.weight if self.text in text else 0

    def spans(self, text: str) -> Iterator[Span]:
        at = text.find(self.text)
        while at >= 0:
            yield at, at + len(self.text)
            at = text.find(self.text, at + len(self.text))


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a long run, each worth something by itself: its pairs, but words in katakana whole."""

    parts: frozenset[str]
    weight: int

    def stands_in(self, text: str) -> bool:
        return self.weight > 0 and any([part in text for part in self.parts])

    def worth(self, text: str) -> int:
        return self.weight * sum([part in text for part in self.parts])

    def spans(self, text: str) -> Iterator[Span]:
        return iter(sorted(span for part in self.parts for span in _Run(part, 1).spans(text)))


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of an alphabet, from one boundary to the next. root: what stays with every ending."""

    text: str
    root: str
    weight: int

    def stands_in(self, text: str) -> bool:
        return next(self.spans(text), None) is not None

    def worth(self, text: str) -> int:
        return self.weight * _forms(text, self.spans(text)) if self.root in text else 0

    def spans(self, text: str) -> Iterator[Span]:
        at = text.find(self.root)
        while at >= 0:
            end = 0 if at and _LETTER.match(text, at - 1) else self._end(text, at)
            if end:
                yield at, end
            at = text.find(self.root, max(end, at + 1))

    def _end(self, text: str, at: int) -> int:
        """Return where a form of the word that begins at a place ends, or 0."""
        if not _has_endings(self.text):
            behind = at + len(self.text)
            return 0 if _LETTER.match(text, behind) else behind
        for stem in (self.text, self.root):
            if text.startswith(stem, at):
                behind = at + len(stem)
                doubled = text[behind : behind + 1] == stem[-1]
                rest = _REST_OF_WORD.match(text, behind + 1) if doubled else None
                rest = rest or _REST_OF_WORD.match(text, behind)
                if rest:
                    return rest.end()
        return 0


@dataclass(frozen=True, slots=True)
class _Joined:
    """An identifier of several parts, whatever joins them."""

    first: str
    expression: re.Pattern[str]
    weight: int

    def stands_in(self, text: str) -> bool:
        return self.first in text and self.expression.search(text) is not None

    def worth(self, text: str) -> int:
        return self.weight * _forms(text, self.spans(text)) if self.first in text else 0

    def spans(self, text: str) -> Iterator[Span]:
        return (match.span() for match in self.expression.finditer(text))


def query_words(words: Sequence[str], text: str) -> list[QueryWord]:
    """Return the words as they may stand in folded text; a long run that it has not whole, part by part."""
    found: list[QueryWord] = []
    for word in words:
        known = _query_word(word)
        if isinstance(known, _Run) and len(known.text) > 3 and IS_UNSPACED.match(known.text):
            found.append(known if known.text in text else _parts(known))
        elif known is not None:
            found.append(known)
    return [word for word in found if word.stands_in(text)]


def _forms(text: str, spans: Iterator[Span]) -> int:
    return len({text[first:end] for first, end in spans})


@lru_cache(maxsize=2_048)
def _query_word(word: str) -> QueryWord | None:
    text = folded(word)
    if IS_UNSPACED.search(text):
        return _Run(text, 2 * len(text))
    parts = [folded(part) for piece in _NOT_IN_WORDS.split(word) for part in _HUMP.split(piece) if part]
    if not parts or text[-1:] in ("+", "#"):
        return _Run(text, len(text)) if text.strip() else None
    if len(parts) == 1:
        return _Word(parts[0], _root(parts[0]), len(text))
    body = "".join(rf"{re.escape(part)}[\W_]{{0,2}}" for part in parts[:-1])
    expression = rf"(?<![{_LETTERS}]){body}{_any_ending(parts[-1])}(?![{_LETTERS}])"
    return _Joined(parts[0], re.compile(expression), len(text))


@lru_cache(maxsize=2_048)
def _parts(run: _Run) -> _Parts:
    """Two characters of a word in katakana say nothing: those of one stand in many others."""
    parts: set[str] = set()
    for piece in _KATAKANA_OR_NOT.findall(run.text):
        step = len(piece) if _KATAKANA.match(piece) else 2
        if len(piece) > 1:  # nor does a single one
            parts.update(piece[at : at + step] for at in range(len(piece) - step + 1))
    return _Parts(frozenset(parts), run.weight // 2)


def _has_endings(word: str) -> bool:
    return len(word) > 2 and word.isascii() and word.isalpha()


def _root(word: str) -> str:
    """Return the beginning that an English word keeps with every ending; the word itself where it has none."""
    if not _has_endings(word):
        return word
    root = _ENDING.sub("", word)
    doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "aeiouls"
    return root[:-1] if doubled else root


def _any_ending(word: str) -> str:
    """Return an expression for an English word with any ending: deploy, deployments; run, running."""
    root = _root(word)
    if not _has_endings(word):
        return re.escape(word)
    stems = "|".join(f"{stem}{stem[-1]}?" for stem in (word, root))
    return rf"(?:{stems}){_ENDINGS}"
