"""Which words of a query decide, and which only help: chosen by how rare they are, in any language.

There is no list of stop words. A word in a large share of all passages decides nothing as long as the query
has a rarer one; in a large index it is dropped, which is what keeps long questions fast.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ingest.engines.lexical.text_analysis import ParsedQuery, QueryWord

COMMON_SHARE = 0.2
"""A word in more than this share of the passages only helps when the query has a rarer one."""

FEW_PASSAGES = 50
"""A word in fewer passages than this is never common, however small the index."""

COSTLY_PASSAGES = 5_000
"""A help in more passages than this is dropped: going through them is not worth what it says."""

RARE = 3
"""A word in fewer passages than this may be misspelt."""

MOST_WORDS = 48
"""Two or three sentences; a sentence without blanks has a word for each of its characters."""

MOST_HELPS = 16
MOST_NEAR = 6
MOST_PHRASES = 6
MOST_MISSPELT = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """needed: a document with all of them has "all words". helpful: these only add to the score.

    phrases must be there; only_phrases: the query is nothing else. near are runs whose exact order adds to the
    score. rare: needed words that hardly any passage has, so that they may be misspelt. absent: needed words
    that no passage has. frequent: needed words in so many passages that comparing positions would take long.
    """

    needed: tuple[QueryWord, ...]
    helpful: tuple[QueryWord, ...]
    phrases: tuple[str, ...]
    near: tuple[str, ...]
    only_phrases: bool = False
    rare: frozenset[QueryWord] = frozenset()
    absent: frozenset[QueryWord] = frozenset()
    frequent: frozenset[QueryWord] = frozenset()

    @property
    def finds_nothing(self) -> bool:
        """Whether the query has nothing to look for."""
        return not (self.needed or self.phrases)


def plan_query(query: ParsedQuery, frequency: Callable[[QueryWord], int], *, passages: int) -> Plan:
    """Sort the words of a query by what they are good for.

    frequency: in how many passages a word occurs. passages: how many there are.
    """
    counts = {word: frequency(word) for word in query.words}
    common = max(FEW_PASSAGES, COMMON_SHARE * passages)
    rarer_exist = any(word.needed and 0 < counts[word] <= common for word in query.words)
    needed = [w for w in query.words if w.needed and (counts[w] <= common or not rarer_exist)]
    deciding = set(needed)
    helpful = [word for word in query.words if word not in deciding and 0 < counts[word] <= COSTLY_PASSAGES]
    needed.sort(key=lambda word: (counts[word] == 0, counts[word]))
    helpful.sort(key=lambda word: counts[word])
    needed = needed[:MOST_WORDS]
    rare = sorted((word for word in needed if counts[word] < RARE), key=lambda word: counts[word])
    return Plan(
        needed=tuple(needed),
        helpful=tuple(helpful[:MOST_HELPS]),
        phrases=query.phrases[:MOST_PHRASES],
        near=query.near[:MOST_NEAR],
        only_phrases=query.only_phrases,
        rare=frozenset(rare[:MOST_MISSPELT]),
        absent=frozenset(word for word in needed if not counts[word]),
        frequent=frozenset(word for word in needed if counts[word] > COSTLY_PASSAGES),
    )
