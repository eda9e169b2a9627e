"""Any sentence-transformers model from a folder or the machine's own cache (extra `models`). Never asks a hub.

The library takes seconds and hundreds of megabytes to load: that happens when the model is warmed, not before.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ingest.domain.errors import EmbeddingError
from ingest.embed.document_windows import WINDOWS_VERSION, embed_in_windows, unit
from ingest.embed.measured_floor import measured_floor
from ingest.embed.protocol import Vector
from ingest.embed.recipe import RECIPE_VERSION

CHARACTERS_AT_ONCE = 16_000
"""Of a batch with all its texts filled up to the longest: bounds the memory of a run."""

CHARACTERS_A_TOKEN = 3
LONGEST_WINDOW = 512
"""Tokens of one run at most, however far a model could read: its time grows with the square."""

LONGEST_QUERY = 8_000
_VALUES_HASHED = 64
_OFFLINE = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")


@dataclass(frozen=True, slots=True)
class _Loaded:
    model: Any
    dimension: int
    tokens: int
    fingerprint: str


class SentenceTransformerEmbedder:
    """An Embedder. Nothing is loaded before it is needed; `warm` does it now."""

    def __init__(self, name: str, *, threads: int = 1) -> None:
        """name: a folder, or a name that the machine's cache holds. threads: processors that it may keep busy."""
        self._name, self._threads = name, max(1, threads)
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None
        self._floor: float | None = None

    @property
    def fingerprint(self) -> str:
        """Names weights, prompts and recipe. Loads the model the first time."""
        return self._load().fingerprint

    @property
    def dimension(self) -> int:
        """Length of every vector. Loads the model the first time."""
        return self._load().dimension

    @property
    def similarity_floor(self) -> float:
        """Cosine under which a document has nothing to do with a query, measured when the model is warmed."""
        if self._floor is None:
            self._floor = measured_floor(self.embed_query, self.embed_documents)
        return self._floor

    def warm(self) -> None:
        """Load the model and run it."""
        assert self.similarity_floor is not None

    def embed_query(self, text: str) -> Vector:
        """Return the vector of a query, with the model's own prompt for queries. Raises EmbeddingError."""
        vector: Vector = self._encode("encode_query", [_clean(text[:LONGEST_QUERY])])[0]
        return vector

    def embed_documents(self, texts: Sequence[str]) -> Vector:
        """Return vectors of documents' texts, with the model's own prompt for passages. Raises EmbeddingError."""
        loaded = self._load()
        if not texts:
            return np.zeros((0, loaded.dimension), dtype=np.float32)
        characters = CHARACTERS_A_TOKEN * min(loaded.tokens, LONGEST_WINDOW)
        return embed_in_windows([_clean(text) for text in texts], self._embed_pieces, characters=characters)

    def _embed_pieces(self, pieces: Sequence[str]) -> Vector:
        """Embed pieces in batches of about the same length, so that little is filled up."""
        order = sorted(range(len(pieces)), key=lambda place: len(pieces[place]))
        found = np.zeros((len(pieces), self.dimension), dtype=np.float32)
        while order:
            count = 1
            while count < len(order) and (count + 1) * len(pieces[order[count]]) <= CHARACTERS_AT_ONCE:
                count += 1
            batch, order = order[:count], order[count:]
            found[batch] = self._encode("encode_document", [pieces[place] for place in batch])
        return found

    def _encode(self, method: str, texts: list[str]) -> Vector:
        model = self._load().model
        try:
            vectors = getattr(model, method)(
                texts, batch_size=len(texts), show_progress_bar=False, convert_to_numpy=True
            )
        except RuntimeError as error:  # out of memory, mostly
            raise EmbeddingError(
                f"The model {self._name} could not embed {len(texts)} texts ({error}). "
                "Free memory, or choose a smaller model."
            ) from error
        return unit(np.asarray(vectors, dtype=np.float32))

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self._name, self._threads)
            return self._loaded


def open_sentence_transformer(
    folder: Path, *, name: str, threads: int, key: str
) -> SentenceTransformerEmbedder:
    """Open a model by its folder or name; it keeps no files of its own and needs no key."""
    return SentenceTransformerEmbedder(name, threads=threads)


def _load(name: str, threads: int) -> _Loaded:
    for variable in _OFFLINE:
        os.environ.setdefault(variable, "1")
    try:
        torch = import_module("torch")
        library = import_module("sentence_transformers")
    except ImportError as error:
        raise EmbeddingError(
            f"The model {name} needs the library {error.name}. Install Mokuji with its extra `models`, "
            "or take MOKUJI_EMBEDDING_MODEL away to use the model that Mokuji brings."
        ) from error
    torch.set_num_threads(threads)
    place = Path(name).expanduser()
    try:
        model = library.SentenceTransformer(
            str(place) if place.is_dir() else name, device=_device(torch), local_files_only=True
        )
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise EmbeddingError(
            f"The model {name} is not on this machine, or cannot be read ({_first_line(error)}). Mokuji downloads "
            "none: put the model's folder here and name that folder in MOKUJI_EMBEDDING_MODEL."
        ) from error
    model.eval()
    dimension = int(model.get_embedding_dimension())
    tokens = int(model.max_seq_length or LONGEST_WINDOW)
    return _Loaded(model, dimension, tokens, _fingerprint(model))


def _device(torch: Any) -> str:
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _fingerprint(model: Any) -> str:
    """Name a model by its prompts, its length and a sample of every weight, wherever it was loaded from."""
    digest = hashlib.sha256(repr((sorted(model.prompts.items()), model.max_seq_length)).encode())
    for name, weights in sorted(model.state_dict().items()):
        sample = weights.flatten()[:_VALUES_HASHED].float().cpu().numpy().astype("<f4")
        digest.update(f"{name} {tuple(weights.shape)}".encode() + sample.tobytes())
    return f"st-{digest.hexdigest()[:12]}-w{WINDOWS_VERSION}-r{RECIPE_VERSION}"


def _clean(text: str) -> str:
    return text.replace("\0", " ").strip() or " "


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
