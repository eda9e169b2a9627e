from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from ingest.domain.errors import EmbeddingError
from ingest.embed.language_map import LanguageMap, ParallelTexts, fit, load, unit

Rows = NDArray[np.float32]


def parallel(subjects: int = 60, dimension: int = 64, seed: int = 7) -> ParallelTexts:
    """Vectors of the same subjects in four languages, each moved by its language; some pages are missing."""
    random = np.random.default_rng(seed)
    meanings = random.normal(size=(subjects, dimension))
    languages, pages, rows = [], [], []
    for number, language in enumerate(("de", "en", "ja", "zh")):
        offset = 3 * np.random.default_rng(number).normal(size=dimension)
        for page in range(subjects):
            if language == "de" and page % 3:
                continue
            languages.append(language)
            pages.append(f"page-{page:02}")
            rows.append(meanings[page] + offset + 0.3 * random.normal(size=dimension))
    vectors = np.array(rows, dtype=np.float32)
    return ParallelTexts(languages, pages, vectors, vectors)


def rows_of(texts: ParallelTexts, language: str) -> Rows:
    return texts.documents[[index for index, name in enumerate(texts.languages) if name == language]]


def found_across(documents: Rows, queries: Rows, own: Rows) -> float:
    """Share of queries whose translated document comes before all others in their own language."""
    hits = 0
    for index, query in enumerate(queries):
        others = np.delete(own, index, axis=0)
        hits += float(documents[index] @ query) > float((others @ query).max())
    return hits / len(queries)


def test_the_map_keeps_pages_in_the_own_language_from_crowding_out_translations() -> None:
    texts = parallel()
    mapping = fit(texts)
    ja, en = rows_of(texts, "ja"), rows_of(texts, "en")
    raw_ja, raw_en = (np.stack([unit(row) for row in rows]) for rows in (ja, en))
    documents_ja, documents_en = (np.stack([mapping.document(row) for row in rows]) for rows in (ja, en))
    queries = np.stack([mapping.query(row) for row in en])
    assert found_across(raw_ja, raw_en, raw_en) < 0.2
    assert found_across(documents_ja, queries, documents_en) > 0.9


def test_a_language_with_too_few_pages_does_not_choose_directions() -> None:
    assert fit(parallel(), least_pages=40).version() != fit(parallel(), least_pages=15).version()


def test_no_more_directions_are_taken_than_asked_for() -> None:
    assert fit(parallel(), directions=2).directions.shape == (2, 64)


def test_directions_are_orthonormal_and_the_means_lie_outside_of_them() -> None:
    mapping = fit(parallel())
    np.testing.assert_allclose(
        mapping.directions @ mapping.directions.T, np.eye(len(mapping.directions)), atol=1e-5
    )
    np.testing.assert_allclose(mapping.directions @ mapping.query_mean, 0, atol=1e-6)


def test_mapped_vectors_have_unit_length() -> None:
    mapping = fit(parallel())
    vector = np.random.default_rng(1).normal(size=64).astype(np.float32) * 50
    assert np.linalg.norm(mapping.query(vector)) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(mapping.document(vector)) == pytest.approx(1, abs=1e-5)


def test_the_length_of_a_vector_does_not_matter() -> None:
    mapping = fit(parallel())
    vector = np.random.default_rng(1).normal(size=64).astype(np.float32)
    np.testing.assert_allclose(mapping.query(vector), mapping.query(9 * vector), atol=1e-6)


def test_a_saved_map_is_read_back_with_the_same_version(tmp_path: Path) -> None:
    mapping = fit(parallel())
    mapping.save(tmp_path / "map.npz")
    assert load(tmp_path / "map.npz").version() == mapping.version()


def test_maps_that_differ_have_other_versions() -> None:
    assert fit(parallel()).version() != fit(parallel(seed=9)).version()


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
