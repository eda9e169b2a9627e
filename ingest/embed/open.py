"""From a name to an embedder. The only place that chooses a model by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import cast

from ingest.domain.errors import EmbeddingError
from ingest.embed.protocol import Embedder

DEFAULT = "multilingual-e5-small"
EMBEDDERS: Mapping[str, str] = {DEFAULT: "ingest.embed.e5:open_e5"}
"""From a model's name to the function that opens it, as `module:function`."""

SERVED = "ingest.embed.served_model:open_served"
"""Opens a model behind an address."""

INSTALLED = "ingest.embed.sentence_transformer:open_sentence_transformer"
"""Opens any other name or folder."""


def open_embedder(folder: Path, *, name: str = DEFAULT, threads: int = 1, key: str = "") -> Embedder:
    """Return an embedder that keeps its files below folder; nothing is loaded yet.

    name: the default's, an address (`https://host/v1#model`), or the folder or name of a sentence-transformers
    model. threads: documents embedded at once. key: for an address. Raises EmbeddingError for what cannot be
    opened, with the mend.
    """
    served = name.startswith(("http://", "https://"))
    module, _, function = EMBEDDERS.get(name, SERVED if served else INSTALLED).partition(":")
    try:
        opener = cast(Callable[..., Embedder], getattr(import_module(module), function))
    except ImportError as error:
        raise EmbeddingError(
            f"The model {name!r} needs a library that is not installed: {error.name}."
        ) from error
    return opener(folder, name=name, threads=threads, key=key)
