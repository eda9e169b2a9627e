"""Queries in the words of another language, by the word map."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from ingest.domain.translated import Choice, TranslatedQuery
from ingest.engines.lexical import scripts
from ingest.engines.lexical.text_analysis import LONGEST_QUERY, normalise
from ingest.engines.lexical.word_map import WordMap
from ingest.engines.lexical.word_units import ENGLISH_GRAMMAR, english_roots, unspaced_units

MOST_CHOICES = 5
LEAST_SHARE = 0.1
"""Of the surest translation's weight; what is less sure than that is left out."""

MOST_WORDS = 40

_KANA = re.compile(f"[{scripts.KATAKANA}{scripts.HIRAGANA}]")
_HAN = re.compile(f"[{scripts.HAN}]")
_LATIN = re.compile("[A-Za-z]")
_UNSPACED_RUN = re.compile(f"[{scripts.HAN}{scripts.KATAKANA}{scripts.HIRAGANA}]+")
_ITSELF = 1.0
_ENGLISH, _JAPANESE, _CHINESE = "en", "ja", "zh"


def query_languages(query: str) -> tuple[str, ...]:
    """Return the languages that a query may be in, as far as the word map is for them; none where it is not.

    Ideographs alone may be either Japanese or Chinese; a form that only one of the two writes decides.
    """
    text = normalise(query[:LONGEST_QUERY])
    if _KANA.search(text):
        return (_JAPANESE,)
    if ideographs := "".join(_HAN.findall(text)):
        japanese, chinese = (_written(ideographs, by) for by in ("shift_jis", "gb2312"))
        if japanese != chinese:
            return (_JAPANESE,) if japanese > chinese else (_CHINESE,)
        return _CHINESE, _JAPANESE
    if scripts.RUN.search(text):
        return ()
    return (_ENGLISH,) if _LATIN.search(text) else ()


def translate(query: str, target: str, words: WordMap) -> TranslatedQuery:
    """Return a query in the words of another language; each word that has no translation stands for itself."""
    text = normalise(query[:LONGEST_QUERY])
    spoken = [language for language in query_languages(text) if language != target] or [target]
    groups: dict[tuple[Choice, ...], None] = {}
    for match in scripts.QUERY_PIECE.finditer(text):
        piece = match.group()
        read = _unspaced if _UNSPACED_RUN.match(piece) else _spaced
        groups.update((group, None) for group in read(piece, spoken[0], target, words) if group)
    if target != _ENGLISH:
        groups = {group: None for group in groups if not _is_grammar(group)} or groups
    return TranslatedQuery(tuple(groups)[:MOST_WORDS])


def _written(text: str, encoding: str) -> int:
    """Return how many characters a national standard has."""
    return len(text.encode(encoding, "ignore").decode(encoding))


def _spaced(piece: str, source: str, target: str, words: WordMap) -> Iterator[tuple[Choice, ...]]:
    """Read a word of an alphabet, or an identifier: what it is called is as good as what it means."""
    found: list[tuple[str, float]] = []
    if target != _ENGLISH and piece.isascii():
        word = piece.lower()
        for form in (word, *english_roots(word)):
            if found := words.translations(form, _ENGLISH, target):
                break
    yield _choices([(piece, _ITSELF)], found)


def _unspaced(run: str, source: str, target: str, words: WordMap) -> Iterator[tuple[Choice, ...]]:
    """Read a run word by word. Between Japanese and Chinese a word in ideographs may stand as it is."""
    if source == target:
        yield from ((Choice(piece, _ITSELF),) for piece in scripts.PIECE.findall(run))
        return
    for unit in unspaced_units(run, words.words(source).starting_at):
        found = words.translations(unit, source, target)
        if not found and _KANA.match(unit[1:]):
            found = words.translations(unit[0], source, target)
        if not found and target != _ENGLISH:
            found = _through_english(unit, source, target, words)
        itself = [(unit, _ITSELF)] if target != _ENGLISH and not _KANA.search(unit) else []
        yield _choices(itself, found)


def _through_english(unit: str, source: str, target: str, words: WordMap) -> list[tuple[str, float]]:
    """Return what a word means by way of English, surest first, where no page told it directly."""
    found: dict[str, float] = defaultdict(float)
    for english, weight in words.translations(unit, source, _ENGLISH)[:MOST_CHOICES]:
        for form in dict.fromkeys((english, *english_roots(english))):
            for text, share in words.translations(form, _ENGLISH, target)[:MOST_CHOICES]:
                found[text] += weight * share
    return sorted(found.items(), key=lambda each: (-each[1], each[0]))


def _is_grammar(choices: tuple[Choice, ...]) -> bool:
    """Whether a word is English grammar: in another language it stands only where a passage quotes English."""
    text = choices[0].text
    return len(choices) == 1 and text.lower() in ENGLISH_GRAMMAR and (len(text) == 1 or not text.isupper())


def _choices(itself: list[tuple[str, float]], found: list[tuple[str, float]]) -> tuple[Choice, ...]:
    """Return the choices of a word, weighed against the surest of them."""
    surest = found[0][1] if found else 1.0
    translated = [(text, weight / surest) for text, weight in found[:MOST_CHOICES]]
    best = {text: weight for text, weight in translated + itself if weight >= LEAST_SHARE}
    return tuple(
        Choice(text, weight) for text, weight in sorted(best.items(), key=lambda each: (-each[1], each[0]))
    )
