"""Writing down what was done, and forgetting what is too old."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from webapp.audit.models import AuditEntry
from webapp.audit.origin import present_origin

_PRUNE_EVERY = 100


def record(
    action: str, target: str = "", *, by: Any = None, detail: dict[str, Any] | None = None
) -> AuditEntry:
    """Write down an action. by: the user who did it, where the request does not tell yet, as at sign-in.

    Never give text of documents, secrets or what somebody typed as a password's neighbour.
    """
    origin = present_origin()
    entry = AuditEntry.objects.create(
        at=timezone.now(),
        user_id=by.pk if by is not None else origin.user_id,
        user_name=by.username if by is not None else origin.user_name,
        via=origin.via,
        address=origin.address[:64],
        action=action,
        target=target[:300],
        detail=detail or {},
    )
    if entry.pk % _PRUNE_EVERY == 0:
        prune()
    return entry


def prune() -> int:
    """Forget what is older than MOKUJI_AUDIT_DAYS. Returns how many entries that were."""
    oldest = timezone.now() - timedelta(days=settings.MOKUJI["audit_days"])
    return AuditEntry.objects.filter(at__lt=oldest).delete()[0]
