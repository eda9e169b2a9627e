from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ingest.domain.errors import EmbeddingError
from ingest.embed.e5 import E5Embedder
from ingest.embed.model_folder import MODEL, NAME
from ingest.embed.onnx_session import OnnxSession


@pytest.fixture(scope="module")
def session(models: Path, embedder: E5Embedder) -> OnnxSession:
    return OnnxSession(models / NAME / MODEL)


def test_many_threads_get_what_one_thread_gets(session: OnnxSession) -> None:
    texts = [[0, *range(start, start + 20), 2] for start in range(100, 900, 100)]
    alone = [session.run(ids) for ids in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(session.run, texts * 3))
    np.testing.assert_array_equal(together, alone * 3)


def test_a_text_that_is_too_long_for_the_model_is_a_clear_error(session: OnnxSession) -> None:
    with pytest.raises(EmbeddingError, match="513 tokens"):
        session.run([0, *range(100, 611), 2])


@pytest.mark.parametrize("content", [b"", b"no model"])
def test_a_file_that_is_no_model_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(content)
    with pytest.raises(EmbeddingError, match="Delete its folder"):
        OnnxSession(path)


def test_a_missing_file_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingError, match="cannot be loaded"):
        OnnxSession(tmp_path / "model.onnx")
