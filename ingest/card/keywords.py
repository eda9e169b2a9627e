"""Keywords by statistics alone: frequency, place and phrase, per language (docs/decisions/0005-keywords.md).

Languages with spaces count phrases between function words; Chinese, Japanese and Korean have their own
candidates in `keywords_cjk`. Which of the candidates are shown is decided in `keyword_ranking`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ingest.card.keyword_ranking import Term, best_terms
from ingest.card.keywords_cjk import chinese_words, cjk_terms
from ingest.card.prose import plain
from ingest.card.stopwords import STOPWORDS

MAX_KEYWORDS = 10
MAX_FROM_FILE = 4

BODY, HEADING, TITLE = 1.0, 3.0, 8.0
"""Weight of an occurrence by its place."""

_CHUNK = re.compile(r"[.!?;:,()\[\]{}\"“”«»„|/<>=→•·…—–]+(?:\s|$)|\s[-–—]\s|[()\[\]{}\"“”«»|/<>=]")
_WORD = re.compile(r"[^\W_]\w*(?:(?:[-'’&](?=\w)|\.(?=(?i:js|ts|net|io|ai|py)\b))\w*)*(?:\+{1,2}(?!\w)|#)?")
_ENDINGS = {
    "de": re.compile(r"(?<=.{4})(?:en|er|es|e|n|s)$"),
    "ru": re.compile(
        r"(?<=.{3})(?:ами|ями|ого|его|ому|ему|ыми|ими|ов|ев|ей|ой|ий|ый|ая|яя|ое|ее|ые|ие|ых|их|ую|юю|ам|ям|ах|ях"
        r"|ом|ем|[аяыиоеуюьй])$"
    ),
}
_ELIDING = frozenset({"fr", "it", "ca"})
_ELISION = re.compile(r"\b(?:[ldjmtsncLDJMTSNC]|[Qq]u|[Dd]ell|[Aa]ll|[Nn]ell|[Ss]ull|[Uu]n)['’](?=\w)")
_COMMAND = re.compile(r"\\[A-Za-z@]+\*?")
_LONGEST_PHRASE = 4
_STRUCTURAL = 4
"""A heading that returns this often belongs to the form of the document, not to its subject."""


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
    terms: dict[str, Term] = {}
    repeated = Counter(headings)
    named = (heading for heading in headings if repeated[heading] < _STRUCTURAL)
    weighted = [(title, TITLE), *((heading, HEADING) for heading in named), *((b, BODY) for b in blocks)]
    words = chinese_words(text for text, _ in weighted) if language == "zh" else frozenset()
    known: dict[str, bool] = {}
    for position, (text, weight) in enumerate(weighted):
        for key, form, length in _terms(text, language, words, known):
            term = terms.get(key)
            if term is None:
                term = terms[key] = Term()
            term.length = length
            term.add(form, weight, position)
    own = _used([plain(keyword) for keyword in declared], (title, *headings, *blocks))
    if not any(blocks) and not headings:
        return tuple(own)
    taken = [" ".join(_stem(word, language) for word in keyword.casefold().split()) for keyword in own]
    return (*own, *best_terms(terms, language, taken=taken, limit=limit - len(own)))


def _used(declared: Sequence[str], texts: Iterable[str]) -> list[str]:
    """Return the declared keywords that a text uses, at most MAX_FROM_FILE."""
    if not declared:
        return []
    everything = "\n".join(texts).casefold()
    used = [keyword for keyword in declared if 2 <= len(keyword) <= 60 and keyword.casefold() in everything]
    return list(dict.fromkeys(used))[:MAX_FROM_FILE]


def _terms(
    text: str, language: str, words: frozenset[str], known: dict[str, bool]
) -> list[tuple[str, str, int]]:
    """Return (key, form, words) of every candidate in a text. known: which words say something, as far as seen."""
    found: list[tuple[str, str, int]] = []
    if language in {"ja", "zh", "ko"}:
        found.extend(cjk_terms(text, language, words))
        language = "en"
    stopwords = STOPWORDS.get(language, frozenset()) | STOPWORDS["en"]
    if language in _ELIDING:
        text = _ELISION.sub("", text)
    if "\\" in text:
        text = _COMMAND.sub(" ", text)
    for chunk in _CHUNK.split(text):
        run: list[str] = []
        for word in _WORD.findall(chunk):
            if (content := known.get(word)) is None:
                content = known[word] = _is_content(word, language, stopwords)
            if content:
                run.append(word)
            elif run:
                _add_phrases(run, language, found)
                run = []
        if run:
            _add_phrases(run, language, found)
    return found


def _is_content(word: str, language: str, stopwords: frozenset[str]) -> bool:
    lower = word.lower().replace("’", "'")
    if lower in stopwords or not word[0].isalpha() or "_" in word or ord(word[0]) >= 0x2E80:
        return False
    if len(word) < 2 or (len(word) < 3 and not word.isupper()):
        return False
    return not (language == "en" and lower.endswith("ly") and len(lower) > 5) and len(word) <= 40


def _add_phrases(run: list[str], language: str, found: list[tuple[str, str, int]]) -> None:
    """Add the words of a run, and the phrases that they make."""
    keys = [_stem(word.lower(), language) for word in run]
    for start in range(len(run)):
        key, form = keys[start], run[start]
        found.append((key, form, 1))
        for end in range(start + 1, min(start + _LONGEST_PHRASE, len(run))):
            key, form = f"{key} {keys[end]}", f"{form} {run[end]}"
            found.append((key, form, end - start + 1))


@lru_cache(maxsize=20_000)
def _stem(word: str, language: str) -> str:
    """Join singular and plural, no more: a stem is a key, never shown."""
    word = word.removesuffix("'s").removesuffix("’s")
    if language in _ENDINGS and len(word) > 4:
        return _ENDINGS[language].sub("", word)
    if language not in {"en", "fr", "es", "pt", "nl"} or len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if language == "en" and word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if language == "en" and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word
