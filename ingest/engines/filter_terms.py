"""Facts and filters as every engine writes them down: the same filter finds the same documents in all."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.domain.hits import Facts, Filter


@dataclass(frozen=True, slots=True)
class FilterTerms:
    """A filter with its names in the engines' spelling, each once. None is no restriction."""

    collections: list[int] | None
    documents: list[int] | None
    file_types: list[str] | None
    languages: list[str] | None
    tags: list[str] | None
    modified_after: int | None
    modified_before: int | None

    @property
    def match_nothing(self) -> bool:
        """Whether no document can pass."""
        lists = (self.collections, self.documents, self.file_types, self.languages, self.tags)
        return any(allowed is not None and not allowed for allowed in lists)


def filter_terms(only: Filter) -> FilterTerms:
    """Return a filter in the engines' spelling."""
    return FilterTerms(
        collections=None if only.collections is None else list(dict.fromkeys(only.collections)),
        documents=None if only.documents is None else list(dict.fromkeys(only.documents)),
        file_types=None if only.file_types is None else list(dict.fromkeys(map(_name, only.file_types))),
        languages=None if only.languages is None else list(dict.fromkeys(map(_name, only.languages))),
        tags=None if only.tags is None else list(dict.fromkeys(map(_encodable, only.tags))),
        modified_after=only.modified_after,
        modified_before=only.modified_before,
    )


def file_type_term(facts: Facts) -> str:
    """Return the file type of a document in the engines' spelling."""
    return _name(facts.file_type)


def tag_terms(facts: Facts) -> list[str]:
    """Return the tags of a document in the engines' spelling: as they are, case matters."""
    return [_encodable(tag) for tag in facts.tags]


def language_terms(facts: Facts) -> list[str]:
    """Return the language of a document and the wider ones that include it: `zh`, `zh-hant`, `zh-hant-tw`."""
    parts = _name(facts.language).split("-")
    return ["-".join(parts[:length]) for length in range(1, len(parts) + 1)]


def _name(text: str) -> str:
    return _encodable(text.lower())


def _encodable(text: str) -> str:
    """Return text without halves of surrogate pairs, which no engine takes."""
    return text.encode("utf-8", "replace").decode()
