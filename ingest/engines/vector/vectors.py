"""What a vector must be before any vector index takes it or is asked with it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ingest.domain.errors import EngineError
from ingest.domain.hits import VectorEntry


def check_query(vector: NDArray[np.float32], *, dimension: int) -> None:
    """Raise EngineError for a query that is not of the index's model."""
    if vector.shape != (dimension,):
        raise EngineError(
            f"A query vector of shape {vector.shape} was given to an index of {dimension} "
            "dimensions. Use the model that filled the index."
        )


def vector_of(entry: VectorEntry, *, dimension: int) -> list[float]:
    """Return the numbers of an entry. Raises EngineError for too few, too many, and for what is no finite number."""
    vector = np.frombuffer(entry.vector, dtype="<f4")
    if vector.shape != (dimension,):
        raise EngineError(
            f"Document {entry.facts.document_id} has a vector of {len(vector)} numbers, the index takes "
            f"{dimension}. Embed the document again with the model of this index."
        )
    if not np.isfinite(vector).all():
        raise EngineError(
            f"The vector of document {entry.facts.document_id} holds numbers that are not finite. "
            "Embed the document again."
        )
    numbers: list[float] = vector.tolist()
    return numbers
