"""Distinctive words of a section:

Frequent in it, rare in the rest of the document. No model, no dictionary.
"""

from __future__ import annotations

import math
import re
from collections import Counter

MAX_KEYWORDS = 5

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


def words_of(text: str) -> Counter[str]:
    """Count the words of a text that could be keywords, as they are first written;

    CJK by runs and pieces of runs.
    """
    counted: Counter[str] = Counter()
    written: dict[str, str] = {}
    for match in _WORD.finditer(text):
        for word in _words(match.group()):
            key = word.casefold()
            counted[written.setdefault(key, word)] += 1
    return counted


def choose(counted: Counter[str], spread: Counter[str], sections: int, title: str) -> tuple[str, ...]:
    """Return up to five words: frequent here, in few other sections, and not said by the title already.

    spread: in how many of the `sections` each word stands.
    """
    said = title.casefold()
    scored = sorted(
        (
            (-count * math.log((sections + 1) / (spread[word] + 0.5)) * _weight(word), word)
            for word, count in counted.items()
            if count > 1 or len(counted) < 60
        )
    )
    chosen: list[str] = []
    for score, word in scored:
        key = word.casefold()
        if score < 0 and key not in said and not any(key in other.casefold() for other in chosen):
            chosen = [other for other in chosen if other.casefold() not in key]
            chosen.append(word)
        if len(chosen) == MAX_KEYWORDS:
            break
    return tuple(chosen)


def _weight(word: str) -> float:
    return 1.0 + min(len(word), 12) / 12 if word.isascii() else 1.0 + min(len(word), 4) / 4


def _words(run: str) -> list[str]:
    if run[0] < "\u0370":
        return [run] if len(run) > 2 and run.casefold() not in _PLAIN_WORDS else []
    if "\uac00" <= run[0] <= "\ud7a3":
        return [_PARTICLE.sub("", run)]
    if "\u3400" <= run[0] <= "\u9fff":
        return _han_words(run)
    return [run]


def _han_words(run: str) -> list[str]:
    """Return a run of ideographs, or the pieces of a long one: a dictionary is not at hand."""
    found: list[str] = []
    for piece in _HAN_FUNCTION.split(run):
        if 2 <= len(piece) <= 4:
            found.append(piece)
        elif len(piece) > 4:
            found += [piece[start : start + 2] for start in range(len(piece) - 1)]
    return found
