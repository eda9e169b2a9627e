"""Who may work on a job. Races are solved by one conditional UPDATE; a lease says until when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from webapp.jobs.models import IndexingJob, Stage

LEASE = timedelta(minutes=2)
BATCH_LEASE = timedelta(minutes=10)
"""A batch does not tell how far it is, so its lease has to last."""

MAX_ATTEMPTS = 5
"""After so many starts of one stage that never ended, the document is given up as `crashed`."""

UNFINISHED = (Stage.EXTRACT, Stage.RECOGNISE, Stage.INDEX, Stage.EMBED)


def claim(revision_id: int, stage: Stage) -> IndexingJob | None:
    """Take a job that waits for this stage and return it, or None when it is taken, moved on or gone."""
    now = timezone.now()
    taken = (
        IndexingJob.objects.filter(
            revision_id=revision_id,
            stage=stage,
            cancel_requested=False,
            revision__document__deleted_at=None,
        )
        .filter(free(now))
        .update(lease_until=now + LEASE, attempt=F("attempt") + 1)
    )
    if not taken:
        return None
    return IndexingJob.objects.select_related("revision__document").get(revision_id=revision_id)


def claim_batch(revision_ids: Sequence[int], stage: Stage) -> tuple[list[int], datetime]:
    """Take of these jobs those that still wait for this stage. Returns them and the lease that marks them."""
    now = timezone.now()
    until = now + BATCH_LEASE
    taken = [
        revision_id
        for revision_id in revision_ids
        if IndexingJob.objects.filter(revision_id=revision_id, stage=stage)
        .filter(free(now))
        .update(lease_until=until)
    ]
    return taken, until


def free(now: datetime) -> Q:
    """Return the condition that nobody works on a job."""
    return Q(lease_until=None) | Q(lease_until__lt=now)


def give_back_batch(revision_ids: Sequence[int], until: datetime) -> None:
    """Undo a claim of a batch, whose work could not be done now."""
    IndexingJob.objects.filter(revision_id__in=revision_ids, lease_until=until).update(lease_until=None)


def renew(revision_id: int, *, done: int, total: int, unit: str) -> None:
    """Prolong the lease and note the progress."""
    IndexingJob.objects.filter(revision_id=revision_id).update(
        lease_until=timezone.now() + LEASE, progress_done=done, progress_total=total, progress_unit=unit
    )


def prolong(revision_id: int) -> None:
    """Prolong the lease of work that goes on without a word."""
    IndexingJob.objects.filter(revision_id=revision_id, stage__in=UNFINISHED).exclude(
        lease_until=None
    ).update(lease_until=timezone.now() + LEASE)


def release_all() -> None:
    """Forget every lease. For a process that starts alone: whoever held them is dead."""
    IndexingJob.objects.filter(stage__in=UNFINISHED).update(lease_until=None)


def give_back(revision_id: int) -> None:
    """Undo a claim whose work was broken off through no fault of the document."""
    IndexingJob.objects.filter(revision_id=revision_id, attempt__gt=0).update(
        lease_until=None, attempt=F("attempt") - 1
    )
