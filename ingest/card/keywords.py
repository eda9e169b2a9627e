"""Keywords by statistics alone: frequency, place and phrase, per language (docs/decisions/0005-keywords.md).

Languages with spaces count phrases between function words; Chinese, Japanese and Korean have their own
candidates in `keywords_cjk`. Everything after the candidates is the same for all.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ingest.card.keywords_cjk import cjk_terms, torn_terms
from ingest.card.prose import plain
from ingest.card.stopwords import DULL, STOPWORDS

MAX_KEYWORDS = 10
MAX_FROM_FILE = 4

BODY, HEADING, TITLE = 1.0, 3.0, 8.0
"""Weight of an occurrence by its place."""

_CHUNK = re.compile(r"[.!?;:,()\[\]{}\"“”«»„|/<>=→•·…—–]+(?:\s|$)|\s[-–—]\s|[()\[\]{}\"“”«»|/<>=]")
_WORD = re.compile(r"[^\W_](?:\w|[-'’&](?=\w)|\.(?=(?:js|ts|net|io|ai|py)\b))*\+{0,2}#?", re.IGNORECASE)
_LONGEST_PHRASE = 4
_STRUCTURAL = 4
"""A heading that returns this often belongs to the form of the document, not to its subject."""


@dataclass(slots=True)
class Term:
    """A candidate: how often and where it occurs, and how it is usually written."""

    weight: float = 0.0
    count: int = 0
    blocks: int = 0
    last_block: int = -1
    length: int = 1
    forms: Counter[str] = field(default_factory=Counter)

    def add(self, form: str, weight: float, block: int) -> None:
        """Count an occurrence of a form in a block of text."""
        self.weight += weight
        self.count += 1
        self.forms[form] += 1
        if block != self.last_block:
            self.blocks += 1
            self.last_block = block


def choose_keywords(
    blocks: Sequence[str],
    *,
    headings: Sequence[str] = (),
    title: str = "",
    language: str = "und",
    declared: Iterable[str] = (),
    limit: int = MAX_KEYWORDS,
) -> tuple[str, ...]:
    """Return up to `limit` keywords, the best first.

    blocks: paragraphs of running text. declared: keywords in the file's metadata; those that the text really
    uses come first, up to four.
    """
    terms: dict[str, Term] = defaultdict(Term)
    repeated = Counter(headings)
    named = (heading for heading in headings if repeated[heading] < _STRUCTURAL)
    weighted = [(title, TITLE), *((heading, HEADING) for heading in named), *((b, BODY) for b in blocks)]
    for position, (text, weight) in enumerate(weighted):
        for key, form, length in _terms(text, language):
            term = terms[key]
            term.length = length
            term.add(form, weight, position)
    everything = "\n".join((title, *headings, *blocks)).casefold()
    own = [k for k in map(plain, declared) if 2 <= len(k) <= 60 and k.casefold() in everything]
    return _select(list(dict.fromkeys(own))[:MAX_FROM_FILE], terms, language, limit)


def _terms(text: str, language: str) -> Iterable[tuple[str, str, int]]:
    """Yield (key, form, words) of every candidate in a text."""
    if language in {"ja", "zh", "ko"}:
        yield from cjk_terms(text, language)
        language = "en"
    stopwords = STOPWORDS.get(language, STOPWORDS["en"])
    for chunk in _CHUNK.split(text):
        run: list[str] = []
        for word in _WORD.findall(chunk):
            if _is_content(word, language, stopwords):
                run.append(word)
            else:
                yield from _phrases(run, language)
                run = []
        yield from _phrases(run, language)


def _is_content(word: str, language: str, stopwords: frozenset[str]) -> bool:
    lower = word.lower().replace("’", "'")
    if lower in stopwords or not word[0].isalpha() or "_" in word or ord(word[0]) >= 0x2E80:
        return False
    if len(word) < 2 or (len(word) < 3 and not word.isupper()):
        return False
    return not (language == "en" and lower.endswith("ly") and len(lower) > 5) and len(word) <= 40


def _phrases(run: list[str], language: str) -> Iterable[tuple[str, str, int]]:
    keys = [_stem(word.lower(), language) for word in run]
    for start, (key, form) in enumerate(zip(keys, run, strict=True)):
        yield key, form, 1
        for end in range(start + 2, min(start + _LONGEST_PHRASE, len(run)) + 1):
            yield " ".join(keys[start:end]), " ".join(run[start:end]), end - start


@lru_cache(maxsize=20_000)
def _stem(word: str, language: str) -> str:
    """Join singular and plural, no more: a stem is a key, never shown."""
    word = word.removesuffix("'s").removesuffix("’s")
    if language not in {"en", "fr", "es", "pt", "nl"} or len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if language == "en" and word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if language == "en" and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def _select(own: list[str], terms: dict[str, Term], language: str, limit: int) -> tuple[str, ...]:
    """Pick the best terms; a part of a phrase only counts where it stands outside of it."""
    for torn in torn_terms({key: term.count for key, term in terms.items()}, language):
        del terms[torn]
    outside = _outside_phrases(terms)
    scored = sorted(
        (
            (score, key)
            for key, term in terms.items()
            if (score := _score(key, term, outside[key], language)) > 0
        ),
        key=lambda pair: (-pair[0], pair[1]),
    )
    chosen = list(own)
    taken = [" ".join(_stem(word, language) for word in keyword.casefold().split()) for keyword in own]
    for _, key in scored:
        if len(chosen) >= limit:
            break
        if any(_overlap(key, other, terms) for other in taken):
            continue
        taken.append(key)
        chosen.append(_written(terms[key].forms, language))
    return tuple(chosen[:limit])


def _outside_phrases(terms: dict[str, Term]) -> dict[str, float]:
    """Return the weight of each term minus that of the most frequent phrase that holds it."""
    within: dict[str, float] = defaultdict(float)
    for key, term in terms.items():
        if term.length < 2 or term.count < 2:
            continue
        words = key.split(" ")
        for length in range(1, term.length):
            for start in range(term.length - length + 1):
                part = " ".join(words[start : start + length])
                within[part] = max(within[part], term.weight)
    return {key: term.weight - within[key] for key, term in terms.items()}


def _score(key: str, term: Term, outside: float, language: str) -> float:
    words = key.split(" ")
    dull = sum(1 for word in words if word in DULL)
    if dull == len(words) or (term.count < 2 and term.weight < TITLE):
        return 0.0
    if term.length > 1 and term.count < 2:
        return 0.0
    form = term.forms.most_common(1)[0][0]
    if term.length == 1 and key.isascii() and len(key) < 4 and not form.isupper():
        return 0.0
    named = form[1:] != form[1:].lower() or (form[0].isupper() and language != "de")
    if language == "de" and term.length == 1 and form[0].islower():
        return 0.0
    shape = {1: 1.0, 2: 1.9, 3: 2.1, 4: 2.1}.get(term.length, 1.0) * (1.35 if named else 1.0) * 0.45**dull
    if not key.isascii() and " " not in key and ord(key[0]) >= 0x2E80:
        shape *= {2: 1.0, 3: 1.25, 4: 1.5}.get(len(key), 1.6)
    return max(outside, 0.15 * term.weight) * shape * (1 + math.log(term.blocks))


def _overlap(key: str, other: str, terms: dict[str, Term]) -> bool:
    """Whether two terms say the same, one being part of the other without a life of its own."""
    if key == other:
        return True
    spaced = " " in key or " " in other or key.isascii()
    inside = f" {key} " in f" {other} " if spaced else key in other
    around = f" {other} " in f" {key} " if spaced else other in key
    if spaced and len({*key.split()} & {*other.split()}) >= 2:
        return True
    if inside:
        return terms[key].count < 3 * terms[other].count if other in terms else True
    return around and other in terms and terms[key].count < 0.3 * terms[other].count


def _written(forms: Counter[str], language: str) -> str:
    """Return the usual form, in lower case unless it is a name, an acronym or German."""
    form = forms.most_common(1)[0][0]
    lower = form.lower()
    if language != "de" and lower in forms and not any(part.isupper() for part in form.split()):
        return lower
    return form
