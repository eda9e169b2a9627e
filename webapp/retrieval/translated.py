"""Where to look in documents of other languages than the query's: its words are translated first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ingest.domain.hits import Filter, LexicalHit
from webapp.bridge.translation import in_words_of
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
