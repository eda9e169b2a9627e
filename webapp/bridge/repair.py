"""Mending what the doctor finds. Nothing that cannot be made again is ever removed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from ingest.domain.errors import Damaged, EngineError
from ingest.domain.progress import DocumentState
from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.vector.protocol import VectorIndex
from webapp.bridge import indexing, work
from webapp.bridge.comparison import Difference, meaning_difference, without_text, words_difference
from webapp.bridge.engines import OpenEngines
from webapp.bridge.index_filling import BATCH, meaning_writer, words_writer
from webapp.bridge.rebuild import rebuild_words
from webapp.jobs.messages import document_changed
from webapp.library import file_store, parts
from webapp.library.errors import LibraryError
from webapp.library.models import Document, Revision

log = logging.getLogger(__name__)

ORIGINAL_LOST = "The original file is lost; its text was kept. Upload the file again to open it."
NEVER_READ = "The original file was lost before it was read. Upload it again, or delete this document."
GRACE_SECONDS = 3600.0
"""Age from which a file that no document names is a leftover: a younger one may be arriving."""

DELETING = timedelta(minutes=5)
"""A deletion that takes longer has lost its process."""

NAMED = 10


@dataclass(frozen=True, slots=True)
class Deed:
    """What a repair did in one place. done: whether that place is well now; ids: the documents it was about."""

    name: str
    did: str
    done: bool = True
    ids: tuple[int, ...] = ()


def repair(engines: OpenEngines, *, grace: float = GRACE_SECONDS) -> list[Deed]:
    """Mend files, database and both indexes, and say what was done; nothing where nothing was to do.

    A part that fails is told and does not keep the others from being mended. grace: seconds for which a file
    that no document names is left alone.
    """
    places: tuple[tuple[str, Callable[[], Iterator[Deed]]], ...] = (
        ("deletions", _deletions),
        ("parts", _parts),
        ("text", _text),
        ("lexical index", lambda: _words(engines)),
        ("vector index", lambda: _meaning(engines)),
        ("originals", _originals),
        ("file store", lambda: _files(grace)),
    )
    deeds: list[Deed] = []
    for name, part in places:
        try:
            deeds += part()
        except (EngineError, LibraryError, OSError) as error:
            log.exception("%s could not be repaired", name)
            deeds.append(Deed(name, f"could not be repaired: {error}", done=False))
    return deeds


def _deletions() -> Iterator[Deed]:
    left = Document.objects.filter(deleted_at__lt=timezone.now() - DELETING)
    ids = list(left.values_list("pk", flat=True))
    if ids:
        indexing.remove(ids)
        yield Deed("deletions", f"finished {len(ids)} deletions that were cut short", ids=tuple(ids))


def _parts() -> Iterator[Deed]:
    ids = tuple(parts.gather_strays())
    if ids:
        indexing.facts_changed(ids)
        yield Deed("parts", f"moved {len(ids)} to the collections of their containers", ids=ids)


def _text() -> Iterator[Deed]:
    """Read again what lost its lines, from the original, or say that both are lost."""
    lost = without_text()
    there: list[Document] = []
    gone: list[Document] = []
    for document in Document.objects.filter(pk__in=lost).select_related("revision"):
        original = document.revision is not None and file_store.store().has(document.revision.sha256)
        (there if original else gone).append(document)
    for document in there:
        indexing.reindex(document)
    if there:
        ids = tuple(document.pk for document in there)
        yield Deed("text", f"{len(there)} documents lost their lines: they are read again", ids=ids)
    if gone:
        ids = tuple(document.pk for document in gone)
        names = ", ".join(document.file_name for document in gone[:NAMED])
        yield Deed(
            "text", f"lines and original are both lost: upload again or delete {names}", done=False, ids=ids
        )


def _words(engines: OpenEngines) -> Iterator[Deed]:
    if engines.lexical.outdated:
        count = rebuild_words(engines)
        yield Deed("lexical index", f"older rules made it: built anew, {count} documents")
    yield from _mended(
        "lexical index", engines, engines.lexical, words_difference, words_writer(engines.lexical)
    )


def _meaning(engines: OpenEngines) -> Iterator[Deed]:
    embedder, vectors = engines.embedder, engines.vectors
    if embedder is None or vectors is None:
        return

    def difference(opened: OpenEngines) -> Difference:
        found = meaning_difference(opened)
        assert found is not None
        return found

    yield from _mended("vector index", engines, vectors, difference, meaning_writer(vectors, embedder))


def _mended(
    name: str,
    engines: OpenEngines,
    index: LexicalIndex | VectorIndex,
    difference: Callable[[OpenEngines], Difference],
    write: Callable[[Sequence[int]], None],
) -> Iterator[Deed]:
    found = difference(engines)
    if found.ghosts:
        with engines.write_lock:
            still = difference(engines).ghosts
            index.delete(still)
        yield Deed(name, f"removed {len(still)} entries of documents that are gone", ids=still)
    for what, revisions in (("missing", found.missing), ("stale", found.stale)):
        if revisions:
            _write(engines, write, revisions)
            yield Deed(name, f"wrote {len(revisions)} {what} documents", ids=tuple(revisions))
    left = difference(engines)
    if not left.none:
        yield Deed(name, f"still differs: {left.told}. Run `mokuji rebuild`", done=False)


def _write(
    engines: OpenEngines, write: Callable[[Sequence[int]], None], revisions: Mapping[int, int]
) -> None:
    documents = list(revisions)
    for start in range(0, len(documents), BATCH):
        with engines.write_lock:  # the revision that is read now, not the one of a moment ago
            rows = Document.objects.filter(pk__in=documents[start : start + BATCH], deleted_at=None)
            write([pk for pk in rows.exclude(revision=None).values_list("revision_id", flat=True) if pk])


def _originals() -> Iterator[Deed]:
    """Tell on the card of each document whether its original is lost, and no longer when it came back."""
    lost = set(file_store.missing())
    marked = cleared = failed = 0
    for revision in untold_losses():
        if revision.document.revision_id is None:
            work.fail(revision.pk, Damaged(NEVER_READ))
            failed += 1
    for document in (
        Document.objects.filter(deleted_at=None).exclude(revision=None).select_related("revision")
    ):
        assert document.revision is not None
        changed = _mark(document, lost=document.revision.sha256 in lost)
        marked += changed > 0
        cleared += changed < 0
    if marked:
        yield Deed("originals", f"told {marked} documents that their original is lost; their text is kept")
    if failed:
        yield Deed("originals", f"{failed} documents failed: their original was lost before it was read")
    if cleared:
        yield Deed("originals", f"{cleared} originals are back: their documents say so")


def _mark(document: Document, *, lost: bool) -> int:
    """Return 1 when the document was marked, -1 when its mark was taken away, 0 when nothing changed."""
    if told_as_lost(document) == lost:
        return 0
    with transaction.atomic():
        current = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
        notes = [note for note in current.coverage.get("notes", ()) if note != ORIGINAL_LOST]
        coverage = current.coverage | {"notes": [*notes, ORIGINAL_LOST] if lost else notes}
        Document.objects.filter(pk=document.pk).update(coverage=coverage, updated_at=timezone.now())
    document_changed(document.pk)
    return 1 if lost else -1


def told_as_lost(document: Document) -> bool:
    """Whether a document says that its original is lost."""
    return ORIGINAL_LOST in document.coverage.get("notes", ())


def _files(grace: float) -> Iterator[Deed]:
    leftovers = file_store.orphans(older_than=grace)
    if leftovers:
        gone = file_store.remove_unreferenced(leftovers)
        yield Deed("file store", f"removed {gone} files that no document names")


def untold_losses() -> list[Revision]:
    """Return the revisions that are read, or wait to be, whose original is lost without their documents saying so."""
    lost = set(file_store.missing())
    if not lost:
        return []
    rows = Revision.objects.filter(document__deleted_at=None).select_related("document")
    of_note = rows.filter(Q(document__revision=F("pk")) | Q(document__revision=None))
    return [each for each in of_note.iterator() if each.sha256 in lost and not _told(each.document)]


def _told(document: Document) -> bool:
    if document.revision_id is None:
        return document.state == DocumentState.FAILED.value
    return told_as_lost(document)
