"""What an embedding model is. Vectors are float32 of unit length; cosine is their dot product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


class Embedder(Protocol):
    """A model with separate ways for queries and documents. Safe to call from several threads."""

    @property
    def fingerprint(self) -> str:
        """Names weights, quantisation, language map and recipe: equal fingerprints give equal vectors.

        Matches `[a-z0-9-]{8,64}`; it names the vector collection.
        """
        ...

    @property
    def dimension(self) -> int:
        """Length of every vector."""
        ...

    @property
    def similarity_floor(self) -> float:
        """Cosine under which a document has nothing to do with a query."""
        ...

    def embed_query(self, text: str) -> Vector:
        """Return the vector of a query, shape (dimension,). Raises EmbeddingError."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> Vector:
        """Return vectors of documents' texts (see recipe), shape (n, dimension). Raises EmbeddingError."""
        ...

    def warm(self) -> None:
        """Load the model now, so that the first query does not wait."""
        ...


@runtime_checkable
class WordWise(Protocol):
    """An embedder that can tell whether it was taught any word of a query."""

    def floor_for(self, query: str) -> float:
        """Return the cosine under which a document has nothing to do with this query."""
        ...


def floor_for(embedder: Embedder, query: str) -> float:
    """Return the cosine under which a document has nothing to do with a query, as well as a model can tell."""
    return embedder.floor_for(query) if isinstance(embedder, WordWise) else embedder.similarity_floor
