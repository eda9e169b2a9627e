"""How far indexing is, in numbers counted from the database and never from the last request."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version

from django.conf import settings
from django.db import connection
from django.db.models import Count

from ingest.domain.progress import DocumentState
from webapp.bridge import engines as holder
from webapp.jobs.claims import UNFINISHED
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.access import Reader
from webapp.library.models import Document

_WITHOUT_VECTOR = [stage for stage in Stage if stage is not Stage.DONE]
"""Stages of jobs whose revision has no vector yet."""

_DOCUMENTS, _JOBS = Document._meta.db_table, IndexingJob._meta.db_table

SHOWN_VERSIONS = ("mokuji", "django", "mcp", "tantivy", "qdrant-edge-py", "onnxruntime", "pymupdf-lite")


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """Counts of one moment. searchable: documents that readers can find by words; embedded: by meaning too.

    semantic: `ready`, `warming`, `off` or the error that keeps it away.
    """

    states: dict[str, int]
    searchable: int
    embedded: int
    queue: int
    semantic: str
    fingerprint: str = ""
    versions: dict[str, str] = field(default_factory=dict)


def _published(reader: Reader | None) -> tuple[int, int]:
    """Return how many documents can be read, and how many of them have a vector, in one plain query.

    Every search asks while documents are indexed, and Django's own queries took longer to build than to run.
    """
    among = list(reader.collection_ids) if reader is not None else []
    if reader is not None and not among:
        return 0, 0
    only = f" AND d.collection_id IN ({', '.join(['%s'] * len(among))})" if among else ""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*), COUNT(CASE WHEN j.stage = %s THEN 1 END)"  # noqa: S608
            f" FROM {_DOCUMENTS} d LEFT JOIN {_JOBS} j ON j.revision_id = d.revision_id"
            f" WHERE d.deleted_at IS NULL AND d.revision_id IS NOT NULL{only}",
            [Stage.DONE.value, *among],
        )
        searchable, embedded = cursor.fetchone()
    return searchable, embedded if settings.MOKUJI["embedding"] else 0


def _any_waits_for_its_vector() -> bool:
    """Return whether a published document has none yet; every search asks."""
    stages = [stage.value for stage in _WITHOUT_VECTOR]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT 1 FROM {_JOBS} j JOIN {_DOCUMENTS} d ON d.revision_id = j.revision_id"  # noqa: S608
            f" WHERE j.stage IN ({', '.join(['%s'] * len(stages))}) LIMIT 1",
            stages,
        )
        return cursor.fetchone() is not None


def semantic_state() -> str:
    """Return `ready`, `warming`, `off`, or why semantic search is unavailable."""
    if not settings.MOKUJI["embedding"]:
        return "off"
    if not holder.are_open():
        return "warming"
    current = holder.engines()
    if current.embedder is not None:
        return "ready"
    return current.embedder_error or "warming"


def semantic_progress(reader: Reader | None = None) -> float | None:
    """Return the share of readable documents that have a vector, 0 to 1; None when semantic search is off."""
    if not settings.MOKUJI["embedding"]:
        return None
    if not _any_waits_for_its_vector():
        return 1.0
    searchable, embedded = _published(reader)
    return embedded / searchable if searchable else 1.0


def index_status(reader: Reader | None = None) -> IndexStatus:
    """Return the status of all documents, or of those that a reader may see."""
    documents = Document.objects.filter(deleted_at=None)
    jobs = IndexingJob.objects.filter(stage__in=UNFINISHED, revision__document__deleted_at=None)
    if reader is not None:
        documents = documents.filter(collection_id__in=reader.collection_ids)
        jobs = jobs.filter(revision__document__collection_id__in=reader.collection_ids)
    counted = dict(documents.order_by().values_list("state").annotate(n=Count("id")))
    searchable, embedded = _published(reader)
    current = holder.engines() if holder.are_open() else None
    return IndexStatus(
        states={state.value: counted.get(state.value, 0) for state in DocumentState},
        searchable=searchable,
        embedded=embedded,
        queue=jobs.count(),
        semantic=semantic_state(),
        fingerprint=current.embedder.fingerprint if current and current.embedder else "",
        versions={name: _version(name) for name in SHOWN_VERSIONS},
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
