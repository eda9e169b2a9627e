"""The language map: takes the language of a text out of its vector, so that the subject remains.

In the model's space all texts of one language lie together: in a mixed library the pages in the query's
own language crowd out better ones in another. The map projects out the directions in which the languages'
means differ, then subtracts the mean query or the mean document. It is fitted once on parallel pages
(`scripts/fit_language_map.py`) and shipped as data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class ParallelTexts:
    """Pages that exist in several languages, one row a page in a language; not every page in every language.

    queries: unmapped vectors of the titles as queries; documents: of the whole texts; shape (n, dimension).
    """

    languages: Sequence[str]
    pages: Sequence[str]
    queries: Floats
    documents: Floats


def fit(texts: ParallelTexts, *, directions: int = 24, least_pages: int = 10) -> LanguageMap:
    """Fit a map on parallel texts.

    A vector is taken as the sum of what its page says, what its language adds and noise. The strongest
    directions among what the languages add, to queries and to documents, are projected out. Languages with
    fewer than `least_pages` pages do not take part in choosing them.
    """
    languages, pages = _codes(texts.languages), _codes(texts.pages)
    enough = np.bincount(languages) >= least_pages
    sides = [_effects(vectors, languages, pages) for vectors in (texts.queries, texts.documents)]
    added = np.concatenate([by_language[enough] for by_language, _ in sides])
    _, strengths, rows = np.linalg.svd(added, full_matrices=False)
    basis = rows[:directions][strengths[:directions] > 1e-6 * strengths[0]]
    means = [by_page.mean(axis=0) for _, by_page in sides]
    query_mean, document_mean = ((mean - (basis @ mean) @ basis).astype(np.float32) for mean in means)
    return LanguageMap(basis.astype(np.float32), query_mean, document_mean)


def _codes(names: Sequence[str]) -> NDArray[np.intp]:
    """Return a number for each name, equal for equal names."""
    return np.unique(np.asarray(names), return_inverse=True)[1]


def _effects(
    vectors: Floats, languages: NDArray[np.intp], pages: NDArray[np.intp], rounds: int = 30
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what each language adds and what each page says, by alternating least squares."""
    rows = vectors.astype(np.float64) / np.linalg.norm(vectors, axis=1, keepdims=True)
    added = np.zeros((languages.max() + 1, rows.shape[1]))
    said = np.zeros((pages.max() + 1, rows.shape[1]))
    for _ in range(rounds):
        said = _means(rows - added[languages], pages)
        added = _means(rows - said[pages], languages)
        added -= added.mean(axis=0)
    return added, said


def _means(rows: NDArray[np.float64], groups: NDArray[np.intp]) -> NDArray[np.float64]:
    sums = np.zeros((groups.max() + 1, rows.shape[1]))
    np.add.at(sums, groups, rows)
    means: NDArray[np.float64] = sums / np.bincount(groups)[:, None]
    return means
