"""The engines of this process. Opened once, owned by one process; the model joins when it is warm."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from django.conf import settings
from django.utils.module_loading import import_string

from ingest.domain.errors import EngineError
from ingest.embed.open import DEFAULT, open_embedder
from ingest.embed.protocol import Embedder, floor_for
from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.open import EngineConfig, open_lexical, open_vectors
from ingest.engines.vector.protocol import VectorIndex
from ingest.passages.split import PASSAGES_VERSION
from webapp.bridge.locks import WRITING, Lock, make_lock
from webapp.jobs.models import LiveModel
from webapp.library.errors import Unavailable
from webapp.library.models import DocumentVector

log = logging.getLogger(__name__)

EMBEDDING_THREADS = 2
FOLLOW_SECONDS = 5.0
"""How often a process looks whether another one made a new model the live one."""


@dataclass(slots=True)
class OpenEngines:
    """The two indexes and the model. vectors and embedder are None until the model is warm, or when it is off.

    wanted_model: the model that the settings name, while another one answers still.

    write_lock is held while documents go into or out of both indexes, so that a deletion and an indexing
    batch never interleave.
    """

    lexical: LexicalIndex
    vectors: VectorIndex | None = None
    embedder: Embedder | None = None
    embedder_error: str = ""
    wanted_model: str = ""
    write_lock: Lock = field(default_factory=lambda: make_lock(WRITING))

    def floor_for(self, query: str) -> float:
        """Return the cosine under which a document has nothing to do with a query. Needs an open model."""
        assert self.embedder is not None
        return floor_for(self.embedder, query)


class _Holder:
    """The one mutable global of the process, with its lock."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.open: OpenEngines | None = None


_holder = _Holder()


_used_here: ContextVar[OpenEngines | None] = ContextVar("engines used here", default=None)


@contextmanager
def using(other: OpenEngines) -> Iterator[None]:
    """Have what is called inside search in other engines than those that are open: an index that is being built."""
    token = _used_here.set(other)
    try:
        yield
    finally:
        _used_here.reset(token)


def gate() -> Callable[[OpenEngines, OpenEngines], str]:
    """Return what judges the index of a new model before it takes over, as the settings ask."""
    judge: Callable[[OpenEngines, OpenEngines], str] = import_string(settings.REBUILD_GATE)
    return judge


def engines() -> OpenEngines:
    """Return the open engines. Raises Unavailable when this process has not opened them."""
    if (other := _used_here.get()) is not None:
        return other
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
        return EngineConfig(folder, dimension, fingerprint, PASSAGES_VERSION)
    return EngineConfig(
        folder,
        dimension,
        fingerprint,
        PASSAGES_VERSION,
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


def open_model(name: str) -> Embedder:
    """Return the embedding model of that name, loaded. Raises EmbeddingError with the mend."""
    embedder = open_embedder(
        settings.MODEL_FOLDER,
        name=name or DEFAULT,
        threads=min(EMBEDDING_THREADS, os.cpu_count() or 1),
        key=settings.MOKUJI["embedding_key"],
    )
    embedder.warm()
    return embedder


def warm_embedder() -> bool:
    """Load the model and open its vector index; takes seconds the first time. Returns whether it is there.

    The model that filled the index answers, until an index of the one that the settings name is built. A model
    that cannot be loaded leaves keyword search working, and says so in the status.
    """
    current = engines()
    if not settings.MOKUJI["embedding"] or current.embedder is not None:
        return current.embedder is not None
    named = settings.MOKUJI["embedding_model"] or DEFAULT
    live = _live_model(named)
    for name in dict.fromkeys((live, named)):
        try:
            embedder = open_model(name)
            vectors = open_vectors(
                engine_config(dimension=embedder.dimension, fingerprint=embedder.fingerprint)
            )
        except Exception as error:  # the model is optional: whatever stops it must not stop the server
            log.exception("the embedding model %s is unavailable", name)
            current.embedder_error = str(error) or type(error).__name__
            continue
        current.vectors, current.embedder, current.embedder_error = vectors, embedder, ""
        current.wanted_model = named if name != named else ""
        if name == named:
            LiveModel.objects.update_or_create(
                pk=1, defaults={"name": name, "fingerprint": embedder.fingerprint}
            )
        return True
    return False


def _live_model(named: str) -> str:
    """Return the model whose vectors answer now; the one that is named where there are none yet."""
    live = LiveModel.objects.filter(pk=1).first()
    if live is None:
        return DEFAULT if DocumentVector.objects.exists() else named
    return live.name if DocumentVector.objects.filter(fingerprint=live.fingerprint).exists() else named


def put_meaning(embedder: Embedder, vectors: VectorIndex) -> None:
    """Let another model and its index answer: both together, for every search that begins from now on."""
    with _holder.lock:
        if _holder.open is not None:
            _holder.open = replace(_holder.open, embedder=embedder, vectors=vectors, wanted_model="")


def follow_model() -> bool:
    """Take the model that another process made the live one. Returns whether this process still waits for that."""
    current = engines()
    live = LiveModel.objects.filter(pk=1).first()
    if not current.wanted_model or live is None or live.name != current.wanted_model:
        return bool(current.wanted_model)
    embedder = open_model(live.name)
    put_meaning(
        embedder,
        open_vectors(engine_config(dimension=embedder.dimension, fingerprint=embedder.fingerprint)),
    )
    return False


def close_engines() -> None:
    """Release files and locks."""
    with _holder.lock:
        current, _holder.open = _holder.open, None
    if current is not None:
        current.lexical.close()
        if current.vectors is not None:
            current.vectors.close()
