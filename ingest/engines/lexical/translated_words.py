"""What finds a text by the translations of words, in whatever an engine calls a query (see query_tiers).

All translations of a word are one word: it is as rare as they are together, so that an unlikely one that is rare
in the library does not count for more than the likely ones, and only the best that a text has counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from ingest.domain.translated import Choice, TranslatedQuery
from ingest.engines.lexical.query_tiers import Dialect
from ingest.engines.lexical.rarity import inverse_frequency
from ingest.engines.lexical.text_analysis import running_text

DOUBT = 0.5
"""The power to which the share of a translation counts: the less sure ones keep something of their worth."""

SINGLE_SCORE = 1.0
"""What an ideograph alone is worth; it is looked for as the beginning of any pair."""

Q = TypeVar("Q")


@dataclass(frozen=True, slots=True)
class _Term:
    """A translation as the fields hold it. spread: in how many passages it stands, at most."""

    tokens: tuple[str, ...]
    share: float
    spread: int
    start: str = ""


def any_translated(query: TranslatedQuery, engine: Dialect[Q], *, passages: int) -> list[Q]:
    """Return a query for each word of which a translation may be there. passages: how many there are."""
    found = []
    for choices in query.words:
        terms = _terms(choices, engine)
        queries = [each for term in terms for each in _term(term, terms, engine, passages)]
        if queries:
            found.append(engine.best_of(queries) if len(queries) > 1 else queries[0])
    return found


def _terms(choices: Sequence[Choice], engine: Dialect[Q]) -> list[_Term]:
    """Return the choices that the index has, each once."""
    found: dict[tuple[str, ...], _Term] = {}
    for choice in choices:
        share = choice.weight**DOUBT
        tokens = tuple(engine.analyze(running_text(choice.text)))
        if len(choice.text) == 1 and not choice.text.isascii():
            found.setdefault(tokens, _Term(tokens, share, 0, start=choice.text))
        elif tokens:
            spread = min(engine.passages_with("body", token) for token in tokens)
            if spread:
                found.setdefault(tokens, _Term(tokens, share, spread))
    return list(found.values())


def _term(term: _Term, together: Sequence[_Term], engine: Dialect[Q], passages: int) -> list[Q]:
    """Return the queries for one translation, weighed by the rarity of all of the word's."""
    if term.start:
        return [engine.begins("body", term.start, SINGLE_SCORE * term.share)]
    spread = min(passages, round(sum(other.spread * other.share for other in together)))
    counted = sum(inverse_frequency(engine.passages_with("body", token), passages) for token in term.tokens)
    weight = term.share * min(1.0, inverse_frequency(max(1, spread), passages) / counted)
    if len(term.tokens) == 1:
        return [engine.term("body", term.tokens[0], weight)]
    return [engine.phrase("body", list(term.tokens), weight)]
