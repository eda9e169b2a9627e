"""Writing down agents' calls. Cheap for the caller: a thread of its own writes them, in batches.

The log is a convenience for people: a call that cannot be logged is lost with a warning, never failed.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, date
from typing import Any, TypeVar

from django.db import DatabaseError, close_old_connections, connection
from django.db.models import F
from django.utils import timezone

from ingest.domain.tokens import count_tokens
from webapp.accounts.models import Token
from webapp.jobs.messages import call_recorded
from webapp.library.access import Reader, require_tool, visible_documents
from webapp.library.errors import LibraryError
from webapp.library.models import Document
from webapp.observability import metrics
from webapp.retrieval.allowance import spend_tokens
from webapp.retrieval.answers import Answer
from webapp.retrieval.models import AgentCall, DailyUse
from webapp.retrieval.named_documents import named_documents, packed, unpacked

KEPT = 10_000
"""The newest calls that are kept."""

_BACKLOG = 2_000
_PRUNE_EVERY = 100
_AT_ONCE = 500

_LONGEST = 500
_MOST_ARGUMENTS = 20
"""Of a call that was refused, which nobody has limited yet."""

log = logging.getLogger(__name__)

A = TypeVar("A", bound=Answer)


class _Writer:
    """One thread and the calls that wait for it. The oldest give way when they are too many."""

    def __init__(self) -> None:
        self.waiting: deque[AgentCall] = deque(maxlen=_BACKLOG)
        self.pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="call-log")
        self.lock = threading.Lock()
        self.last: Future[None] | None = None

    def add(self, call: AgentCall) -> None:
        with self.lock:
            self.waiting.append(call)
            if self.last is None or self.last.done():
                self.last = self.pool.submit(self._write_all)

    def flush(self, timeout: float) -> None:
        with self.lock:
            last = self.last
        if last is not None:
            last.result(timeout)

    def _write_all(self) -> None:
        try:
            while batch := self._take():
                try:
                    write(batch)
                except DatabaseError:
                    self._write_singly(batch)
        finally:
            connection.close()

    def _write_singly(self, batch: Sequence[AgentCall]) -> None:
        """Write what can be written: a token may have been deleted since the call."""
        for call in batch:
            if call.token_id and not Token.objects.filter(pk=call.token_id).exists():
                call.token_id = None
            try:
                write([call])
            except DatabaseError as error:
                log.warning("an agent's call could not be logged: %s", error)

    def _take(self) -> list[AgentCall]:
        with self.lock:
            batch = list(self.waiting)
            self.waiting.clear()
            if not batch:
                self.last = None
        return batch


_writer = _Writer()


def logged(
    reader: Reader, tool: str, arguments: Mapping[str, Any], verb: Callable[[], A], *, session: str = ""
) -> A:
    """Run a verb and log the call with its answer, or with the sentence of the error it raises.

    Raises Refused when the caller's token is not for this verb, TooMany when it has spent its day meanwhile.
    """
    started = time.monotonic()
    try:
        require_tool(reader, tool)
        with metrics.verb(tool):
            answer = verb()
        spend_tokens(reader, answer.tokens)
    except LibraryError as error:
        _record(reader, tool, arguments, started, text=str(error), is_error=True, session=session)
        raise
    metrics.served(tool, answer.tokens)
    named = packed(named_documents(arguments, answer.text))
    _record(
        reader,
        tool,
        arguments,
        started,
        text=answer.text,
        tokens=answer.tokens,
        documents=named,
        session=session,
    )
    return answer


def refused(
    reader: Reader, tool: str, arguments: Mapping[str, Any], sentence: str, *, session: str = ""
) -> None:
    """Log a call that never reached its verb, since its arguments cannot be used. What is giant is cut."""
    shown = {name[:_LONGEST]: _short(value) for name, value in list(arguments.items())[:_MOST_ARGUMENTS]}
    _record(reader, tool, shown, time.monotonic(), text=sentence, is_error=True, session=session)


def _short(value: Any) -> Any:
    """Return an argument as it can be kept: JSON of no more than some hundred characters."""
    whole = json.dumps(value, ensure_ascii=False, default=str)
    if len(whole) <= _LONGEST and "\\u0000" not in whole:
        return value
    return f"{whole[:_LONGEST]}…"


def _record(
    reader: Reader, tool: str, arguments: Mapping[str, Any], started: float, text: str, **facts: Any
) -> None:
    call = AgentCall(
        user_id=reader.user_id,
        token_id=reader.token_id,
        tool=tool,
        arguments={name: value for name, value in arguments.items() if value not in (None, "", [], ())},
        tokens=facts.pop("tokens", None) or count_tokens(text),
        milliseconds=round((time.monotonic() - started) * 1000),
        text=text,
        created_at=timezone.now(),
        **facts,
    )
    _writer.add(call)


def flush(timeout: float = 10.0) -> None:
    """Wait until everything recorded so far is in the database."""
    _writer.flush(timeout)


def write(calls: Sequence[AgentCall]) -> None:
    """Store calls, and now and then forget all but the newest."""
    close_old_connections()
    _leave_out_what_is_gone(calls)
    made = AgentCall.objects.bulk_create(calls)
    _add_up(calls)
    for user_id in {call.user_id for call in calls}:
        call_recorded(user_id)
    newest = max((call.pk for call in made if call.pk), default=0)
    if newest // _PRUNE_EVERY != (newest - len(calls)) // _PRUNE_EVERY:
        prune()


def forget_answers(document_ids: Set[int]) -> None:
    """Forget the text of every answer that names one of these documents, which were deleted; the calls stay."""
    kept = AgentCall.objects.exclude(documents="").exclude(text="").order_by()
    rows = kept.values_list("pk", "documents").iterator()
    naming = [pk for pk, documents in rows if not document_ids.isdisjoint(unpacked(documents))]
    for start in range(0, len(naming), _AT_ONCE):
        AgentCall.objects.filter(pk__in=naming[start : start + _AT_ONCE]).update(text="")


def answer_for(reader: Reader, call: AgentCall) -> str | None:
    """Return the text of a call as its user may see it today; None when it names a document that is gone for it."""
    named = unpacked(call.documents)
    if named and visible_documents(reader).filter(pk__in=named).count() < len(named):
        return None
    return call.text


def _leave_out_what_is_gone(calls: Sequence[AgentCall]) -> None:
    """Keep no answer that names a document which was deleted before the answer was written down."""
    named = [(call, unpacked(call.documents)) for call in calls if call.documents]
    wanted = set().union(*(ids for _, ids in named))
    there = set(Document.objects.filter(pk__in=wanted).values_list("pk", flat=True)) if wanted else set()
    for call, ids in named:
        if not ids <= there:
            call.text = ""


def _add_up(calls: Sequence[AgentCall]) -> None:
    """Count calls into their user's day."""
    sums: dict[tuple[int, date, str], list[int]] = {}
    for call in calls:
        total = sums.setdefault((call.user_id, call.created_at.astimezone(UTC).date(), call.tool), [0, 0])
        total[0] += 1
        total[1] += call.tokens
    for (user_id, day, tool), (count, tokens) in sums.items():
        kept, _ = DailyUse.objects.get_or_create(user_id=user_id, day=day, tool=tool)
        DailyUse.objects.filter(pk=kept.pk).update(calls=F("calls") + count, tokens=F("tokens") + tokens)


def prune(kept: int = KEPT) -> None:
    """Forget all but the newest calls."""
    for oldest in AgentCall.objects.order_by("-id").values_list("id", flat=True)[kept : kept + 1]:
        AgentCall.objects.filter(id__lte=oldest).delete()
