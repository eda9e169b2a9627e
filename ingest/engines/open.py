"""From a configuration to open engines. The only place that chooses an engine by its name.

An engine is loaded when it is chosen: another one's library need not be installed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from ingest.domain.errors import EngineUnavailable
from ingest.engines.config import EngineConfig
from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.vector.protocol import VectorIndex

__all__ = ["LEXICAL", "VECTOR", "EngineConfig", "Engines", "open_engines", "open_lexical", "open_vectors"]

LEXICAL: Mapping[str, str] = {
    "tantivy": "ingest.engines.lexical.tantivy_index:open_index",
    "meilisearch": "ingest.engines.lexical.meilisearch_index:open_index",
}
VECTOR: Mapping[str, str] = {
    "qdrant-edge": "ingest.engines.vector.qdrant_edge:open_index",
    "qdrant": "ingest.engines.vector.qdrant_server:open_index",
}
"""From an engine's name to the function that opens it from a configuration, as `module:function`."""


@dataclass(frozen=True, slots=True)
class Engines:
    """Both open indexes."""

    lexical: LexicalIndex
    vector: VectorIndex

    @property
    def needs_rebuild(self) -> tuple[str, ...]:
        """Which of `lexical` and `vector` lost their contents at opening: fill them from the database."""
        lost = {"lexical": self.lexical.needs_rebuild, "vector": self.vector.needs_rebuild}
        return tuple(name for name, dropped in lost.items() if dropped)

    def close(self) -> None:
        """Release files and locks of both."""
        try:
            self.lexical.close()
        finally:
            self.vector.close()


def open_engines(config: EngineConfig) -> Engines:
    """Open both engines.

    Raises EngineBusy when another process owns one, EngineUnavailable when one is unknown or cannot be
    opened; whatever was opened before that is closed again.
    """
    opener = _vector_opener(config)
    lexical = open_lexical(config)
    try:
        return Engines(lexical, opener(config))
    except BaseException:
        lexical.close()
        raise


def open_lexical(config: EngineConfig) -> LexicalIndex:
    """Open the lexical engine alone, which needs no model. Raises as open_engines does."""
    opener = cast(Callable[[EngineConfig], LexicalIndex], _find(config.lexical, LEXICAL, "lexical"))
    return opener(config)


def open_vectors(config: EngineConfig) -> VectorIndex:
    """Open the vector engine alone, once the model is known. Raises as open_engines does."""
    return _vector_opener(config)(config)


def _vector_opener(config: EngineConfig) -> Callable[[EngineConfig], VectorIndex]:
    return cast(Callable[[EngineConfig], VectorIndex], _find(config.vector, VECTOR, "vector"))


def _find(name: str, registry: Mapping[str, str], kind: str) -> object:
    path = registry.get(name)
    if path is None:
        raise EngineUnavailable(
            f"There is no {kind} engine named {name!r}. Choose one of: {', '.join(sorted(registry))}."
        )
    module, _, function = path.partition(":")
    try:
        return getattr(import_module(module), function)
    except ImportError as error:
        raise EngineUnavailable(
            f"The {kind} engine {name!r} needs a library that is not installed ({error.name}). "
            "Install Mokuji with its extra `server`."
        ) from error
