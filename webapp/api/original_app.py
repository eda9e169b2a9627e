"""GET /documents/{id}/original: the file as it came, with ranges, and never able to run in our origin."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
from webapp.api.shown_page import MOST_BYTES, POLICY, SHOWN_TYPES, shown_page
from webapp.library.access import Reader, get_document
from webapp.library.errors import BadRequest, NotFound, TooBig
from webapp.library.file_store import fetch
from webapp.library.models import Revision
from webapp.library.selectors import revision_to_open

_PATH = re.compile(r"/documents/(\d+)/original/?$")
_RANGES = re.compile(r"bytes=([0-9,\s-]+)", re.IGNORECASE)
_RANGE = re.compile(r"([0-9]*)-([0-9]*)")
_MOST_DIGITS = 19
"""Of a place in a file; no file has more bytes, and longer numbers take long to read."""

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

_POLICIES = {"application/pdf": _PDF_POLICY, "image/svg+xml": POLICY}
"""A drawing has styles of its own, which some browsers hold to its policy also in an `<img>`."""

_SHOWN = {
    "content-type": "text/html; charset=utf-8",
    "content-disposition": "inline",
    "content-security-policy": POLICY,
}


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
            page = await in_thread(lambda: _page(request, original))
            asked = _held_to(scope, _ranges(request), original.size)
        except Exception as error:
            await send_problem(request, receive, send, error)
            return
        if page is not None:
            headers = {name: value for name, value in original.headers.items() if name != "etag"}
            await send_bytes(send, 200, page, headers | _SHOWN)
            return
        if _unchanged(request, original.etag):
            kept = {name: original.headers[name] for name in ("etag", "cache-control")}
            await send_bytes(send, 304, b"", kept)
            return
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


def _page(request: RawRequest, original: _Original) -> bytes | None:
    """Return the page to show in a frame, None when the file itself is asked for."""
    given = request.query.get("shown", "")
    if given not in {"", "0", "1"}:
        raise BadRequest("`shown` must be 1, for a page to show in a frame, or left out.")
    if given != "1":
        return None
    if original.headers["content-type"].partition(";")[0] not in SHOWN_TYPES:
        raise BadRequest("Only HTML and SVG are shown as pages. Leave out `shown`.")
    if original.size > MOST_BYTES:
        raise TooBig(
            f"The page has more than {MOST_BYTES >> 20} MB. Download it to open it in its own program."
        )
    return (
        b"" if request.method == "HEAD" else shown_page(original.path.read_bytes()).encode("utf-8", "replace")
    )


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
        "content-security-policy": _POLICIES.get(media_type, _SANDBOX),
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


def _ranges(request: RawRequest) -> list[tuple[str, str]]:
    """Return the ranges of bytes asked for, start and end as written; none where anything else stands among them."""
    given = _RANGES.fullmatch(request.headers.get("range", "").strip())
    found = [_RANGE.fullmatch(part.strip()) for part in given[1].split(",")] if given else []
    ranges = [(each[1][:_MOST_DIGITS], each[2][:_MOST_DIGITS]) for each in found if each]
    return ranges if len(ranges) == len(found) and all(map(any, ranges)) else []


def _lies_inside(start: str, end: str, size: int) -> bool:
    if not start:
        return size > 0 and int(end) > 0
    return int(start) < size and (not end or int(start) <= int(end))


def _held_to(scope: Scope, ranges: Sequence[tuple[str, str]], size: int) -> Scope:
    """Return a request without ranges that cannot all be answered: RFC 9110 lets a server ignore them.

    Raises ProblemError 416 for a single one outside the file, in the one shape of errors.
    """
    if ranges and all(_lies_inside(*each, size) for each in ranges):
        return scope
    if len(ranges) == 1:
        raise ProblemError(
            416,
            f"The range lies outside the file, which has {size:,} bytes.",
            code="range",
            headers={"content-range": f"bytes */{size}"},
        )
    kept = [(name, value) for name, value in scope["headers"] if name.lower() != b"range"]
    return {**scope, "headers": kept}
