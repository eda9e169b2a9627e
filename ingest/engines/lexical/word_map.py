"""The word map: which words of one language stand for which of another, and how surely.

It is shipped as data, made by `scripts/fit_word_map.py` (docs/decisions/0025-the-word-map.md). Words are kept as
one text for each language and found in it by halving: nothing is unpacked into objects, so that it opens in
milliseconds and stays small. Languages are added by fitting again.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SHIPPED = Path(__file__).with_name("word_map.npz")
LANGUAGES = frozenset({"en", "ja", "zh"})
"""What the shipped map has words of; asked before the map is read."""

COST_STEP = 16.0
"""Costs of words are kept as sixteenths."""

WEIGHT_STEPS = 255.0

Pair = tuple[str, str, float]
"""A word, its translation, and how surely one stands for the other: above 0, up to 1."""


class Words:
    """The words of a language, in order, found by halving. costs: see word_units; in sixteenths."""

    def __init__(self, words: Sequence[str], costs: bytes) -> None:
        """Take the words in, with the cost of each; they must be sorted and differ."""
        self.text = "\n".join(words)
        self._starts = array("I", accumulate([len(word) + 1 for word in words], initial=0))
        self.costs = costs

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, place: int) -> str:
        if not 0 <= place < len(self):
            raise IndexError(place)
        return self.text[self._starts[place] : self._starts[place + 1] - 1]

    def place(self, word: str) -> int | None:
        """Return the place of a word, or None."""
        at = bisect_left(self, word)
        return at if at < len(self) and self[at] == word else None

    def starting_at(self, text: str, first: int, last: int) -> Iterator[tuple[int, float]]:
        """Yield where the words end that begin at a place of a text, and their costs, shortest first."""
        low = 0
        for end in range(first + 1, last + 1):
            start = text[first:end]
            low = bisect_left(self, start, lo=low)
            if low == len(self) or not self[low].startswith(start):
                return
            if self[low] == start:
                yield end, self.costs[low] / COST_STEP


class _Table:
    """The translations of one language's words into another's, by place."""

    def __init__(
        self, starts: NDArray[np.int64], places: NDArray[np.uint32], weights: NDArray[np.uint8]
    ) -> None:
        self._starts = array("I", starts.astype(np.uint32).tobytes())
        self._places = array("I", places.astype(np.uint32).tobytes())
        self._weights = weights.tobytes()

    def of(self, place: int) -> list[tuple[int, float]]:
        part = slice(self._starts[place], self._starts[place + 1])
        return [
            (at, steps / WEIGHT_STEPS)
            for at, steps in zip(self._places[part], self._weights[part], strict=True)
        ]


class WordMap:
    """Words of several languages with their translations. Nothing in it changes: safe in several threads."""

    def __init__(
        self,
        words: Mapping[str, Words],
        tables: Mapping[tuple[str, str], tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.uint8]]],
    ) -> None:
        """Take words and tables: how many translations each word has, their places, their weights."""
        self._words, self._given = dict(words), dict(tables)
        self._tables: dict[tuple[str, str], _Table] = {}
        for (source, target), (counts, places, weights) in tables.items():
            owners = np.repeat(np.arange(len(counts)), counts)
            self._tables[source, target] = _Table(_starts(counts), places, weights)
            order = np.argsort(places, kind="stable")
            back = np.bincount(places, minlength=len(words[target]))
            self._tables[target, source] = _Table(
                _starts(back), owners[order].astype(np.uint32), weights[order]
            )

    @classmethod
    def of_pairs(
        cls, words: Mapping[str, Mapping[str, float]], pairs: Mapping[tuple[str, str], Sequence[Pair]]
    ) -> WordMap:
        """Build a map. words: of each language, with their costs. pairs: of each two languages, in one direction.

        Raises ValueError where a word of a pair is not among the words.
        """
        held = {language: sorted(costs) for language, costs in words.items()}
        vocabulary = {
            language: Words(some, bytes(_steps(words[language][word]) for word in some))
            for language, some in held.items()
        }
        place = {language: {word: at for at, word in enumerate(some)} for language, some in held.items()}
        tables = {}
        for (source, target), some in pairs.items():
            missing = [
                f"{one} {other}"
                for one, other, _ in some
                if one not in place[source] or other not in place[target]
            ]
            if missing:
                raise ValueError(f"No such words: {missing[0]}")
            rows = sorted((place[source][one], -weight, place[target][other]) for one, other, weight in some)
            counts = np.bincount([row[0] for row in rows], minlength=len(held[source]))
            tables[source, target] = (
                counts.astype(np.uint8),
                np.array([row[2] for row in rows], np.uint32),
                np.array([max(1, round(-row[1] * WEIGHT_STEPS)) for row in rows], np.uint8),
            )
        return cls(vocabulary, tables)

    @classmethod
    def load(cls, path: Path = SHIPPED) -> WordMap:
        """Read a map that save has written."""
        with np.load(path, allow_pickle=False) as data:
            names = data.files
            words = {}
            for name in (each for each in names if each.startswith("words_")):
                language = name.removeprefix("words_")
                some = data[name].tobytes().decode().split("\n")
                words[language] = Words(some, data[f"costs_{language}"].tobytes())
            tables = {}
            for name in (each for each in names if each.startswith("counts_")):
                _, source, target = name.split("_")
                tables[source, target] = (
                    data[name],
                    data[f"places_{source}_{target}"],
                    data[f"weights_{source}_{target}"],
                )
        return cls(words, tables)

    def save(self, path: Path) -> None:
        """Write the map as arrays of numbers; equal maps give equal arrays."""
        arrays: dict[str, NDArray[np.generic]] = {}
        for language, words in sorted(self._words.items()):
            arrays[f"words_{language}"] = np.frombuffer(words.text.encode(), np.uint8)
            arrays[f"costs_{language}"] = np.frombuffer(words.costs, np.uint8)
        for (source, target), (counts, places, weights) in sorted(self._given.items()):
            arrays[f"counts_{source}_{target}"] = counts
            arrays[f"places_{source}_{target}"] = places
            arrays[f"weights_{source}_{target}"] = weights
        np.savez_compressed(path, allow_pickle=False, **arrays)

    @property
    def languages(self) -> frozenset[str]:
        """The languages whose words it has."""
        return frozenset(self._words)

    def words(self, language: str) -> Words:
        """Return the words of a language. Raises KeyError for one that it has not."""
        return self._words[language]

    def translations(self, word: str, source: str, target: str) -> list[tuple[str, float]]:
        """Return what a word may be in another language, surest first; nothing where that is not known."""
        table = self._tables.get((source, target))
        place = self._words[source].place(word) if table else None
        if table is None or place is None:
            return []
        known = [(self._words[target][at], weight) for at, weight in table.of(place)]
        return sorted(known, key=lambda each: (-each[1], each[0]))


def cost_of(share: float) -> float:
    """Return what a word costs that makes up this share of a language's text."""
    return -math.log(share)


def _steps(cost: float) -> int:
    return min(255, round(cost * COST_STEP))


@lru_cache(maxsize=1)
def shipped() -> WordMap:
    """Return the map that comes with Mokuji; read at the first call."""
    return WordMap.load()


def _starts(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
