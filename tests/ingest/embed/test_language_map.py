from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from ingest.domain.errors import EmbeddingError
from ingest.embed.language_map import LanguageMap, fit, load, unit

Rows = NDArray[np.float32]


def parallel(subjects: int = 40, dimension: int = 64, seed: int = 7) -> dict[str, Rows]:
    """Unit vectors of the same subjects in four languages, each moved by its language."""
    random = np.random.default_rng(seed)
    meanings = random.normal(size=(subjects, dimension))
    made = {}
    for language in ("de", "en", "ja", "zh"):
        moved = meanings + 3 * np.random.default_rng(len(made)).normal(size=dimension)
        moved += 0.3 * random.normal(size=(subjects, dimension))
        made[language] = (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32)
    return made


def found_across(
    documents: NDArray[np.float32], queries: NDArray[np.float32], own: NDArray[np.float32]
) -> float:
    """Share of queries whose translated document comes before all documents in their own language."""
    hits = 0
    for index, query in enumerate(queries):
        others = np.delete(own, index, axis=0)
        hits += float(documents[index] @ query) > float((others @ query).max())
    return hits / len(queries)


def test_without_a_map_pages_in_the_own_language_crowd_out_translations_and_with_it_they_do_not() -> None:
    vectors = parallel()
    before = found_across(vectors["ja"], vectors["en"], vectors["en"])
    mapping = fit(vectors, vectors)
    mapped = {name: np.stack([mapping.document(v) for v in rows]) for name, rows in vectors.items()}
    queries = np.stack([mapping.query(v) for v in vectors["en"]])
    after = found_across(mapped["ja"], queries, mapped["en"])
    assert before < 0.2
    assert after > 0.9


def test_mapped_vectors_have_unit_length() -> None:
    mapping = fit(parallel(), parallel(seed=8))
    vector = np.random.default_rng(1).normal(size=64).astype(np.float32) * 50
    assert np.linalg.norm(mapping.query(vector)) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(mapping.document(vector)) == pytest.approx(1, abs=1e-5)


def test_the_length_of_a_vector_does_not_matter() -> None:
    mapping = fit(parallel(), parallel(seed=8))
    vector = np.random.default_rng(1).normal(size=64).astype(np.float32)
    np.testing.assert_allclose(mapping.query(vector), mapping.query(9 * vector), atol=1e-6)


def test_a_saved_map_is_read_back_with_the_same_version(tmp_path: Path) -> None:
    mapping = fit(parallel(), parallel(seed=8))
    mapping.save(tmp_path / "map.npz")
    assert load(tmp_path / "map.npz").version() == mapping.version()


def test_maps_that_differ_have_other_versions() -> None:
    assert fit(parallel(), parallel()).version() != fit(parallel(seed=9), parallel()).version()


def test_the_shipped_map_belongs_to_the_default_model() -> None:
    mapping = load()
    assert mapping.query_mean.shape == mapping.document_mean.shape == (384,)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04"])
def test_a_file_that_is_no_map_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "map.npz").write_bytes(content)
    with pytest.raises(EmbeddingError, match="Install Mokuji again"):
        load(tmp_path / "map.npz")


def test_a_map_with_a_part_missing_is_a_clear_error(tmp_path: Path) -> None:
    np.savez(tmp_path / "map.npz", directions=np.zeros((2, 3)))
    with pytest.raises(EmbeddingError, match="cannot be read"):
        load(tmp_path / "map.npz")


def test_the_zero_vector_stays_zero() -> None:
    assert not unit(np.zeros(4, dtype=np.float32)).any()


def test_a_map_is_a_plain_value() -> None:
    mapping = load()
    same = LanguageMap(mapping.directions, mapping.query_mean, mapping.document_mean)
    assert same.version() == mapping.version()
