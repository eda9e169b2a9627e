"""The words that have translations: how they are cut out of a text, for the word map and for queries alike.

In Japanese and Chinese a word is cut out of an unbroken run of ideographs or of katakana. A single ideograph
with okurigana behind it is taken together with the first of them (`使う`, `使い`), which is a word of the index
too; a particle behind it is not (`値を` is `値`). Other hiragana is grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ingest.engines.lexical.scripts import HAN, HIRAGANA, KATAKANA

LONGEST_UNIT = 12
UNKNOWN_COST = 16.0
"""What a character that belongs to no word costs; words cost the negative logarithm of how frequent they are."""

_GRAMMAR = (
    "a an the of in on at to for from by with as and or but if than then that this these those it its is are was were"
    " be been being am do does did doing done has have had having can could may might shall should will would must not"
    " no nor so such there here when where which who whom whose what how why he she they them him her his their we us"
    " our you your yours i me my s t d ll re ve don doesn isn aren won into onto upon about between also very"
    " more most any some each every both either neither other others another one"
)
ENGLISH_GRAMMAR = frozenset(_GRAMMAR.split())
"""English words that say nothing of what a text is about."""

_RUN = re.compile(f"(?P<han>[{HAN}]+)|(?P<katakana>[{KATAKANA}]+)")
_ENGLISH = re.compile("[A-Za-z]+")
_PARTICLES = frozenset("をのがはにでともへやかな")
_OKURIGANA = re.compile(f"[{HIRAGANA}]")
_SHORTEST_WITH_ENDING = 4

CostFrom = Callable[[str, int, int], Iterator[tuple[int, float]]]
"""From a text and the ends of a window: where the words that begin there end, and what each costs."""


def unspaced_units(text: str, words_from: CostFrom) -> Iterator[str]:
    """Yield the words of a Japanese or Chinese text that may have translations, in their order."""
    for match in _RUN.finditer(text):
        run = match.group()
        for first, end in _cheapest_cut(run, words_from):
            unit = run[first:end]
            if len(unit) > 1:
                yield unit
            elif match.lastgroup == "han":
                behind = text[match.start() + end : match.start() + end + 1]
                joins = _OKURIGANA.match(behind) and behind not in _PARTICLES
                yield unit + behind if joins else unit


def _cheapest_cut(run: str, words_from: CostFrom) -> list[tuple[int, int]]:
    """Return where the words of a run begin and end, so that together they cost least."""
    best = [0.0] + [float("inf")] * len(run)
    came_from = [0] * (len(run) + 1)
    for first in range(len(run)):
        ends = {first + 1: UNKNOWN_COST} | dict(words_from(run, first, min(len(run), first + LONGEST_UNIT)))
        for end, cost in ends.items():
            if best[first] + cost < best[end]:
                best[end], came_from[end] = best[first] + cost, first
    cuts = []
    end = len(run)
    while end:
        cuts.append((came_from[end], end))
        end = came_from[end]
    return cuts[::-1]


def english_units(text: str) -> list[str]:
    """Return the words of an English text, in lower case."""
    return [word.lower() for word in _ENGLISH.findall(text)]


def english_bases(word: str) -> Iterator[str]:
    """Yield what a plural, a third person or a past may be of, likeliest first. Most of them are no words."""
    if len(word) >= _SHORTEST_WITH_ENDING and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        if word.endswith("ies"):
            yield f"{word[:-3]}y"
        if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            yield word[:-2]
        yield word[:-1]
    if len(word) >= _SHORTEST_WITH_ENDING and word.endswith("ed") and not word.endswith("eed"):
        if word.endswith("ied"):
            yield f"{word[:-3]}y"
        yield word[:-1]
        yield word[:-2]
        if word[-3] == word[-4]:
            yield word[:-3]


def english_roots(word: str) -> Iterator[str]:
    """Yield what else an English word may be a form of, for one that has no translation itself."""
    yield from english_bases(word)
    if len(word) > _SHORTEST_WITH_ENDING + 1 and word.endswith("ing"):
        yield f"{word[:-3]}e"
        yield word[:-3]
        if word[-4] == word[-5]:
            yield word[:-4]
    if len(word) > _SHORTEST_WITH_ENDING + 1 and word.endswith("ly"):
        yield word[:-2]
