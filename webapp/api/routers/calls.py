"""The log of agents' calls, newest first, so that a person can see how an answer was found."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from webapp.api.auth import person
from webapp.api.schemas.search import AgentCallDetail, AgentCallItem, AgentCallPage
from webapp.api.schemas.text import MAX_ID, Id
from webapp.library.errors import BadRequest, NotFound
from webapp.retrieval.call_log import answer_for
from webapp.retrieval.models import AgentCall

router = Router()


@router.get("/calls", response=AgentCallPage, operation_id="list_calls", summary="Agents' calls")
def list_calls(
    request: HttpRequest,
    cursor: Annotated[str | None, Field(max_length=40)] = None,
    after: Annotated[
        Id | None, Query(description="Only calls newer than this id, for a list that follows.")
    ] = None,
    token_id: Id | None = None,
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
) -> AgentCallPage:
    """Return the calls of your agents, newest first."""
    calls = AgentCall.objects.filter(user=person(request).user).select_related("token").defer("text")
    if cursor is not None:
        calls = calls.filter(pk__lt=_call_id(cursor))
    if after is not None:
        calls = calls.filter(pk__gt=after)
    if token_id is not None:
        calls = calls.filter(token_id=token_id)
    rows = list(calls.order_by("-id")[: limit + 1])
    return AgentCallPage(
        items=[AgentCallItem(**_fields(call)) for call in rows[:limit]],
        next_cursor=str(rows[limit - 1].pk) if len(rows) > limit else None,
    )


@router.get("/calls/{int:call_id}", response=AgentCallDetail, operation_id="get_call", summary="One call")
def get_call(request: HttpRequest, call_id: int) -> AgentCallDetail:
    """Return a call with the exact text that the agent was answered, while you may see all that it names."""
    caller = person(request)
    mine = AgentCall.objects.filter(user=caller.user).select_related("token")
    call = mine.filter(pk=call_id).first() if call_id <= MAX_ID else None
    if call is None:
        raise NotFound(f"No call has the id {call_id}. The newest 10,000 are kept.")
    text = answer_for(caller.reader, call)
    return AgentCallDetail(**_fields(call), text=text or "", withheld=text is None)


def _call_id(cursor: str) -> int:
    if not (cursor.isascii() and cursor.isdecimal()) or int(cursor) > MAX_ID:
        raise BadRequest("The cursor is not one of this list. Take `next_cursor` of an answer.")
    return int(cursor)


def _fields(call: AgentCall) -> dict[str, Any]:
    return {
        "id": call.pk,
        "created_at": call.created_at,
        "tool": call.tool,
        "arguments": call.arguments,
        "tokens": call.tokens,
        "milliseconds": call.milliseconds,
        "is_error": call.is_error,
        "token_id": call.token_id,
        "token_name": call.token.name if call.token else None,
        "session": call.session,
    }
