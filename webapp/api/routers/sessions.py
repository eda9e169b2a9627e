"""One's own sessions: where one is signed in, and ending that."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Status

from webapp.accounts.sessions import end_session, end_sessions, sessions_of
from webapp.api.auth import person
from webapp.api.schemas.account import SessionItem
from webapp.api.schemas.text import MAX_ID
from webapp.audit.services import record
from webapp.library.errors import NotFound

router = Router()


@router.get(
    "/account/sessions", response=list[SessionItem], operation_id="list_sessions", summary="Your sessions"
)
def list_sessions(request: HttpRequest) -> list[SessionItem]:
    """Return where you are signed in, newest first."""
    return [
        SessionItem(
            id=each.pk,
            created_at=each.created_at,
            address=each.address,
            agent=each.agent,
            current=each.session_key == request.session.session_key,
        )
        for each in sessions_of(person(request).user)
    ]


@router.delete(
    "/account/sessions/{int:session_id}",
    response={204: None},
    operation_id="end_session",
    summary="End one of your sessions",
)
def end(request: HttpRequest, session_id: int) -> Status[None]:
    """Sign a browser of yours out, at once."""
    mine = sessions_of(person(request).user)
    found = mine.filter(pk=session_id).first() if session_id <= MAX_ID else None
    if found is None:
        raise NotFound(
            f"No session of yours has the id {session_id}. GET /api/v1/account/sessions lists them."
        )
    end_session(found)
    record("session-ended")
    return Status(204, None)


@router.delete(
    "/account/sessions",
    response={204: None},
    operation_id="end_other_sessions",
    summary="End your other sessions",
)
def end_others(request: HttpRequest) -> Status[None]:
    """Sign you out everywhere but here, at once. Tokens stay as they are."""
    ended = end_sessions(person(request).user, but=request.session.session_key)
    if ended:
        record("sessions-ended", detail={"count": ended})
    return Status(204, None)
