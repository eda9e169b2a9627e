"""How rare a word is for a reader: counted over the passages of the collections that it may see, and no others.

An engine weighs a word by how many passages of the whole index have it. Left like that, the order of a reader's
own documents would tell which words stand in documents that it may not see. So what an engine counted is taken
out of a weight, and what the reader could have counted is put in.

What stays is no matter of words: the average length of a passage is an engine's, over all passages.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

ABOVE_THE_TEXT = ("title", "names")
"""Fields whose words are weighed by how rare they are in the text, not in the field."""

MOST_KEPT = 20_000
"""Tokens whose counts are kept until the index changes, and as many weights."""

Count = Callable[[str, str], int]
"""In how many passages a field has a token."""

_single = struct.Struct("f")


class Rarity(Protocol):
    """Words counted over what a reader sees."""

    @property
    def passages(self) -> int:
        """How many passages there are to see."""
        ...

    def passages_with(self, field: str, token: str) -> int:
        """Return how many of them have a token in a field."""
        ...

    def correction(self, field: str, tokens: Sequence[str]) -> float:
        """Return by what the engine's weight of a token, or of several side by side, is to be multiplied."""
        ...


class OfEverything:
    """The counts of the engine itself, for who sees all that it counts."""

    def __init__(self, count: Count, passages: int) -> None:
        self.passages = passages
        self.passages_with = count

    def correction(self, field: str, tokens: Sequence[str]) -> float:
        """Return what makes a token of a title or heading worth no more than its rarity in the text allows."""
        if len(tokens) > 1 or field not in ABOVE_THE_TEXT:
            return 1.0
        (token,) = tokens
        if not (spread := self.passages_with("body", token)):
            return 1.0
        in_field = inverse_frequency(self.passages_with(field, token), self.passages)
        return min(1.0, inverse_frequency(spread, self.passages) / in_field)


class OfCollections:
    """The counts of some collections, put in the place of the engine's own, which are over `counted` passages."""

    def __init__(self, census: Census, collections: Collection[int], *, counted: int) -> None:
        self._census, self._collections, self._counted = census, frozenset(collections), counted
        self.passages = self._sum(census.passages())

    def passages_with(self, field: str, token: str) -> int:
        """Return how many passages of these collections have a token."""
        return self._sum(self._census.passages_with(field, token))

    def correction(self, field: str, tokens: Sequence[str]) -> float:
        """Return the weight of tokens in these collections over the one that the engine gives them."""
        wanted = 0.0
        for token in tokens:
            if not (spread := self.passages_with(field, token)):
                return 1.0  # nothing is found that the weight could be for
            wanted += inverse_frequency(spread, self.passages)
        if len(tokens) == 1 and field in ABOVE_THE_TEXT and (spread := self.passages_with("body", tokens[0])):
            wanted = min(wanted, inverse_frequency(spread, self.passages))
        counts = (self._census.counted_with(field, token) for token in tokens)
        given = sum(inverse_frequency(count, self._counted) for count in counts)
        return wanted / given if given else 1.0

    def _sum(self, spread: Mapping[int, int]) -> int:
        if len(spread) < len(self._collections):
            return sum(count for collection, count in spread.items() if collection in self._collections)
        return sum(spread.get(collection, 0) for collection in self._collections)


class Census:
    """How many passages of each collection have a token, each asked for once in one state of an index.

    spread: returns the counts by collection, of a token in a field or, without one, of all passages.
    engine: the count that the engine weighs a token by.
    """

    def __init__(self, spread: Callable[[tuple[str, str] | None], Mapping[int, int]], engine: Count) -> None:
        self._ask, self._engine = spread, engine
        self._spreads: dict[tuple[str, str] | None, Mapping[int, int]] = {}
        self._counts: dict[tuple[str, str], int] = {}

    def passages(self) -> Mapping[int, int]:
        """Return the passages of each collection."""
        return self._spread(None)

    def passages_with(self, field: str, token: str) -> Mapping[int, int]:
        """Return the passages of each collection that have a token in a field."""
        return self._spread((field, token)) if self.counted_with(field, token) else {}

    def counted_with(self, field: str, token: str) -> int:
        """Return in how many passages the engine counts a token, deleted ones among them."""
        known = self._counts.get((field, token))
        if known is None:
            known = self._engine(field, token)
            if len(self._counts) >= MOST_KEPT:
                self._counts = {}
            self._counts[field, token] = known
        return known

    def _spread(self, of: tuple[str, str] | None) -> Mapping[int, int]:
        known = self._spreads.get(of)
        if known is None:
            known = self._ask(of)
            if len(self._spreads) >= MOST_KEPT:
                self._spreads = {}
            self._spreads[of] = known
        return known


@lru_cache(maxsize=MOST_KEPT)
def inverse_frequency(having: int, passages: int) -> float:
    """Return the inverse document frequency of BM25, in the single precision that engines count in.

    Of a word that nearly all passages have, the digits that single precision drops are the larger part.
    """
    odds = _rounded(_rounded(passages - having + 0.5) / _rounded(having + 0.5))
    return _rounded(math.log(_rounded(1.0 + odds)))


def _rounded(number: float) -> float:
    (rounded,) = _single.unpack(_single.pack(number))
    return float(rounded)
