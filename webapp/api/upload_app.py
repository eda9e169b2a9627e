"""POST /documents and /documents/{id}/revisions: the caller is checked before the body is read."""

from __future__ import annotations

import re
from email.message import Message as HeaderMessage
from typing import Any
from urllib.parse import unquote

from webapp.api import document_views
from webapp.api.asgi_http import (
    Disconnected,
    RawRequest,
    Receive,
    Scope,
    Send,
    authorise,
    id_in_path,
    in_thread,
    read_head,
    send_json,
    send_problem,
    stream_body,
)
from webapp.api.auth import Caller
from webapp.api.limits import MEGABYTE, max_upload_bytes
from webapp.api.problems import ProblemError
from webapp.api.schemas.documents import UploadAnswer
from webapp.library.access import Reader, get_document_to_change
from webapp.library.errors import BadRequest
from webapp.library.file_store import store
from webapp.library.models import Document
from webapp.library.services import Registered
from webapp.uploads import allowance
from webapp.uploads import receive as receiving
from webapp.uploads.bodies import Body, RawBody, too_large
from webapp.uploads.multipart import MultipartBody, boundary_of
from webapp.uploads.receive import Plan, Wishes

_REVISIONS = re.compile(r"/documents/(\d+)/revisions/?$")
_FRAME = MEGABYTE
"""What the frame of a multipart body may add to its files."""


class UploadApp:
    """The ASGI application for uploads. What a crash left half is removed at the first one."""

    def __init__(self) -> None:
        self._swept = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one upload."""
        request = read_head(scope)
        try:
            answers = await self._receive(request, receive)
        except Disconnected:
            return
        except Exception as error:
            await send_problem(request, receive, send, error)
            return
        anything_new = any(answer["outcome"] != "skipped" for answer in answers)
        await send_json(send, 201 if anything_new else 200, answers if len(answers) > 1 else answers[0])

    async def _receive(self, request: RawRequest, receive: Receive) -> list[dict[str, Any]]:
        caller = await authorise(request)
        if not self._swept:
            self._swept = True
            await in_thread(store().remove_stale_incoming)
        early = await in_thread(lambda: _plan(request, caller, {}))
        body = await in_thread(lambda: _body(request))
        try:
            await in_thread(lambda: allowance.admit(caller.user.pk, size=request.content_length))
            sent = await stream_body(receive, body.feed)
            if request.content_length is None:
                await in_thread(lambda: allowance.spend(caller.user.pk, sent))
            return await in_thread(lambda: _register(request, caller, body, early))
        finally:
            await in_thread(body.discard)


def _plan(request: RawRequest, caller: Caller, fields: dict[str, str]) -> Plan:
    """Decide where the files go, by the form's fields and then by the query. Raises for what cannot be."""
    given = {**request.query, **{name: value for name, value in fields.items() if value}}
    wishes = Wishes(given.get("collection", ""), given.get("source", ""), given.get("modified", ""))
    return receiving.plan(caller.user, caller.reader, wishes, document=_document(request, caller.reader))


def _document(request: RawRequest, reader: Reader) -> Document | None:
    found = _REVISIONS.search(request.path)
    return get_document_to_change(reader, id_in_path(found[1])) if found else None


def _body(request: RawRequest) -> Body:
    """Return what takes the body. Raises before anything is read when it is announced too large."""
    limit, announced = max_upload_bytes(), request.content_length
    content_type = request.headers.get("content-type", "")
    if content_type.lower().startswith("multipart/"):
        boundary = boundary_of(content_type)
        if boundary is None:
            raise ProblemError(
                415, "Send multipart/form-data with a boundary, or the bytes of one file as the body."
            )
        if announced is not None and announced > limit + _FRAME:
            raise too_large(limit)
        return MultipartBody(boundary, store().writer, limit=limit)
    if announced is not None and announced > limit:
        raise too_large(limit)
    return RawBody(_file_name(request), store().writer, limit=limit)


def _file_name(request: RawRequest) -> str:
    """Return the name of a raw body's file, from the query or the headers. Raises BadRequest without one."""
    if name := request.query.get("filename"):
        return name
    if name := request.headers.get("x-filename"):
        return unquote(name, errors="replace")
    if name := _disposition_name(request.headers.get("content-disposition", "")):
        return name
    raise BadRequest(
        "The file has no name. Add `?filename=notes.md`, or the header X-Filename or Content-Disposition, "
        "or send multipart/form-data."
    )


def _disposition_name(header: str) -> str:
    if not header:
        return ""
    message = HeaderMessage()
    message["content-disposition"] = header
    name = message.get_filename("")
    try:
        return name.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return name


def _register(request: RawRequest, caller: Caller, body: Body, early: Plan) -> list[dict[str, Any]]:
    arrivals = body.finish()
    if len(arrivals) > 1:
        allowance.admit(caller.user.pk, size=0, files=len(arrivals) - 1)
    where = _plan(request, caller, body.fields) if body.fields else early
    return [_told(done) for done in receiving.receive(where, arrivals)]


def _told(done: Registered) -> dict[str, Any]:
    return UploadAnswer(outcome=done.outcome, document=document_views.detail(done.document)).model_dump(
        mode="json"
    )
