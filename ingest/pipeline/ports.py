"""What the pipeline needs from whoever keeps the documents. webapp.bridge.store implements it over the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ingest.domain.hits import Facts, LexicalEntry
from ingest.extract.protocol import SourceFile
from ingest.pipeline.prepared import PreparedDocument


@dataclass(frozen=True, slots=True)
class VectorTask:
    """A revision that needs a vector: the text to embed, its digest, and a vector kept for just that text."""

    facts: Facts
    text: str
    digest: str
    kept: bytes | None = None


@dataclass(frozen=True, slots=True)
class FreshVector:
    """A vector that was computed: float32 little-endian bytes, for the text with this digest."""

    revision_id: int
    digest: str
    vector: bytes


class Preparer(Protocol):
    """Turns a file into a prepared document, in a killable child."""

    def __call__(self, source: SourceFile) -> PreparedDocument:
        """Raises the errors of ingest.domain.errors."""
        ...


class PartKeeper(Protocol):
    """Makes documents of the parts of a container, which the preparer unpacked. May be repeated without harm."""

    def __call__(self, prepared: PreparedDocument) -> PreparedDocument:
        """Return the container as it is to be saved, with its parts named in its lines."""
        ...


def no_parts(prepared: PreparedDocument) -> PreparedDocument:
    """Stand in where containers are listed only."""
    return prepared


class RevisionStore(Protocol):
    """Keeps revisions and what was read out of them. Every method may be repeated without harm.

    Revisions whose document is gone or being deleted are left out of every answer.
    """

    def source(self, revision_id: int) -> SourceFile:
        """Return the file of a revision."""
        ...

    def save_prepared(self, revision_id: int, prepared: PreparedDocument) -> None:
        """Keep lines, outline and card of a revision; nobody sees them before publish."""
        ...

    def lexical_entries(self, revision_ids: Sequence[int]) -> list[LexicalEntry]:
        """Return what the lexical index holds of these revisions."""
        ...

    def publish(self, revision_ids: Sequence[int]) -> None:
        """Make these revisions the ones that are read, in one step; drop the text of those before."""
        ...

    def vector_tasks(self, revision_ids: Sequence[int], *, fingerprint: str) -> list[VectorTask]:
        """Return what has to be embedded for these revisions, with kept vectors of the same text."""
        ...

    def save_vectors(self, vectors: Sequence[FreshVector], *, fingerprint: str) -> None:
        """Keep vectors, so that the vector index can be rebuilt."""
        ...

    def complete(self, revision_ids: Sequence[int]) -> None:
        """Note that these revisions are in both indexes."""
        ...

    def forget(self, document_ids: Sequence[int]) -> None:
        """Remove documents with everything that was kept of them, files included."""
        ...
