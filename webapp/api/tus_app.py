"""Resumable uploads at /api/v1/uploads: tus 1.0 with creation, expiration and termination.

The answer that ends an upload carries `Mokuji-Document` and `Mokuji-Outcome`; a HEAD tells them again.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from email.utils import formatdate

from django.conf import settings

from webapp.api.asgi_http import (
    Disconnected,
    RawRequest,
    Receive,
    Scope,
    Send,
    authorise,
    in_thread,
    read_head,
    send_bytes,
    send_problem,
    stream_body,
)
from webapp.api.auth import Caller
from webapp.api.limits import max_upload_bytes
from webapp.api.problems import ProblemError
from webapp.library.access import require_write
from webapp.library.errors import BadRequest, TooBig
from webapp.uploads import allowance
from webapp.uploads import receive as receiving
from webapp.uploads.bodies import Arrival, too_large
from webapp.uploads.receive import Wishes
from webapp.uploads.resumable import Busy, Upload, Uploads

PATH = "/api/v1/uploads"
VERSION = "1.0.0"
OFFSET_TYPE = "application/offset+octet-stream"
MAX_METADATA = 16 * 1024
LET_GO_SECONDS = 5.0
"""How long an end waits for a request that its sender has just broken off."""

_Answer = tuple[int, dict[str, str]]


class TusApp:
    """The ASGI application for resumable uploads."""

    def __init__(self, uploads: Uploads | None = None, *, let_go_seconds: float = LET_GO_SECONDS) -> None:
        self._uploads = uploads or Uploads(settings.DATA / "uploads")
        self._let_go_seconds = let_go_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        override = dict(scope["headers"]).get(b"x-http-method-override", b"").decode("latin-1")
        request = read_head(scope, method=override if scope["method"] == "POST" and override else None)
        try:
            status, headers = await self._answer(request, receive)
        except Disconnected:
            return
        except Busy:
            await self._refuse(request, receive, send, ProblemError(423, _BUSY, code="busy"))
        except Exception as error:
            await self._refuse(request, receive, send, error)
        else:
            await send_bytes(send, status, b"", {"tus-resumable": VERSION, **headers})

    async def _refuse(self, request: RawRequest, receive: Receive, send: Send, error: Exception) -> None:
        extra = {"tus-resumable": VERSION, "tus-version": VERSION}
        await send_problem(request, receive, send, error, headers=extra)

    async def _answer(self, request: RawRequest, receive: Receive) -> _Answer:
        if request.method == "OPTIONS":
            return 204, {
                "tus-version": VERSION,
                "tus-extension": "creation,expiration,termination",
                "tus-max-size": str(max_upload_bytes()),
            }
        caller = await authorise(request)
        require_write(caller.reader)
        if request.headers.get("tus-resumable") != VERSION:
            raise ProblemError(412, f"Send the header Tus-Resumable: {VERSION}.", code="tus-version")
        upload_id = request.path.removeprefix(PATH).strip("/")
        if not upload_id:
            if request.method != "POST":
                raise ProblemError(405, headers={"allow": "OPTIONS, POST"})
            return await in_thread(lambda: self._begin(request, caller))
        return await self._on_one(request, receive, caller, upload_id)

    async def _on_one(self, request: RawRequest, receive: Receive, caller: Caller, upload_id: str) -> _Answer:
        actions: dict[str, Callable[[Upload], Awaitable[_Answer]]] = {
            "HEAD": lambda upload: self._tell(upload, caller),
            "PATCH": lambda upload: self._go_on(request, receive, upload, caller),
            "DELETE": self._end,
        }
        action = actions.get(request.method)
        if action is None:
            raise ProblemError(405, headers={"allow": "OPTIONS, HEAD, PATCH, DELETE"})
        return await action(await in_thread(lambda: self._uploads.get(upload_id, user_id=caller.user.pk)))

    def _begin(self, request: RawRequest, caller: Caller) -> _Answer:
        given = request.headers.get("upload-metadata", "")
        metadata = parse_metadata(given)
        upload = Upload(
            id="",
            user_id=caller.user.pk,
            length=_length(request),
            name=metadata.get("filename") or metadata.get("name") or "",
            collection=metadata.get("collection", ""),
            source=metadata.get("source", ""),
            modified=metadata.get("modified", ""),
            metadata=given,
        )
        if not upload.name:
            raise BadRequest("The file has no name. Add `filename` to Upload-Metadata, in base64.")
        receiving.plan(caller.user, caller.reader, _wishes(upload))
        allowance.admit(caller.user.pk, size=upload.length)
        begun = self._uploads.begin(upload)
        if begun.length == 0:
            begun = self._finish(begun, caller)
        return 201, {"location": f"{PATH}/{begun.id}", **self._state(begun)}

    async def _tell(self, upload: Upload, caller: Caller) -> _Answer:
        def state() -> dict[str, str]:
            now = upload
            if not now.finished and self._uploads.offset(now) == now.length:
                with self._uploads.claim(now):
                    now = self._finish(self._uploads.get(now.id, user_id=now.user_id), caller)
            headers = {"upload-length": str(now.length), **self._state(now)}
            return headers | ({"upload-metadata": now.metadata} if now.metadata else {})

        return 200, await in_thread(state)

    async def _end(self, upload: Upload) -> _Answer:
        with await self._claim_in_time(upload):
            await in_thread(lambda: self._uploads.remove(upload))
        return 204, {}

    async def _claim_in_time(self, upload: Upload) -> ExitStack:
        """Return a held claim. Whoever stops an upload breaks off a request that this server has yet to notice."""
        until = asyncio.get_running_loop().time() + self._let_go_seconds
        while True:
            held = ExitStack()
            try:
                held.enter_context(self._uploads.claim(upload))
            except Busy:
                if asyncio.get_running_loop().time() > until:
                    raise
                await asyncio.sleep(0.05)
            else:
                return held

    async def _go_on(self, request: RawRequest, receive: Receive, upload: Upload, caller: Caller) -> _Answer:
        if request.headers.get("content-type") != OFFSET_TYPE:
            raise ProblemError(415, f"Send the bytes as Content-Type: {OFFSET_TYPE}.")
        with self._uploads.claim(upload):
            offset = await in_thread(lambda: self._uploads.offset(upload))
            if request.headers.get("upload-offset") != str(offset):
                raise ProblemError(
                    409,
                    f"The upload stands at {offset}. Ask with HEAD, then go on from there.",
                    code="offset",
                )
            room = _Room(self._uploads, upload, upload.length - offset)
            if request.content_length is not None:
                room.check(request.content_length)
            await stream_body(receive, room.take)
            if room.left == 0 and not upload.finished:
                upload = await in_thread(lambda: self._finish(upload, caller))
            return 204, await in_thread(lambda: self._state(upload))

    def _finish(self, upload: Upload, caller: Caller) -> Upload:
        """Make a whole upload a document. Safe to repeat: the same bytes are found again."""
        if upload.finished:
            return upload
        where = receiving.plan(caller.user, caller.reader, _wishes(upload))
        done = receiving.receive(where, [Arrival(self._uploads.whole(upload), upload.name)])[0]
        return self._uploads.finish(upload, document_id=done.document.pk, outcome=done.outcome)

    def _state(self, upload: Upload) -> dict[str, str]:
        headers = {
            "upload-offset": str(self._uploads.offset(upload)),
            "upload-expires": formatdate(self._uploads.expires_at(upload), usegmt=True),
        }
        if upload.finished:
            headers |= {"mokuji-document": str(upload.document_id), "mokuji-outcome": upload.outcome}
        return headers


_BUSY = "Another request works on this upload. Wait a second, ask with HEAD, then go on."


class _Room:
    """What an upload may still take."""

    def __init__(self, uploads: Uploads, upload: Upload, left: int) -> None:
        self._uploads, self._upload, self.left = uploads, upload, left

    def check(self, size: int) -> None:
        """Raise TooBig when this is more than was announced."""
        if size > self.left:
            raise TooBig(f"This is more than the announced length of {self._upload.length:,} bytes.")

    def take(self, data: bytes) -> None:
        """Keep bytes."""
        self.check(len(data))
        self._uploads.append(self._upload, data)
        self.left -= len(data)


def _wishes(upload: Upload) -> Wishes:
    return Wishes(upload.collection, upload.source, upload.modified)


def _length(request: RawRequest) -> int:
    given = request.headers.get("upload-length", "")
    if not (given.isascii() and given.isdecimal()) or len(given) > 18:
        raise BadRequest("Send the size of the file in bytes as header Upload-Length.")
    if int(given) > max_upload_bytes():
        raise too_large(max_upload_bytes())
    return int(given)


def parse_metadata(header: str) -> Mapping[str, str]:
    """Return the values of an Upload-Metadata header. Raises BadRequest for what is no base64."""
    if len(header) > MAX_METADATA:
        raise BadRequest("Upload-Metadata is longer than 16 kB. Leave out what is not needed.")
    values: dict[str, str] = {}
    for pair in header.split(","):
        key, _, encoded = pair.strip().partition(" ")
        if not key:
            continue
        try:
            values[key] = base64.b64decode(encoded.strip(), validate=True).decode("utf-8", "replace")
        except binascii.Error:
            raise BadRequest(f"The value of {key!r} in Upload-Metadata is no base64.") from None
    return values
