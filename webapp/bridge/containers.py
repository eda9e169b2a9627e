"""Parts of containers become documents of their own, and stay in step with their container.

Unpacked by the child into a folder of the file store; registered here before the container's own text is saved,
one transaction for each part. A container whose reading was broken off is read again from the start: parts that
are there already are recognised by their path and bytes.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from django.db import transaction
from django.db.models import Sum

from ingest.domain.document import Line
from ingest.domain.errors import EXTRACTION_ERRORS, Cancelled, ExtractionError
from ingest.domain.formats import BY_MEDIA_TYPE, CONTAINERS
from ingest.domain.parts import Changes, Part, compare
from ingest.domain.progress import Progress, ProgressSink
from ingest.extract.protocol import Limits
from ingest.pipeline.prepared import PreparedDocument
from webapp.bridge.extraction import limits
from webapp.bridge.queueing import queue, queue_words
from webapp.bridge.removal import remove
from webapp.jobs.messages import document_changed
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.access import Reader
from webapp.library.file_store import IncomingFile, measured, store
from webapp.library.models import Document, Revision, Role
from webapp.library.parts import (
    Moved,
    generations,
    known_parts,
    lock_container,
    move_parts,
    nesting,
    outermost,
)
from webapp.library.services import NewFile, register_file

UNDETECTED = "application/octet-stream"

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where one file is read: the folder that takes its parts, how deep it lies, what it may use."""

    folder: Path
    nesting: int
    limits: Limits


@contextmanager
def workplace(revision: Revision) -> Iterator[Workplace]:
    """Yield a place to read a revision at; the folder is empty before and gone afterwards."""
    folder = store().unpacking_folder(str(revision.pk))
    try:
        yield Workplace(folder, nesting(revision.document), _limits(revision))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _limits(revision: Revision) -> Limits:
    """Return what a file may use. What lies in one outermost container shares one allowance of parts and bytes."""
    allowed = limits()
    if revision.document.parent_id is None or revision.media_type not in {*CONTAINERS, UNDETECTED}:
        return allowed
    own = {pk for level in generations([revision.document_id]) for pk in level}
    levels = generations([outermost(revision.document)])[1:]
    others = [pk for level in levels for pk in level if pk not in own]
    used = Document.objects.filter(pk__in=others).aggregate(size=Sum("size"))["size"] or 0
    return replace(
        allowed,
        members=max(0, allowed.members - len(others)),
        archive_bytes=max(0, allowed.archive_bytes - used),
    )


@dataclass(frozen=True, slots=True)
class PartKeeper:
    """Keeps the parts of one container. start: wakes a worker for a revision; may be lost without harm."""

    revision: Revision
    folder: Path
    progress: ProgressSink
    cancelled: Callable[[], bool]
    start: Callable[[int], object]

    def keep(self, prepared: PreparedDocument) -> PreparedDocument:
        """Make the parts documents, remove those that are gone, and name them in the container's text.

        Raises Cancelled when the container is not to be read any more.
        """
        container = self.revision.document
        known = known_parts(container)
        files = [part for part in prepared.parts if part.file]
        if not (known or files):
            return prepared
        arrived, twins = self._arrived(files, {one.path for one in known})
        changes = compare(known, {path: file.sha256 for path, file in arrived.items()})
        self._register({part.path: part for part in files}, arrived, changes)
        if changes.gone:
            remove(changes.gone)
        return replace(prepared, lines=_with_documents(prepared, container, twins, fresh={*changes.revised}))

    def _arrived(self, parts: list[Part], known: set[str]) -> tuple[dict[str, IncomingFile], dict[str, str]]:
        """Return the files by path, and for paths with the same bytes the one path that stands for them."""
        arrived: dict[str, IncomingFile] = {}
        first: dict[str, str] = {}
        twins: dict[str, str] = {}
        for done, part in enumerate(sorted(parts, key=lambda part: part.path not in known)):
            self.progress(Progress(done, len(parts), "file"))
            file = measured(self.folder / Path(part.file).name)
            if file.sha256 in first:
                twins[part.path] = first[file.sha256]
                file.path.unlink()
            else:
                first[file.sha256] = part.path
                arrived[part.path] = file
            if self.cancelled():
                raise Cancelled()
        return arrived, twins

    def _register(self, parts: dict[str, Part], arrived: dict[str, IncomingFile], changes: Changes) -> None:
        if changes.moved:
            self._while_held(lambda _: queue_words(move_parts(changes.moved)))
        new = [*changes.revised, *changes.added]
        for done, path in enumerate(new):
            if self.cancelled():
                raise Cancelled()
            self.progress(Progress(done, len(new), "file"))
            self._register_one(parts[path], arrived[path], changes.revised.get(path))

    def _register_one(self, part: Part, file: IncomingFile, document_id: int | None) -> None:
        revision_id = self._while_held(lambda container: _registered(container, part, file, document_id))
        if revision_id is not None:
            self.start(revision_id)

    def _while_held(self, act: Callable[[Document], Result]) -> Result:
        """Do something to the container as it is now, in one transaction: all or nothing."""
        while True:
            with suppress(Moved), transaction.atomic():
                return act(self._hold())

    def _hold(self) -> Document:
        """Raise Cancelled unless this reading still counts: nothing newer came and nobody deletes the container.

        What is newer comes under the lock of the collection, too.
        """
        job = IndexingJob.objects.filter(revision=self.revision, stage=Stage.EXTRACT, cancel_requested=False)
        container = lock_container(self.revision.document)
        if container is None or not job.exists():
            raise Cancelled()
        return container


def _registered(container: Document, part: Part, file: IncomingFile, document_id: int | None) -> int | None:
    """Make a part, its revision and its job. Returns the revision that is to be read, if there is one.

    A part lies where its container lies now, which may have been moved since its reading began.
    """
    registered = register_file(
        Reader(
            container.added_by_id or container.collection.owner_id, {container.collection_id: Role.EDITOR}
        ),
        collection=container.collection,
        stored=file,
        file=_new_file(container, part),
        document=Document.objects.filter(pk=document_id).first() if document_id else None,
    )
    if registered.revision is None:
        return None
    document_changed(registered.document.pk)
    if part.failure:
        return None
    queue(registered.revision)
    return registered.revision.pk


def _new_file(container: Document, part: Part) -> NewFile:
    form = BY_MEDIA_TYPE.get(part.media_type)
    ending = part.path.rpartition("/")[2].rpartition(".")[2].lower()[:16]
    known_ending = ending if ending.isascii() and ending.isalnum() else "bin"
    kind: type[ExtractionError] = EXTRACTION_ERRORS.get(part.failure_code, ExtractionError)
    return NewFile(
        file_name=part.path.rpartition("/")[2],
        media_type=form.media_type if form else UNDETECTED,
        file_type=form.file_type if form else known_ending,
        modified_at=_moment(part.modified),
        failure=kind(part.failure) if part.failure else None,
        parent=container,
        part=part.path,
    )


def _moment(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _with_documents(
    prepared: PreparedDocument, container: Document, twins: dict[str, str], *, fresh: set[str]
) -> tuple[Line, ...]:
    """Return the lines with the document that each part became, so that an agent can open it from there.

    fresh: paths whose documents have new bytes, so that their titles are not known yet.
    """
    rows = Document.objects.filter(parent=container, deleted_at=None).values_list("part", "pk", "title")
    documents = {part: (pk, "" if part in fresh else title) for part, pk, title in rows}
    lines = list(prepared.lines)
    for part in prepared.parts:
        found = documents.get(twins.get(part.path, part.path))
        if found and 0 < part.line <= len(lines):
            pk, title = found
            line = lines[part.line - 1]
            told = f"{line.text} | doc_id: {pk}" + (f" | {title}" if title else "")
            lines[part.line - 1] = replace(line, text=told)
    return tuple(lines)
