"""How far the server's work is."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from webapp.api.auth import caller
from webapp.api.limits import limits
from webapp.api.schemas.account import ServerStatus, StateCounts
from webapp.bridge.status import index_status, semantic_progress

router = Router()


@router.get("/status", response=ServerStatus, operation_id="get_status", summary="How far the work is")
def get_status(request: HttpRequest) -> ServerStatus:
    """Count your documents by state, and say how far keyword and semantic search are."""
    reader = caller(request).reader
    status = index_status(reader)
    return ServerStatus(
        documents=sum(status.states.values()),
        states=StateCounts(**status.states),
        searchable=status.searchable,
        embedded=status.embedded,
        semantic_progress=semantic_progress(reader),
        semantic=status.semantic,
        queue=status.queue,
        versions=status.versions,
        limits=limits(),
    )
