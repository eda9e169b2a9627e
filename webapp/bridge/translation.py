"""Queries in the words of other languages, for whatever asks the lexical index."""

from __future__ import annotations

from ingest.domain.translated import TranslatedQuery
from ingest.engines.lexical.translation import query_languages, translate
from ingest.engines.lexical.word_map import LANGUAGES, shipped

__all__ = ["LANGUAGES", "in_words_of", "query_languages"]


def in_words_of(language: str, query: str) -> TranslatedQuery:
    """Return a query in the words of one of LANGUAGES. The first call reads the word map."""
    return translate(query, language, shipped())
