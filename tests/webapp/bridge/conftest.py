"""The bridge over a real database, real engines and the real model; stages run when the test says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from ingest.embed.open import open_embedder
from ingest.embed.protocol import Embedder
from ingest.engines.open import EngineConfig, open_vectors
from tests.support.documents import make_user
from webapp.accounts.models import User
from webapp.bridge import engines as holder
from webapp.bridge import work
from webapp.bridge.engines import OpenEngines
from webapp.bridge.extraction import close_children
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.models import Document
from webapp.uploads.from_disk import receive_path


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """The real model, loaded once."""
    model = open_embedder(tmp_path_factory.mktemp("model"))
    model.warm()
    return model


@pytest.fixture(scope="session", autouse=True)
def children() -> Iterator[None]:
    """The extraction children are kept from test to test, as a server keeps them, and end with the session."""
    yield
    close_children()


@pytest.fixture
def opened(transactional_db: None, settings: Any, tmp_path: Path) -> Iterator[OpenEngines]:
    settings.FILE_STORE = tmp_path / "files"
    settings.INDEX_FOLDER = tmp_path / "index"
    settings.MODEL_FOLDER = tmp_path / "models"
    settings.RUN_FOLDER = tmp_path / "run"
    holder.close_engines()
    opened = holder.open_engines_here()
    try:
        yield opened
    finally:
        holder.close_engines()


@pytest.fixture
def semantic(opened: OpenEngines, embedder: Embedder) -> OpenEngines:
    config = EngineConfig(settings.INDEX_FOLDER, embedder.dimension, embedder.fingerprint)
    opened.embedder, opened.vectors = embedder, open_vectors(config)
    return opened


@pytest.fixture
def user(transactional_db: None) -> User:
    return make_user()


@pytest.fixture
def hand_in(opened: OpenEngines, user: User, tmp_path: Path) -> Callable[[str, str | bytes], Document]:
    """Hand in a file without indexing it."""

    def take(name: str, content: str | bytes) -> Document:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return receive_path(user, path).document

    return take


@pytest.fixture
def run_stages() -> Callable[[], None]:
    """Run whatever waits, stage after stage."""

    def run() -> None:
        waiting = IndexingJob.objects.filter(stage=Stage.EXTRACT).values_list("revision_id", flat=True)
        for revision_id in list(waiting):
            work.extract(revision_id)
        work.index_waiting_words()
        work.index_waiting_meaning()

    return run
