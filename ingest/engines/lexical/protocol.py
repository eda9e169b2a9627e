"""What a lexical index does. Every implementation passes tests/ingest/engines/lexical/contract.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

from ingest.domain.hits import Filter, LexicalEntry, LexicalHit
from ingest.domain.translated import TranslatedQuery


class LexicalIndex(Protocol):
    """Passages, found by words, grouped by document. Safe to call from several threads."""

    @property
    def needs_rebuild(self) -> bool:
        """Whether opening dropped damaged contents or another version's: fill it from the database."""
        ...

    def replace(self, entries: Sequence[LexicalEntry]) -> None:
        """Replace all passages of each entry's document in one visible step; durable when it returns."""
        ...

    def delete(self, document_ids: Sequence[int]) -> None:
        """Remove documents; unknown ids are no error. Durable when it returns."""
        ...

    def search(self, query: str, *, only: Filter, limit: int) -> list[LexicalHit]:
        """Return the best documents, each once with its best passage, best first; ties by document id.

        Fields weigh title 3, headings 2, file name 2, body 1. Documents with all words come before documents
        with some. Any text is a valid query; one without a searchable word finds nothing.
        """
        ...

    def search_translated(self, query: TranslatedQuery, *, only: Filter, limit: int) -> list[LexicalHit]:
        """Return the best documents for a query in other words, as `search` does, with any of its words.

        All translations of a word count as one word, as rare as they are together, and the best one decides.
        """
        ...

    def suggest_words(self, text: str) -> list[str]:
        """Return the words (or pieces) of a query as a reader sees them, for marking hits in a snippet."""
        ...

    @property
    def outdated(self) -> bool:
        """Whether what is held was made by older rules: it answers, and should be built anew beside itself."""
        ...

    def start_anew(self) -> Self:
        """Return an empty index beside this one, by the rules of today, which nobody searches yet.

        What an earlier one left unfinished is gone. It ends with switch_to or discard.
        """
        ...

    def switch_to(self, built: Self) -> None:
        """Let this index be what start_anew began, in one step: every search finds the old or the new contents.

        The former contents are removed. built must not be used afterwards.
        """
        ...

    def discard(self) -> None:
        """Remove this index with everything that is stored of it. It must not be used afterwards."""
        ...

    def revisions(self) -> dict[int, int]:
        """Return document id -> revision id of everything held, to compare with the database."""
        ...

    def count(self) -> int:
        """Return the number of documents held."""
        ...

    def clear(self) -> None:
        """Forget everything."""
        ...

    def close(self) -> None:
        """Release files and locks."""
        ...
