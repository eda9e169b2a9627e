"""Which candidates are shown as keywords: often, early, in many places, bound together, and not twice."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from ingest.card.stopwords import DULL

_FEW_TERMS = 80
"""Candidates below which a document is too short to repeat itself: its headings are taken at their word."""

_PHRASE = {1: 1.0, 2: 1.9, 3: 2.1, 4: 2.1}
_IDEOGRAPHS = {2: 1.0, 3: 1.25, 4: 1.5}
_NAME = 1.35
_DULL = 0.45
_CODE_LIKE = 0.4
"""Lower-case Latin words among CJK prose are mostly commands and parameters."""
_IDENTIFIER = re.compile(r"^(?:[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]{1,6}\d+)$")
"""Names in programs (`drawLine`) and labels of parts (`V9`, `tag1`): seldom what a document is about."""
_SHARE_INSIDE = 0.15
"""How much of its weight a word keeps that only stands inside a phrase."""


@dataclass(slots=True)
class Term:
    """A candidate: how often and where it occurs, and how it is written. length: its words.

    The words of its key are divided by blanks, also where the language has none.
    """

    weight: float = 0.0
    count: int = 0
    blocks: int = 0
    last_block: int = -1
    length: int = 1
    forms: dict[str, int] = field(default_factory=dict)

    def add(self, form: str, weight: float, block: int) -> None:
        """Count an occurrence of a form in a block of text."""
        self.weight += weight
        self.count += 1
        self.forms[form] = self.forms.get(form, 0) + 1
        if block != self.last_block:
            self.blocks += 1
            self.last_block = block

    @property
    def usual(self) -> str:
        """The form in which it is written most often."""
        return _commonest(self.forms)


def best_terms(
    terms: Mapping[str, Term], language: str, *, taken: Sequence[str] = (), limit: int
) -> tuple[str, ...]:
    """Return up to `limit` terms as they are written, the best first. taken: keys that are shown already."""
    grams = language == "zh"
    around = _weights_around(terms, grams=grams)
    few = len(terms) < _FEW_TERMS
    scored = sorted(
        (
            (score, key)
            for key, term in terms.items()
            if _is_eligible(key, term, language, few=few)
            and (score := _score(key, term, term.weight - around.get(key, 0.0), terms, language)) > 0
        ),
        key=lambda pair: (-pair[0], pair[1]),
    )
    keys = list(taken)
    chosen: list[str] = []
    for _, key in scored:
        if len(chosen) >= limit:
            break
        if not any(_overlap(key, other, terms, grams=grams) for other in keys):
            keys.append(key)
            chosen.append(_written(terms[key].forms, language))
    return tuple(dict.fromkeys(chosen))


def _commonest(forms: Mapping[str, int]) -> str:
    """Return the form that comes most often, of equals the first."""
    return max(forms.items(), key=itemgetter(1))[0]


def _weights_around(terms: Mapping[str, Term], *, grams: bool) -> dict[str, float]:
    """Return the weight of the heaviest phrase (or longer gram) that holds a term."""
    within: dict[str, float] = defaultdict(float)
    for key, term in terms.items():
        if grams and len(key) > 2 and not key.isascii() and term.count > 1:
            for part in (key[:-1], key[1:]):
                within[part] = max(within[part], term.weight)
        if term.length < 2 or term.count < 2:
            continue
        words = key.split(" ")
        for length in range(1, term.length):
            for start in range(term.length - length + 1):
                part = " ".join(words[start : start + length])
                within[part] = max(within[part], term.weight)
    return within


def _is_eligible(key: str, term: Term, language: str, *, few: bool) -> bool:
    """Whether a candidate may be shown at all."""
    if term.count < 2 and not (few and term.weight > 1 and term.length == 1):
        return False
    if all(word in DULL for word in key.split(" ")):
        return False
    form = term.usual
    if language == "de" and form.split()[-1][0].islower():
        return False
    return term.length > 1 or not key.isascii() or len(key) >= 3 or form.isupper()


def _score(key: str, term: Term, outside: float, terms: Mapping[str, Term], language: str) -> float:
    words = key.split(" ")
    form = term.usual
    last = form.split()[-1]
    named = last[1:] != last[1:].lower() or (last[0].isupper() and language != "de")
    score = max(outside, _SHARE_INSIDE * term.weight) * (1 + math.log(term.blocks))
    score *= _PHRASE.get(term.length, 1.0) * (_NAME if named else 1.0)
    score *= _CODE_LIKE if _IDENTIFIER.match(form) else 1.0
    score *= _DULL ** sum(1 for word in words if word in DULL)
    if term.length > 1:
        most = max(terms[word].count if word in terms else term.count for word in words)
        score *= math.sqrt(min(1.0, term.count / most))
    if language in {"ja", "zh", "ko"} and form.isascii() and form.islower():
        score *= _CODE_LIKE
    if not key.isascii() and ord(key[0]) >= 0x2E80:
        score *= _IDEOGRAPHS.get(len(form), 1.6) / _PHRASE.get(term.length, 1.0)
    return score


def _overlap(key: str, other: str, terms: Mapping[str, Term], *, grams: bool) -> bool:
    """Whether two terms say the same, one being part of the other without a life of its own.

    grams: whether the candidates are pieces of words, so that one inside another says the same.
    """
    if key == other or len({*key.split(" ")} & {*other.split(" ")}) >= 2:
        return True
    if grams and not key.isascii() and (key in other or other in key):
        return True
    inside = f" {key} " in f" {other} "
    around = f" {other} " in f" {key} "
    if inside:
        return other not in terms or terms[key].count < 3 * terms[other].count
    return around and other in terms and terms[key].count < 0.3 * terms[other].count


def _written(forms: Mapping[str, int], language: str) -> str:
    """Return the usual form: a name as it is written, other words in lower case (but German nouns)."""
    form = _commonest(forms)
    count = forms[form]
    mixed = {f: n for f, n in forms.items() if f[1:] != f[1:].lower()}
    if mixed and forms[_commonest(mixed)] >= 0.25 * count:
        return _commonest(mixed)
    lower = form.lower()
    return lower if language != "de" and forms.get(lower, 0) >= 0.25 * count else form
