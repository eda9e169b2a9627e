"""Documents of other languages than the query's, and where to look in them: its words are translated first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest

from ingest.domain.hits import Filter, LexicalHit
from webapp.bridge.translation import LANGUAGES, in_words_of, query_languages
from webapp.retrieval import paths


@dataclass(frozen=True, slots=True)
class Translated:
    """The best passages by translated words. words: the likelier ones, for each document."""

    passages: Mapping[int, LexicalHit] = field(default_factory=dict)
    words: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def words_for(self, document_id: int) -> tuple[str, ...]:
        """Return the translated words to mark in a document."""
        return self.words.get(document_id, ())

    def new_words(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return every translated word once, but those that are known."""
        every = dict.fromkeys(word for words in self.words.values() for word in words)
        return tuple(word for word in every if word not in known)


def translated_passages(
    query: str, by_language: Mapping[str, Sequence[int]], *, only: Filter, deadline: paths.Deadline
) -> Translated:
    """Return the best passages in documents, given by their languages, as far as they are found in time.

    only: what the search may see.
    """
    if not by_language:
        return Translated()
    asked = {
        language: (in_words_of(language, query), tuple(document_ids))
        for language, document_ids in by_language.items()
    }
    words = {
        document_id: translated.likely_words()
        for translated, document_ids in asked.values()
        for document_id in document_ids
    }
    return Translated(paths.best_translated(asked, only=only, deadline=deadline), words)


def with_translated(
    query: str, found: paths.Found, *, only: Filter, limit: int, deadline: paths.Deadline
) -> paths.Found:
    """Return what was found, and behind it by keyword what only translated words find.

    Where fewer than `limit` documents were found; what is asked for in other languages is no surer than that.
    """
    if found.keyword is None:
        return found
    known = {hit.document_id for hit in found.keyword}
    nearest = {hit.document_id for hit in found.semantic or ()}
    spoken = query_languages(query)
    wanted = [
        language
        for language in LANGUAGES
        if language not in spoken[:1] and (only.languages is None or language in only.languages)
    ]
    if len(known | nearest) >= limit or not spoken or not wanted:
        return found
    asked = {language: in_words_of(language, query).likely() for language in wanted}
    lists = paths.found_translated(asked, only=only, limit=limit, deadline=deadline)
    in_turn = chain.from_iterable(zip_longest(*lists))
    further = [hit for hit in in_turn if hit is not None and hit.document_id not in known]
    return replace(found, keyword=[*found.keyword, *further[: limit - len(known)]])
