"""What a lexical index does. Every implementation passes tests/ingest/engines/lexical/contract.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ingest.domain.hits import Filter, LexicalEntry, LexicalHit


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

    def suggest_words(self, text: str) -> list[str]:
        """Return the words (or pieces) of a query as a reader sees them, for marking hits in a snippet."""
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
