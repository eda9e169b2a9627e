"""GET /documents/{id}/original: the file as it came, with ranges, and never able to run in our origin."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from starlette.responses import FileResponse

from webapp.api.asgi_http import (
    RawRequest,
    Receive,
    Scope,
    Send,
    authorise,
    id_in_path,
    in_thread,
    read_head,
    send_bytes,
    send_problem,
)
from webapp.api.problems import ProblemError
from webapp.library.access import Reader, get_document
from webapp.library.errors import BadRequest, NotFound
from webapp.library.file_store import fetch
from webapp.library.models import Revision
from webapp.library.selectors import revision_to_open

_PATH = re.compile(r"/documents/(\d+)/original/?$")
_RANGE = re.compile(r"bytes=([0-9]*)-([0-9]*)", re.IGNORECASE)
_RANGES = re.compile(r"bytes=([0-9,\s-]+)", re.IGNORECASE)
_PART = re.compile(r"([0-9]{0,19})-([0-9]{0,19})")

_SHOWN_IN_PLACE = frozenset(
    {
        "application/pdf",
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
        "image/avif",
        "image/bmp",
        "text/plain",
        "audio/flac",
        "audio/mp4",
        "audio/mpeg",
        "audio/ogg",
        "audio/wav",
        "video/mp4",
        "video/quicktime",
        "video/webm",
        "video/x-matroska",
    }
)
"""What a browser may show by itself. Anything that could hold a script is a download."""

_SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'self'"
_PDF_POLICY = "script-src 'none'; base-uri 'none'; frame-ancestors 'self'"
"""Browsers' own PDF viewers refuse to work in a sandbox; scripts in a PDF never run as the page's."""


@dataclass(frozen=True, slots=True)
class _Original:
    path: Path
    size: int
    etag: str
    headers: dict[str, str]


class OriginalApp:
    """The ASGI application for originals."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = read_head(scope)
        try:
            caller = await authorise(request)
            original = await in_thread(lambda: _find(request, caller.reader))
            _check_range(request, original.size)
        except Exception as error:
            await send_problem(request, receive, send, error)
            return
        if _unchanged(request, original.etag):
            kept = {name: original.headers[name] for name in ("etag", "cache-control")}
            await send_bytes(send, 304, b"", kept)
            return
        asked = scope if _is_usable_range(request, original.size) else _without_range(scope)
        await FileResponse(original.path, headers=original.headers)(asked, receive, send)


def _find(request: RawRequest, reader: Reader) -> _Original:
    found = _PATH.search(request.path)
    document = get_document(reader, id_in_path(found[1] if found else "0"))
    number = _revision_number(request.query.get("revision", ""))
    revision = revision_to_open(document, number)
    if revision is None:
        raise NotFound(
            f"Document {document.pk} has no revision {number}. It has 1 to {document.revisions.count()}."
        )
    try:
        path = fetch(revision.sha256)
        size = path.stat().st_size
    except FileNotFoundError:
        raise NotFound("The original file is missing from the file store. Upload it again.") from None
    return _Original(path, size, f'"{revision.sha256}"', _headers(revision))


def _revision_number(given: str) -> int | None:
    if not given:
        return None
    if not (given.isascii() and given.isdecimal()) or len(given) > 9:
        raise BadRequest("`revision` must be the number of a revision, such as 1.")
    return int(given)


def _headers(revision: Revision) -> dict[str, str]:
    media_type = revision.media_type
    in_place = media_type in _SHOWN_IN_PLACE
    how = "inline" if in_place else "attachment"
    return {
        "content-type": media_type,
        "content-disposition": f"{how}; filename*=utf-8''{quote(revision.file_name, safe='')}",
        "content-security-policy": _PDF_POLICY if media_type == "application/pdf" else _SANDBOX,
        "x-content-type-options": "nosniff",
        "x-frame-options": "SAMEORIGIN",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "cache-control": "private, no-cache",
        "etag": f'"{revision.sha256}"',
    }


def _unchanged(request: RawRequest, etag: str) -> bool:
    given = request.headers.get("if-none-match", "")
    return any(part.strip().removeprefix("W/") in {etag, "*"} for part in given.split(","))


def _check_range(request: RawRequest, size: int) -> None:
    """Raise ProblemError 416 for a single range outside the file, in the one shape of errors."""
    given = _RANGE.fullmatch(request.headers.get("range", "").strip())
    if given is None or not (given[1] or given[2]):
        return
    start, end = given[1][:19], given[2][:19]
    outside = (
        (start and int(start) >= size)
        or (not start and int(end) == 0)
        or (start and end and int(end) < int(start))
    )
    if outside or size == 0:
        raise ProblemError(
            416,
            f"The range lies outside the file, which has {size:,} bytes.",
            code="range",
            headers={"content-range": f"bytes */{size}"},
        )


def _is_usable_range(request: RawRequest, size: int) -> bool:
    """Return whether every range asked for is one and lies in the file. Others are ignored, as RFC 9110 lets us."""
    given = _RANGES.fullmatch(request.headers.get("range", "").strip())
    return given is not None and all(_lies_inside(part.strip(), size) for part in given[1].split(","))


def _lies_inside(part: str, size: int) -> bool:
    found = _PART.fullmatch(part)
    if found is None or part == "-":
        return False
    start, end = found[1], found[2]
    if not start:
        return size > 0 and int(end) > 0
    return int(start) < size and (not end or int(start) <= int(end))


def _without_range(scope: Scope) -> Scope:
    kept = [(name, value) for name, value in scope["headers"] if name.lower() != b"range"]
    return {**scope, "headers": kept}
