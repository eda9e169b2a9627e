"""A plan (see query_plan) as the queries that Meilisearch can answer, and its answers as scored passages.

One query of Meilisearch asks for words that must all be there; it has no "or", and it reads ten terms. So each
spelling of a word is a query, all go in one request, and the tiers of the embedded engine are put together
here: documents with all words, then with any, then without the quoted phrases. Every term is a quoted phrase,
which Meilisearch neither bends nor completes; only words that hardly any passage has are left to be bent.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ingest.domain.translated import TranslatedQuery
from ingest.engines.lexical.ascii_words import ascii_tokens, ascii_words
from ingest.engines.lexical.grouping import FoundPassage
from ingest.engines.lexical.misspelling import may_be_misspelt
from ingest.engines.lexical.query_plan import Plan
from ingest.engines.lexical.text_analysis import QueryWord, running_text

MOST_TERMS = 10
"""Meilisearch reads no more of a query."""

MOST_ASKS = 80
MOST_NEAR = 2
LEAD = 1_000.0
ALL_WEIGHT = 100.0
NEAR_WEIGHT = 10.0
WHOLE_WEIGHT = 5.0
MISSPELT_WEIGHT = 0.25
SCORE_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Ask:
    """One query. weight: what the best passage for it is worth; of one key only the best answer counts.

    each_document: one passage of each document, instead of the best passages of any.
    """

    query: str
    weight: float
    key: str
    each_document: bool = False


def spellings(word: QueryWord) -> list[str]:
    """Return the terms of which one must be there for a word to be there, as quoted phrases."""
    found = [_phrase(ascii_words(word.running))]
    if word.running.isascii() and not word.start:
        found += [_phrase(ascii_tokens(word.whole)), _phrase(ascii_words(word.parts))]
    return [each for each in dict.fromkeys(found) if each]


def asks_for_all(plan: Plan) -> list[Ask]:
    """Return what finds passages with all needed words and phrases; nothing where there can be none."""
    if any(not _bent(word, plan) for word in plan.absent):
        return []
    demands = _demands(plan)
    options = [spellings(word) + _bent(word, plan) for word in plan.needed]
    options = [each for each in options if each][: MOST_TERMS - len(demands)]
    asks: list[Ask] = []
    for turn in range(max(map(len, options), default=1)):
        terms = [each[min(turn, len(each) - 1)] for each in options]
        asks += _both(_joined(demands + terms), ALL_WEIGHT, "all")
    best = demands + [each[0] for each in options]
    asks += [Ask(_joined([*best, near]), NEAR_WEIGHT, "near") for near in _near(plan)]
    wholes = [_phrase(ascii_tokens(word.whole)) for word in plan.needed if not word.running.isascii()]
    if any(wholes):
        asks.append(Ask(_joined([*best, *wholes]), WHOLE_WEIGHT, "whole"))
    return [ask for ask in dict.fromkeys(asks) if ask.query]


def asks_for_any(
    plan: Plan, counts: Mapping[QueryWord, int], *, passages: int, with_phrases: bool
) -> list[Ask]:
    """Return what finds passages with any of the words; the rarer a word, the more it is worth."""
    demands = _demands(plan) if with_phrases else []
    asks: list[Ask] = []
    for number, word in enumerate(plan.needed + plan.helpful):
        key = word_key(number)
        worth = math.log(1 + passages / (counts.get(word, 0) + 0.5))
        for spelling in spellings(word):
            asks += _both(_joined([*demands, spelling]), worth, key)
        for bent in _bent(word, plan):
            asks += _both(_joined([*demands, bent]), worth * MISSPELT_WEIGHT, key)
        tokens = ascii_words(word.running)
        if len(tokens) > 1:
            for place, token in enumerate(tokens):
                asks += _both(_joined([*demands, _phrase([token])]), worth / len(tokens), f"{key}.{place}")
    asks += [Ask(_joined([*demands, near]), 1.0, "near") for near in _near(plan)]
    return [ask for ask in dict.fromkeys(asks) if ask.query][:MOST_ASKS]


def asks_for_translated(query: TranslatedQuery) -> list[Ask]:
    """Return what finds passages with a translation of any of the words; their weights are shares of a word's.

    All translations of a word have one key, so that only the best one counts.
    """
    turns = max(map(len, query.words), default=0)
    asks = [
        Ask(_phrase(ascii_words(running_text(choices[turn].text))), choices[turn].weight, word_key(number))
        for turn in range(turns)
        for number, choices in enumerate(query.words)
        if turn < len(choices)
    ]
    return [ask for ask in dict.fromkeys(asks) if ask.query][:MOST_ASKS]


def weighed(asks: Sequence[Ask], counts: Sequence[int], *, passages: int) -> list[Ask]:
    """Return the asks that find something, each weighed by how rare its word is in all its translations.

    counts: in how many passages each ask finds something. passages: how many there are.
    """
    spread: Counter[str] = Counter()
    for ask, count in zip(asks, counts, strict=True):
        spread[ask.key] += round(count * ask.weight)
    return [
        replace(ask, weight=ask.weight * math.log(1 + passages / (spread[ask.key] + 0.5)))
        for ask, count in zip(asks, counts, strict=True)
        if count
    ]


def word_key(number: int) -> str:
    """Return the key of the asks for a word of a plan, by its place among the needed and helpful ones."""
    return f"word {number}"


def scored(
    asks: Sequence[Ask], answers: Sequence[Mapping[str, Any]], *, lead: float, complete: frozenset[str]
) -> Iterator[FoundPassage]:
    """Yield the passages of all answers, each once with its score; one with all keys of `complete` leads more.

    Of a document that was replaced meanwhile one revision is kept: the newest in the first answer that has it.
    """
    revisions: dict[int, int] = {}
    places: dict[tuple[int, int, int], dict[str, float]] = {}
    for ask, answer in zip(asks, answers, strict=True):
        newest: dict[int, int] = {}
        for hit in answer["hits"]:
            newest[hit["document"]] = max(hit["revision"], newest.get(hit["document"], 0))
        revisions = newest | revisions
        for hit in answer["hits"]:
            if revisions[hit["document"]] == hit["revision"]:
                worth = places.setdefault((hit["document"], hit["first"], hit["last"]), {})
                worth[ask.key] = max(worth.get(ask.key, 0.0), ask.weight * float(hit["_rankingScore"]))
    for (document, first, last), worth in places.items():
        more = LEAD if complete and complete <= worth.keys() else 0.0
        score = round(lead + more + sum(worth.values()), SCORE_DIGITS)
        yield FoundPassage(document, revisions[document], first, last, score)


def _both(query: str, weight: float, key: str) -> list[Ask]:
    return [Ask(query, weight, key), Ask(query, weight, key, each_document=True)]


def _demands(plan: Plan) -> list[str]:
    return [_phrase(ascii_words(phrase)) for phrase in plan.phrases]


def _near(plan: Plan) -> list[str]:
    return [_phrase(ascii_words(running)[:MOST_TERMS]) for running in plan.near[:MOST_NEAR]]


def _bent(word: QueryWord, plan: Plan) -> list[str]:
    """Return a word without quotation marks, which Meilisearch then also finds misspelt, where that helps."""
    tokens = ascii_words(word.running)
    if word not in plan.rare or len(tokens) != 1 or not may_be_misspelt(tokens[0]):
        return []
    return tokens


def _phrase(words: list[str]) -> str:
    return f'"{" ".join(words)}"' if words else ""


def _joined(terms: list[str]) -> str:
    return " ".join(dict.fromkeys(filter(None, terms)))
