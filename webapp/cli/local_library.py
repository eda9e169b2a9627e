"""The library of this process, which owns the engines while the command runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from webapp.accounts.models import User
from webapp.bridge.engines import warm_embedder
from webapp.cli.library import Standing, Told
from webapp.library.access import Reader, reader_for, visible_documents
from webapp.library.models import Document
from webapp.library.parts import unfinished_parts
from webapp.retrieval.answers import Answer, facts
from webapp.retrieval.browse import browse
from webapp.retrieval.grep import grep
from webapp.retrieval.outline import outline
from webapp.retrieval.read import read
from webapp.retrieval.search import search
from webapp.uploads.from_disk import receive_path


class LocalLibrary:
    """The library of this process, which owns the engines while it lives."""

    def __init__(self, user: User) -> None:
        self.user = user

    @property
    def _reader(self) -> Reader:
        return reader_for(self.user, locale=self.user.language or "en")

    def search(self, query: str, arguments: Mapping[str, Any]) -> Told:
        """Run search here."""
        warm_embedder()
        answer = search(self._reader, query, **arguments)
        return _told(answer, bool(answer.results))

    def outline(self, document_ids: Sequence[int], arguments: Mapping[str, Any]) -> Told:
        """Run outline here."""
        return _told(outline(self._reader, document_ids, **arguments), True)

    def read(self, document_id: int, arguments: Mapping[str, Any]) -> Told:
        """Run read here."""
        return _told(read(self._reader, document_id, **arguments), True)

    def grep(self, pattern: str, arguments: Mapping[str, Any]) -> Told:
        """Run grep here."""
        answer = grep(self._reader, pattern, **arguments)
        return _told(answer, bool(answer.documents))

    def browse(self, arguments: Mapping[str, Any]) -> Told:
        """Run browse here."""
        answer = browse(self._reader, **arguments)
        return _told(answer, bool(answer.documents))

    def add(self, path: Path, *, collection: str | None) -> tuple[int, str]:
        """Receive a file from the disk."""
        received = receive_path(self.user, path, collection=collection or "")
        return received.document.pk, received.outcome

    def standing(self, document_ids: Sequence[int]) -> list[Standing]:
        """Read the states from the database."""
        documents = visible_documents(self._reader).filter(pk__in=document_ids)
        return [_standing(document) for document in documents]


def _told(answer: Answer, found: bool) -> Told:
    return Told(answer.text, facts(answer), found)


def _standing(document: Document) -> Standing:
    done = document.state in {"complete", "failed"} and not unfinished_parts(document.pk)
    return Standing(document.pk, document.state, document.failure_message, done)
