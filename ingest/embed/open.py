"""From a name to an embedder. The only place that chooses a model by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import cast

from ingest.domain.errors import EmbeddingError
from ingest.embed.protocol import Embedder

DEFAULT = "multilingual-e5-small"
EMBEDDERS: Mapping[str, str] = {DEFAULT: "ingest.embed.e5:E5Embedder"}
"""From a model's name to the class that runs it, as `module:class`, called with its folder."""


def open_embedder(folder: Path, *, name: str = DEFAULT, threads: int = 1) -> Embedder:
    """Return an embedder that keeps its files below folder; nothing is loaded yet.

    threads: documents embedded at once. Raises EmbeddingError for an unknown name or a missing library.
    """
    target = EMBEDDERS.get(name)
    if target is None:
        raise EmbeddingError(
            f"There is no model named {name!r}. Choose one of: {', '.join(sorted(EMBEDDERS))}."
        )
    module, _, attribute = target.partition(":")
    try:
        kind = cast(Callable[..., Embedder], getattr(import_module(module), attribute))
    except ImportError as error:
        raise EmbeddingError(
            f"The model {name!r} needs a library that is not installed: {error.name}."
        ) from error
    return kind(folder, threads=threads)
