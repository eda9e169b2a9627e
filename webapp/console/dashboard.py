"""What the overview shows: engines, index, queue, room, and thirty days of indexing and of agents' searches."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count, QuerySet, Sum
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _

from webapp.accounts.models import Token, User
from webapp.bridge import engines as holder
from webapp.bridge import rebuild_progress
from webapp.bridge.status import IndexStatus, index_status
from webapp.console.chart import Chart, bars
from webapp.jobs.models import IndexingJob, Stage
from webapp.library.models import Document, Revision
from webapp.retrieval.models import DailyUse

DAYS = 30


@dataclass(frozen=True, slots=True)
class Sign:
    """One line of the engines: its name, `good`, `wait` or `bad`, and what is to be said."""

    name: str
    state: str
    said: str


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the overview shows. Sizes are in bytes."""

    signs: list[Sign]
    status: IndexStatus
    states: list[tuple[str, int]]
    stages: list[tuple[str, int]]
    embedded_percent: int | None
    rebuild: Any
    room: list[tuple[str, int]]
    free: int
    people: int
    tokens: int
    failures: QuerySet[Document]
    indexed: Chart
    searches: Chart
    spent: Chart


def overview(today: date | None = None) -> Overview:
    """Count everything now. today: the last day of the charts, in UTC."""
    last = today or datetime.now(UTC).date()
    status = index_status()
    stages = dict(IndexingJob.objects.order_by().values_list("stage").annotate(n=Count("id")))
    return Overview(
        signs=_signs(status),
        status=status,
        states=list(status.states.items()),
        stages=[(stage.value, stages.get(stage.value, 0)) for stage in Stage if stages.get(stage.value)],
        embedded_percent=_percent(status),
        rebuild=rebuild_progress.standing(),
        room=_room(),
        free=shutil.disk_usage(settings.DATA).free,
        people=User.objects.filter(is_active=True).count(),
        tokens=Token.objects.filter(revoked_at=None).count(),
        failures=Document.objects.filter(state="failed", deleted_at=None).order_by("-updated_at")[:5],
        indexed=bars(_by_day(_indexed(last), last)),
        searches=bars(_by_day(_used(last, "calls", tool="search"), last)),
        spent=bars(_by_day(_used(last, "tokens"), last)),
    )


def _percent(status: IndexStatus) -> int | None:
    if status.semantic == "off":
        return None
    return round(100 * status.embedded / status.searchable) if status.searchable else 100


def _signs(status: IndexStatus) -> list[Sign]:
    words = (
        Sign(_("Search by words"), "good", _("ready"))
        if holder.are_open()
        else Sign(_("Search by words"), "bad", _("The index is not open in this process."))
    )
    semantic = {"ready": "good", "warming": "wait", "off": "off"}.get(status.semantic, "bad")
    said = {"ready": _("ready"), "warming": _("getting warm"), "off": _("switched off")}
    return [
        words,
        Sign(_("Search by meaning"), semantic, said.get(status.semantic, status.semantic)),
        Sign(
            _("Database"),
            "good",
            "PostgreSQL" if connection.vendor == "postgresql" else "SQLite",
        ),
        Sign(_("Mode"), "good", _("team server") if settings.SHARED else _("one process")),
    ]


def _room() -> list[tuple[str, int]]:
    bytes_of = Revision.objects.order_by().values("sha256", "size").distinct()
    originals = bytes_of.aggregate(total=Sum("size"))["total"] or 0
    return [
        (_("Originals"), originals),
        (_("Database"), _database_size()),
        (_("Indexes"), _folder_size(Path(settings.INDEX_FOLDER))),
        (_("Models"), _folder_size(Path(settings.MODEL_FOLDER))),
    ]


def _database_size() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def _folder_size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() and not path.is_symlink() else 0
        except OSError:  # it went while we looked
            continue
    return total


def _first(last: date) -> date:
    return last - timedelta(days=DAYS - 1)


def _indexed(last: date) -> Mapping[date, int]:
    since = datetime.combine(_first(last), datetime.min.time(), tzinfo=UTC)
    rows = Revision.objects.filter(published_at__gte=since).order_by()
    counted = (
        rows.annotate(day=TruncDate("published_at", tzinfo=UTC)).values_list("day").annotate(n=Count("id"))
    )
    return dict(counted)


def _used(last: date, field: str, **only: str) -> Mapping[date, int]:
    rows = DailyUse.objects.filter(day__gte=_first(last), **only).order_by()
    return dict(rows.values_list("day").annotate(n=Sum(field)))


def _by_day(counted: Mapping[date, int], last: date) -> list[tuple[date, int]]:
    days = [_first(last) + timedelta(days=step) for step in range(DAYS)]
    return [(day, counted.get(day, 0)) for day in days]
