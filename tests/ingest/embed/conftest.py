from __future__ import annotations

from pathlib import Path

import pytest

from ingest.embed.e5 import E5Embedder


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the model is converted once for all tests of a session."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="session")
def embedder(models: Path) -> E5Embedder:
    embedder = E5Embedder(models, threads=2)
    embedder.warm()
    return embedder
