"""Which engines to open, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """What an engine needs to open.

    folder: embedded engines keep their files below it. dimension, fingerprint: those of the embedding model,
    needed by vector indexes only. passages: the version of the rule that cuts text into passages.
    lexical, vector: names of engines, as the registry in ingest.engines.open knows them. Those on a server
    have an address and a key, which may be empty, and no folder.
    """

    folder: Path
    dimension: int = 0
    fingerprint: str = ""
    passages: int = 1
    lexical: str = "tantivy"
    vector: str = "qdrant-edge"
    lexical_url: str = ""
    lexical_key: str = field(default="", repr=False)
    vector_url: str = ""
    vector_key: str = field(default="", repr=False)
