"""Which words of a query decide, and which only help: chosen by how rare they are, in any language.

There is no list of stop words. A word in a large share of all passages says nothing as long as the query has
a rarer one; dropping it is also what keeps long questions fast.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ingest.engines.lexical.text_analysis import ParsedQuery, QueryWord

COMMON_SHARE = 0.2
"""A word in more than this share of the passages is dropped when the query has a rarer one."""

FEW_PASSAGES = 50
"""A word in fewer passages than this is never common, however small the index."""

RARE = 3
"""A word in fewer passages than this may be misspelt."""

MOST_WORDS = 24
MOST_HELPS = 40
MOST_NEAR = 6
MOST_PHRASES = 6
MOST_MISSPELT = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """needed: a document with all of them has "all words". helpful: these only add to the score.

    phrases must be there. near are runs whose exact order adds to the score. rare: needed words that hardly
    any passage has, so that they may be misspelt.
    """

    needed: tuple[QueryWord, ...]
    helpful: tuple[QueryWord, ...]
    phrases: tuple[str, ...]
    near: tuple[str, ...]
    rare: frozenset[QueryWord] = frozenset()

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
    telling = [word for word in query.words if 0 < counts[word] <= common]
    rarer_exist = any(word.needed for word in telling)
    needed = [w for w in query.words if w.needed and (counts[w] <= common or not rarer_exist)]
    helpful = [word for word in telling if not word.needed]
    needed.sort(key=lambda word: (counts[word] == 0, counts[word]))
    helpful.sort(key=lambda word: counts[word])
    needed = needed[:MOST_WORDS]
    return Plan(
        needed=tuple(needed),
        helpful=tuple(helpful[:MOST_HELPS]),
        phrases=query.phrases[:MOST_PHRASES],
        near=query.near[:MOST_NEAR],
        rare=frozenset(
            sorted((w for w in needed if counts[w] < RARE), key=counts.__getitem__)[:MOST_MISSPELT]
        ),
    )
