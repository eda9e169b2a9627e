"""How far indexing is, in numbers counted from the database and never from the last request."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version

from django.conf import settings
from django.db.models import Count, F

from ingest.domain.progress import DocumentState
from webapp.bridge import engines as holder
from webapp.jobs.claims import UNFINISHED
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.access import Reader
from webapp.library.models import Document

_WITHOUT_VECTOR = [stage for stage in Stage if stage is not Stage.DONE]
"""Stages of jobs whose revision has no vector yet. Whether there are any is asked by every search, and cheap."""

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
    documents = Document.objects.filter(deleted_at=None).exclude(revision=None)
    if reader is not None:
        documents = documents.filter(collection_id__in=reader.collection_ids)
    embedded = (
        documents.filter(revision__job__stage="done") if settings.MOKUJI["embedding"] else documents.none()
    )
    return documents.count(), embedded.count()


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
    waiting = IndexingJob.objects.filter(
        stage__in=_WITHOUT_VECTOR, revision__document__revision=F("revision")
    )
    if not waiting.exists():
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
