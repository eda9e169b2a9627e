"""What the database says against what files and indexes hold, by document and revision."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from ingest.engines.lexical.protocol import LexicalIndex
from ingest.engines.vector.protocol import VectorIndex
from webapp.bridge.engines import OpenEngines
from webapp.bridge.index_filling import published
from webapp.jobs.models import Stage
from webapp.library.models import Document, LineBlock


@dataclass(frozen=True, slots=True)
class Difference:
    """Between an index and the database. missing and stale: document -> published revision; ghosts: document ids.

    missing: the index has no entry of a document. ghosts: entries of documents that are gone. stale: entries of
    another revision than the one that is read.
    """

    held: int
    missing: dict[int, int]
    ghosts: tuple[int, ...]
    stale: dict[int, int]

    @property
    def none(self) -> bool:
        """Whether both agree."""
        return not (self.missing or self.ghosts or self.stale)

    @property
    def told(self) -> str:
        """The counts."""
        return f"{self.held} documents, {len(self.missing)} missing, {len(self.ghosts)} ghosts, {len(self.stale)} stale"

    @property
    def ids(self) -> dict[str, list[int]]:
        """The documents, by what is wrong with them."""
        named = {"missing": list(self.missing), "ghosts": list(self.ghosts), "stale": list(self.stale)}
        return {name: ids for name, ids in named.items() if ids}


def words_difference(engines: OpenEngines) -> Difference:
    """Compare the lexical index with what readers see."""
    return _settled(engines, engines.lexical, embedded_only=False)


def meaning_difference(engines: OpenEngines) -> Difference | None:
    """Compare the vector index with what is embedded; None without one. What waits for its vector is not missing."""
    if engines.vectors is None or not settings.MOKUJI["embedding"]:
        return None
    return _settled(engines, engines.vectors, embedded_only=True)


def embedded() -> set[int]:
    """Return the documents whose published revision needs nothing more."""
    rows = Document.objects.filter(deleted_at=None, revision__job__stage=Stage.DONE)
    return set(rows.values_list("pk", flat=True))


def without_text() -> dict[int, int]:
    """Return document -> published revision of those whose lines are lost."""
    with_lines = LineBlock.objects.values("revision_id")
    rows = Document.objects.filter(deleted_at=None, line_count__gt=0).exclude(revision=None)
    lost = rows.exclude(revision__in=with_lines).values_list("pk", "revision_id")
    return {pk: revision for pk, revision in lost if revision is not None}


def _settled(engines: OpenEngines, index: LexicalIndex | VectorIndex, *, embedded_only: bool) -> Difference:
    """Compare once, and where that shows a difference, again while nobody writes: it may have been under way."""
    found = _compare(index, embedded_only=embedded_only)
    if found.none:
        return found
    with engines.write_lock:
        return _compare(index, embedded_only=embedded_only)


def _compare(index: LexicalIndex | VectorIndex, *, embedded_only: bool) -> Difference:
    held, wanted = index.revisions(), published()
    expected = embedded() if embedded_only else set(wanted)
    return Difference(
        held=len(held),
        missing={
            each: revision for each, revision in wanted.items() if each not in held and each in expected
        },
        ghosts=tuple(each for each in held if each not in wanted),
        stale={
            each: revision
            for each, revision in wanted.items()
            if each in expected and held.get(each, revision) != revision
        },
    )
