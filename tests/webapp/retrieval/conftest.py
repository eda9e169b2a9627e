"""A library with both engines open: real indexes, and a model of a few concepts for a language model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytest_django import Settings

from ingest.domain.hits import VectorEntry
from ingest.embed.protocol import Vector
from ingest.engines.config import EngineConfig
from ingest.engines.open import open_vectors
from tests.support.documents import make_document, make_user, reader_of
from webapp.accounts.models import User
from webapp.bridge.engines import OpenEngines, close_engines, open_engines_here
from webapp.bridge.store import DatabaseStore, facts_of
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.access import Reader
from webapp.library.models import Document

CONCEPTS = (
    ("tide", "sea", "moon", "潮"),
    ("bread", "dough", "yeast", "パン"),
    ("deployment", "部署", "デプロイ", "rollout"),
    ("cat", "kitten", "猫"),
)


class ConceptEmbedder:
    """An Embedder that knows four concepts in several languages; other texts are near nothing."""

    fingerprint = "concepts-of-the-tests"
    dimension = len(CONCEPTS) + 1
    similarity_floor = 0.3

    def embed_query(self, text: str) -> Vector:
        vector = np.zeros(self.dimension, dtype=np.float32)
        for place, words in enumerate(CONCEPTS):
            vector[place] = sum(text.casefold().count(word) for word in words)
        if not vector.any():
            vector[-1] = 1
        unit: Vector = vector / np.linalg.norm(vector)
        return unit

    def embed_documents(self, texts: Sequence[str]) -> Vector:
        return np.stack([self.embed_query(text) for text in texts])

    def warm(self) -> None:
        """There is nothing to load."""


@dataclass
class Library:
    """A person, what they may see, and the open engines that hold their documents."""

    user: User
    engines: OpenEngines
    made: list[Document] = field(default_factory=list)

    @property
    def reader(self) -> Reader:
        return reader_of(self.user)

    def add(self, text: str, **facts: Any) -> Document:
        """Make a document and put it into both engines."""
        return self.add_all(text, **facts)[0]

    def add_all(self, *texts: str, **facts: Any) -> list[Document]:
        """Make documents and put them into both engines, in one commit."""
        made = [
            make_document(self.user, text, **{"name": f"file{len(self.made) + number}.md", **facts})
            for number, text in enumerate(texts)
        ]
        self.made += made
        self.index(*made)
        return made

    def index(self, *documents: Document, meaning: bool = True) -> None:
        """Put the published revisions of documents into the engines as the pipeline does."""
        revisions = []
        for document in documents:
            document.refresh_from_db()
            assert document.revision is not None
            document.revision.document = document
            revisions.append(document.revision)
        entries = DatabaseStore().lexical_entries([revision.pk for revision in revisions])
        spoken = {revision.pk: revision.document.language for revision in revisions}
        self.engines.lexical.replace(
            [
                replace(entry, facts=replace(entry.facts, language=spoken[entry.facts.revision_id]))
                for entry in entries
            ]
        )
        stage = Stage.DONE if meaning else Stage.EMBED
        for revision in revisions:
            IndexingJob.objects.update_or_create(revision=revision, defaults={"stage": stage})
        embedder, vectors = self.engines.embedder, self.engines.vectors
        if meaning and embedder is not None and vectors is not None:
            vectors.replace(
                [
                    VectorEntry(
                        facts_of(revision, language=revision.document.language),
                        embedder.embed_query(revision.document.title).tobytes(),
                    )
                    for revision in revisions
                ]
            )


@pytest.fixture
def engines(tmp_path: Path, settings: Settings) -> Iterator[OpenEngines]:
    settings.INDEX_FOLDER = tmp_path / "index"
    close_engines()
    opened = open_engines_here()
    embedder = ConceptEmbedder()
    opened.embedder = embedder
    opened.vectors = open_vectors(
        EngineConfig(
            folder=settings.INDEX_FOLDER, dimension=embedder.dimension, fingerprint=embedder.fingerprint
        )
    )
    yield opened
    close_engines()


@pytest.fixture
def library(db: None, engines: OpenEngines) -> Library:
    return Library(make_user(password=None), engines)


@pytest.fixture
def with_settings(settings: Settings) -> Callable[..., None]:
    """Return a function that changes settings of Mokuji for one test."""

    def change(**values: object) -> None:
        settings.MOKUJI = {**settings.MOKUJI, **values}

    return change
