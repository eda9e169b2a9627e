"""Distinctive words of a section:

Frequent in it, rare in the rest of the document. No model, no dictionary.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

MAX_KEYWORDS = 5
_LONGEST_WORD = 30

_WORD = re.compile(
    r"[A-Za-z\u00c0-\u024f][A-Za-z0-9\u00c0-\u024f]*(?:[-_.'\u2019][A-Za-z0-9\u00c0-\u024f]+)*"
    r"|[\u0370-\u03ff\u0400-\u052f]{3,}"
    r"|[\u30a1-\u30fa\u30fc]{3,}"
    r"|[\uac00-\ud7a3]{2,}"
    r"|[\u3400-\u4dbf\u4e00-\u9fff\u3005]{2,}"
)
_HAN_FUNCTION = re.compile(
    "[的了是在和与及或对對为為从從把被这這那之等有不也就以而其中个個们們会會可能要你我他它都将將到于於用该該此所"
    "如则則并並由向给給让讓使时時后後前上下种種些什么麼]"
)
_PARTICLE = re.compile(
    r"(?<=..)(?:에서|으로|에게|부터|까지|하는|하고|합니다|입니다|은|는|이|가|을|를|의|에|로|와|과|도)$"
)
_FUNCTION_WORDS = (
    "about above after again all also although always among and another any are around because been "
    "before being below between both but can cannot could did does doing done down during each either "
    "else enough even ever every few first following for from further get gets getting give given gives "
    "had has have having here how however into its itself just know last later least less let like likely "
    "made make makes making many may might more most much must need needs new next non nor not now off "
    "often once one only onto other others otherwise our out over own part per place possible put rather "
    "same second see seen set several shall should show shown shows since some something still such sure "
    "take taken than that the their them then there therefore these they thing things this those though "
    "three through thus too two under until upon use used useful user uses using usually value values "
    "very want was way well were what when where whether which while who whose why will with within "
    "without would yes yet you your das der die ein eine einem einen einer eines und oder aber auch auf "
    "aus bei bis dem den des durch für ist kann mit nach nicht noch nur sich sie sind über von vor werden "
    "wie wird zu zum zur aux avec ces cette comme dans elle est être fait ils les leur mais nous ont par "
    "pas plus pour que qui sans ses son sont sur une vous como con del desde ella entre ese esta este las "
    "los más para pero por ser sin sobre sus una "
)
_PLAIN_WORDS = frozenset(_FUNCTION_WORDS.split())


class Vocabulary:
    """The words of a document's sections: how often each stands where, and how it is written."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Count the words of every section's text; CJK by runs and pieces of runs."""
        self._written: dict[str, str] = {}
        self._keys: dict[str, tuple[str, ...]] = {}
        self._counts = [self._count(text) for text in texts]
        self._total: Counter[str] = Counter()
        self._spread: Counter[str] = Counter()
        for counted in self._counts:
            self._total.update(counted)
            self._spread.update(counted.keys())
        self._weights: dict[str, tuple[float, float]] = {}

    def _count(self, text: str) -> dict[str, int]:
        counted: dict[str, int] = {}
        known = self._keys
        for run, times in Counter(_WORD.findall(text)).items():
            keys = known.get(run)
            if keys is None:
                keys = known[run] = self._learn(run)
            for key in keys:
                counted[key] = counted.get(key, 0) + times
        return counted

    def _learn(self, run: str) -> tuple[str, ...]:
        """The keys of the words of a run; the first form in which each was written is kept."""
        words = _words(run)
        keys = tuple(map(str.casefold, words))
        for key, word in zip(keys, words, strict=True):
            self._written.setdefault(key, word)
        return keys

    def keywords(self, position: int, title: str) -> tuple[str, ...]:
        """Return up to five words of the section at a position:

        Frequent in it, rare elsewhere, not in its title.
        """
        said = title.casefold()
        counted = self._counts[position]
        total = self._total
        scored = sorted((-self._score(key, count), key) for key, count in counted.items() if total[key] > 1)
        chosen: list[str] = []
        for score, key in scored:
            if score < 0 and key not in said and not any(key in other for other in chosen):
                chosen = [other for other in chosen if other not in key]
                chosen.append(key)
            if len(chosen) == MAX_KEYWORDS:
                break
        return tuple(self._written[key] for key in chosen)

    def _score(self, key: str, count: int) -> float:
        weights = self._weights.get(key)
        if weights is None:
            rarity = math.log((len(self._counts) + 1) / (self._spread[key] + 0.5))
            length = min(len(key), 12) / 12 if key.isascii() else min(len(key), 4) / 4
            weights = self._weights[key] = rarity, 1 + length
        return count * weights[0] * weights[1]


def _words(run: str) -> list[str]:
    if run[0] < "\u0370":
        return [] if _is_plain(run) else [run]
    if "\uac00" <= run[0] <= "\ud7a3":
        return [_PARTICLE.sub("", run)]
    if "\u3400" <= run[0] <= "\u9fff":
        return _han_words(run)
    return [run]


def _is_plain(word: str) -> bool:
    """Return whether a Latin word says nothing by itself:

    Too short, a function word, an adverb, a random string.
    """
    key = word.casefold()
    if len(word) < 3 or len(word) > _LONGEST_WORD or key in _PLAIN_WORDS or "'" in word or "’" in word:
        return True
    return key.endswith("ly") or (len(word) > 11 and sum(character.isdecimal() for character in word) > 1)


def _han_words(run: str) -> list[str]:
    """Return a run of ideographs, or the pieces of a long one: a dictionary is not at hand."""
    found: list[str] = []
    for piece in _HAN_FUNCTION.split(run):
        if 2 <= len(piece) <= 4:
            found.append(piece)
        elif len(piece) > 4:
            found += [piece[start : start + 2] for start in range(len(piece) - 1)]
    return found
