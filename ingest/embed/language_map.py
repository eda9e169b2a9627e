"""The language map: takes the language of a text out of its vector, so that the subject remains.

In the model's space all texts of one language lie together: in a mixed library the pages in the query's
own language crowd out better ones in another. The map projects out the directions in which the languages'
means differ, then subtracts the mean query or the mean document. It is fitted once on parallel pages
(`scripts/fit_language_map.py`) and shipped as data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ingest.domain.errors import EmbeddingError

Floats = NDArray[np.float32]

SHIPPED = Path(__file__).parent / "language_map.npz"
"""The map that belongs to the default model."""


def unit(vector: Floats) -> Floats:
    """Return a vector of length 1 in the same direction; zero stays zero."""
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length > 0 else vector


@dataclass(frozen=True, slots=True)
class LanguageMap:
    """directions: orthonormal rows, shape (k, dimension). query_mean, document_mean: shape (dimension,)."""

    directions: Floats
    query_mean: Floats
    document_mean: Floats

    def query(self, vector: Floats) -> Floats:
        """Return the mapped unit vector of a query."""
        return self._mapped(vector, self.query_mean)

    def document(self, vector: Floats) -> Floats:
        """Return the mapped unit vector of a document, or of a part of one."""
        return self._mapped(vector, self.document_mean)

    def _mapped(self, vector: Floats, mean: Floats) -> Floats:
        vector = unit(vector)
        mapped = vector - (self.directions @ vector) @ self.directions - mean
        return unit(mapped.astype(np.float32))

    def version(self) -> str:
        """Return 8 hexadecimal digits that name this map."""
        digest = hashlib.sha256()
        for part in (self.directions, self.query_mean, self.document_mean):
            digest.update(np.ascontiguousarray(part, dtype="<f4").tobytes())
        return digest.hexdigest()[:8]

    def save(self, path: Path) -> None:
        """Write the map as an npz file of float32."""
        np.savez(
            path, directions=self.directions, query_mean=self.query_mean, document_mean=self.document_mean
        )


def load(path: Path = SHIPPED) -> LanguageMap:
    """Read a map. Raises EmbeddingError when the file is not one."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return LanguageMap(
                *(arrays[name].astype(np.float32) for name in ("directions", "query_mean", "document_mean"))
            )
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise EmbeddingError(
            f"The language map {path} cannot be read ({error}). Install Mokuji again."
        ) from error


def fit(
    queries: Mapping[str, Floats], documents: Mapping[str, Floats], *, directions: int = 24
) -> LanguageMap:
    """Fit a map on parallel texts: language -> unit vectors, shape (texts, dimension), row i being the same
    text.

    directions: how many to project out; there are at most as many as the differences of means allow.
    """
    offsets = []
    for side in (documents, queries):
        means = np.stack([vectors.astype(np.float64).mean(axis=0) for vectors in side.values()])
        offsets.append(means - means.mean(axis=0))
    _, strengths, rows = np.linalg.svd(np.concatenate(offsets), full_matrices=False)
    basis = rows[:directions][strengths[:directions] > 1e-6 * strengths[0]]

    def centre(side: Mapping[str, Floats]) -> Floats:
        mean = np.stack([vectors.astype(np.float64).mean(axis=0) for vectors in side.values()]).mean(axis=0)
        return np.asarray(mean - (basis @ mean) @ basis, dtype=np.float32)

    return LanguageMap(basis.astype(np.float32), centre(queries), centre(documents))
