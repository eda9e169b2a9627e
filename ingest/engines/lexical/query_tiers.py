"""What finds documents with all words of a query, then with any, in whatever an engine calls a query.

The engine's own words are behind Dialect, so that this module knows tokens, fields and weights only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from ingest.engines.lexical.misspelling import may_be_misspelt, neighbours
from ingest.engines.lexical.query_plan import Plan
from ingest.engines.lexical.text_analysis import QueryWord

WEIGHTS = (("title", 3.0), ("names", 2.0), ("body", 1.0))
"""names holds the headings above the passage and the file name."""

PIECE_WEIGHT = 1.0
"""For an ideographic or katakana word that stands between other scripts."""

JOINED_WEIGHT = 0.5
PARTS_WEIGHT = 0.5
NEAR_WEIGHT = 0.5
START_SCORE = 0.5
MISSPELT_WEIGHT = 0.25
MOST_SPELLINGS = 3
LEAD = 1_000.0
"""Added to the scores of a better tier: a document with all words comes before any with some."""

Q = TypeVar("Q")
_Meant = Mapping[QueryWord, list[str]]
"""For a word that hardly any passage has: the tokens that were likelier meant."""


class Dialect(Protocol[Q]):
    """How an engine says what is to be found; Q is its kind of query."""

    def analyze(self, text: str) -> list[str]:
        """Return the tokens of running text, as the fields of words hold them."""
        ...

    def analyze_whole(self, text: str) -> list[str]:
        """Return the tokens of text that is not split further."""
        ...

    def passages_with(self, field: str, token: str) -> int:
        """Return how many passages have a token."""
        ...

    def term(self, field: str, token: str, weight: float) -> Q:
        """Find a token."""
        ...

    def phrase(self, field: str, tokens: list[str], weight: float) -> Q:
        """Find several tokens side by side."""
        ...

    def begins(self, field: str, start: str, score: float) -> Q:
        """Find tokens of one letter more at most, each worth the same."""
        ...

    def any_of(self, queries: Sequence[Q]) -> Q:
        """Find what one of these finds."""
        ...

    def all_of(self, queries: Sequence[Q]) -> Q:
        """Find what all of these find."""
        ...

    def best_of(self, queries: Sequence[Q]) -> Q:
        """Find what one of these finds, worth what the best of them is worth."""
        ...


@dataclass(frozen=True, slots=True)
class Tier(Generic[Q]):
    """What a passage must match to belong to a tier. demands: without a score. lead is added to the score."""

    lead: float
    needed: list[Q] = field(default_factory=list)
    helpful: list[Q] = field(default_factory=list)
    demands: list[Q] = field(default_factory=list)


class TierWriter(Generic[Q]):
    """Writes plans down as queries of one engine."""

    def __init__(self, dialect: Dialect[Q]) -> None:
        self._engine = dialect

    def frequency(self, word: QueryWord) -> int:
        """Return in about how many passages a word occurs."""
        if word.start:
            return 1
        tokens = self._engine.analyze(word.running)
        in_text = min((self._engine.passages_with("body", token) for token in tokens), default=0)
        if in_text:
            return in_text
        elsewhere = [("title", token) for token in tokens] + [("names", token) for token in tokens]
        elsewhere += [("parts", token) for token in tokens[:1]]
        elsewhere += [("wholes", whole) for whole in self._engine.analyze_whole(word.whole)[:1]]
        return max((self._engine.passages_with(field, token) for field, token in elsewhere), default=0)

    def tiers(self, plan: Plan) -> Iterator[Tier[Q]]:
        """Yield what finds documents with all words, then with any, at last without the quoted phrases."""
        meant = {word: self._likelier(word) for word in plan.rare}
        demands = [
            self._engine.any_of(self._adjacent(self._engine.analyze(phrase))) for phrase in plan.phrases
        ]
        helps = [query for word in plan.helpful for query in self._word(word, {})]
        for running in plan.near:
            helps += self._adjacent(self._engine.analyze(running), (("body", NEAR_WEIGHT),))
        groups = [
            self._engine.any_of(self._together(word) if word in plan.frequent else self._word(word, meant))
            for word in plan.needed
        ]
        if all(word.parts or meant.get(word) for word in plan.absent):
            yield Tier(2 * LEAD, groups, helps, demands)
        loose = [query for word in plan.needed for query in self._loose(word, meant)]
        if len(groups) > 1 or any(word.running.count(" ") or word.parts for word in plan.needed):
            yield Tier(LEAD, helpful=loose + helps, demands=demands)
        if demands and not plan.only_phrases:
            yield Tier(0.0, helpful=loose + helps)

    def _word(self, word: QueryWord, meant: _Meant) -> list[Q]:
        """Return the queries of which one must match for the word to be there."""
        if word.start:
            return self._begins(word)
        tokens = self._engine.analyze(word.running)
        queries = self._adjacent(tokens) + self._whole(word)
        if len(tokens) == 1 and word.running.isascii():
            queries.append(self._engine.term("parts", tokens[0], PARTS_WEIGHT))
        queries += [query for token in meant.get(word, ()) for query in self._meant(token)]
        return queries + self._other_spellings(word, tokens)

    def _together(self, word: QueryWord) -> list[Q]:
        """Return the queries for a frequent word, the pairs of a run in one field instead of side by side."""
        tokens = self._engine.analyze(word.running)
        if len(tokens) < 2 or word.running.isascii():
            return self._word(word, {})
        fields = ([self._engine.term(field, token, weight) for token in tokens] for field, weight in WEIGHTS)
        return [self._engine.all_of(terms) for terms in fields] + self._whole(word)

    def _loose(self, word: QueryWord, meant: _Meant) -> list[Q]:
        """Return what makes a word worth something when only a part of it is there.

        The tokens of a word of several count one by one; side by side they count a little more.
        """
        tokens = self._engine.analyze(word.running)
        if word.start or len(tokens) < 2:
            return self._word(word, meant)
        apart = [self._engine.term(field, token, weight) for token in tokens for field, weight in WEIGHTS]
        together = self._adjacent(tokens, (("body", NEAR_WEIGHT),)) if word.running.isascii() else []
        return apart + together + self._whole(word)

    def _whole(self, word: QueryWord) -> list[Q]:
        weight = JOINED_WEIGHT if word.whole.isascii() else PIECE_WEIGHT
        return self._adjacent(self._engine.analyze_whole(word.whole)[:1], (("wholes", weight),))

    def _other_spellings(self, word: QueryWord, tokens: list[str]) -> list[Q]:
        """Return what finds `read_file` by `readFile` and the other way round."""
        if not word.parts:
            return []
        parts = self._engine.analyze(word.parts)
        queries = self._adjacent(parts, (("parts", PARTS_WEIGHT),))
        if len(tokens) == 1:
            return queries + self._adjacent(parts, (("body", 1.0),))
        return queries + self._adjacent(self._engine.analyze(word.whole))

    def _begins(self, word: QueryWord) -> list[Q]:
        queries = self._whole(word)
        return queries + [
            self._engine.begins(field, word.running, START_SCORE * weight) for field, weight in WEIGHTS
        ]

    def _likelier(self, word: QueryWord) -> list[str]:
        """Return the commonest tokens that are one letter away from a rare word."""
        tokens = self._engine.analyze(word.running)
        if len(tokens) != 1 or not may_be_misspelt(tokens[0]):
            return []
        counts = {token: self._engine.passages_with("body", token) for token in neighbours(tokens[0])}
        common = sorted((-count, token) for token, count in counts.items() if count)
        return [token for _, token in common[:MOST_SPELLINGS]]

    def _meant(self, token: str) -> list[Q]:
        return [self._engine.term(field, token, MISSPELT_WEIGHT * weight) for field, weight in WEIGHTS]

    def _adjacent(self, tokens: list[str], fields: tuple[tuple[str, float], ...] = WEIGHTS) -> list[Q]:
        """Return the queries for tokens side by side, one for each field; for a single token, the token."""
        if len(tokens) == 1:
            return [self._engine.term(field, tokens[0], weight) for field, weight in fields]
        if not tokens:
            return []
        return [self._engine.phrase(field, tokens, weight) for field, weight in fields]
