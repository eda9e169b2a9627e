"""The engines of this process. Opened once, owned by one process; the model joins when it is warm."""

from __future__ import annotations

import logging
import os
import threading
from dataclasses import dataclass, field

from django.conf import settings

from ingest.domain.errors import EngineError
from ingest.embed.open import open_embedder
from ingest.embed.protocol import Embedder
from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.open import EngineConfig, open_lexical, open_vectors
from ingest.engines.vector.protocol import VectorIndex
from webapp.bridge.locks import WRITING, Lock, make_lock
from webapp.library.errors import Unavailable

log = logging.getLogger(__name__)

EMBEDDING_THREADS = 2


@dataclass(slots=True)
class OpenEngines:
    """The two indexes and the model. vectors and embedder are None until the model is warm, or when it is off.

    write_lock is held while documents go into or out of both indexes, so that a deletion and an indexing
    batch never interleave.
    """

    lexical: LexicalIndex
    vectors: VectorIndex | None = None
    embedder: Embedder | None = None
    embedder_error: str = ""
    write_lock: Lock = field(default_factory=lambda: make_lock(WRITING))


class _Holder:
    """The one mutable global of the process, with its lock."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.open: OpenEngines | None = None


_holder = _Holder()


def engines() -> OpenEngines:
    """Return the open engines. Raises Unavailable when this process has not opened them."""
    if _holder.open is None:
        raise Unavailable("The index is not open. Start the server with `mokuji serve`, then try again.")
    return _holder.open


def are_open() -> bool:
    """Whether this process owns the engines."""
    return _holder.open is not None


def engine_config(*, dimension: int = 0, fingerprint: str = "") -> EngineConfig:
    """Return which engines the settings ask for, for one model."""
    given = settings.MOKUJI
    folder = settings.INDEX_FOLDER
    if not settings.SHARED:
        folder.mkdir(parents=True, exist_ok=True)
        return EngineConfig(folder, dimension, fingerprint)
    return EngineConfig(
        folder,
        dimension,
        fingerprint,
        lexical="meilisearch",
        vector="qdrant",
        lexical_url=given["meilisearch_url"],
        lexical_key=given["meilisearch_key"],
        vector_url=given["qdrant_url"],
        vector_key=given["qdrant_key"],
    )


def open_engines_here() -> OpenEngines:
    """Open the lexical index. Raises Unavailable with the reason when another process owns it."""
    with _holder.lock:
        if _holder.open is None:
            try:
                _holder.open = OpenEngines(lexical=open_lexical(engine_config()))
            except EngineError as error:
                raise Unavailable(str(error)) from error
        return _holder.open


def warm_embedder() -> bool:
    """Load the model and open its vector index; takes seconds the first time. Returns whether it is there.

    A model that cannot be loaded leaves keyword search working, and says so in the status.
    """
    current = engines()
    if not settings.MOKUJI["embedding"] or current.embedder is not None:
        return current.embedder is not None
    try:
        embedder = open_embedder(settings.MODEL_FOLDER, threads=min(EMBEDDING_THREADS, os.cpu_count() or 1))
        embedder.warm()
        vectors = open_vectors(engine_config(dimension=embedder.dimension, fingerprint=embedder.fingerprint))
    except Exception as error:  # the model is optional: whatever stops it must not stop the server
        log.exception("semantic search is unavailable")
        current.embedder_error = str(error) or type(error).__name__
        return False
    current.vectors, current.embedder = vectors, embedder
    return True


def close_engines() -> None:
    """Release files and locks."""
    with _holder.lock:
        current, _holder.open = _holder.open, None
    if current is not None:
        current.lexical.close()
        if current.vectors is not None:
            current.vectors.close()
