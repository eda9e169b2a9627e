"""What goes into the engines and what comes out: entries, filters and hits.

Engines return ids, line ranges and scores; titles and texts come from the database.
"""

from __future__ import annotations

from dataclasses import dataclass

from ingest.domain.passage import Passage


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a document that both engines filter by.

    modified: seconds since 1970 (UTC). file_type: short name such as `pdf`, `md`. language: BCP 47.
    """

    document_id: int
    revision_id: int
    collection_id: int
    file_type: str
    language: str
    modified: int
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LexicalEntry:
    """A document for the lexical index: its facts, two weighted fields and its passages."""

    facts: Facts
    title: str
    file_name: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class VectorEntry:
    """A document for the vector index: its facts and one vector of float32, little-endian bytes."""

    facts: Facts
    vector: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What a search may see. None means no restriction; an empty tuple matches nothing.

    collections is how permissions arrive: the engines only ever see the ids that the caller may read. readable: all
    of these, when collections are only some; words are as rare as they are there.
    modified_after and modified_before are seconds since 1970, both inclusive. tags: any of them.
    """

    collections: tuple[int, ...] | None = None
    readable: tuple[int, ...] | None = None
    documents: tuple[int, ...] | None = None
    file_types: tuple[str, ...] | None = None
    languages: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    modified_after: int | None = None
    modified_before: int | None = None

    @property
    def counted(self) -> tuple[int, ...] | None:
        """The collections over which the rarity of words is counted; None for all."""
        return self.collections if self.readable is None else self.readable


@dataclass(frozen=True, slots=True)
class LexicalHit:
    """A document found by its words, with its best passage. score: higher is better, within one answer.

    more: first and last lines of further passages that match, best first; as many as came up on the way.
    """

    document_id: int
    revision_id: int
    first_line: int
    last_line: int
    score: float
    more: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A document found by its vector. score: cosine similarity, -1 to 1."""

    document_id: int
    revision_id: int
    score: float
