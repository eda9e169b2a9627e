"""Every error as application/problem+json (RFC 9457): a sentence with the mend, never a traceback."""

from __future__ import annotations

import errno
import json
import logging
import re
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from webapp.library.errors import (
    BadRequest,
    Conflict,
    LibraryError,
    NotFound,
    Refused,
    TooBig,
    TooMany,
    Unavailable,
)
from webapp.observability.request import request_id
from webapp.observability.unreadable import UNREADABLE
from webapp.retrieval.arguments import CALLS, mistake_in

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
API_PREFIX = "/api/"

STATUS_OF: dict[type[LibraryError], int] = {
    NotFound: 404,
    BadRequest: 400,
    Refused: 403,
    Conflict: 409,
    TooBig: 413,
    TooMany: 429,
    Unavailable: 503,
}

SENTENCES: dict[int, tuple[str, str]] = {
    400: ("bad-request", "The request cannot be understood. Check it against /api/v1/openapi.json."),
    401: ("unauthorised", "Sign in, or send a token: `Authorization: Bearer mok_…`."),
    403: ("forbidden", "This is not allowed for you."),
    404: ("not-found", "There is nothing at this address. /api/v1/openapi.json lists the addresses."),
    405: (
        "method-not-allowed",
        "This address does not answer that method. The header Allow lists those it does.",
    ),
    413: ("too-large", "The request is too large. Send less at once."),
    415: ("unsupported-media-type", "Send the body as application/json."),
    422: ("invalid", "Some values cannot be used; `errors` names them."),
    429: ("too-many-requests", "Too many attempts. Wait a little, then try again."),
    500: ("internal", "The server failed at this. Its log tells why; try again, or report it."),
    507: ("disk-full", "The disk of the server is full. Free space in the data folder, then send it again."),
    503: ("unavailable", "This cannot be answered now. Try again in a few seconds."),
}


_WORD_FOR_ID = re.compile(r"/api/v1/documents/([^/]*[^/0-9][^/]*)(?:/|$)")


class ProblemError(Exception):
    """An error of the transport that is no LibraryError, with its status and code. more: members of its own."""

    def __init__(
        self,
        status: int,
        detail: str | None = None,
        *,
        code: str | None = None,
        headers: dict[str, str] | None = None,
        more: dict[str, Any] | None = None,
    ) -> None:
        default_code, sentence = SENTENCES.get(status, ("error", "The request failed."))
        self.status = status
        self.code = code or default_code
        self.detail = detail or sentence
        self.headers = headers or {}
        self.more = more or {}
        super().__init__(self.detail)


def problem(
    status: int, code: str, detail: str, *, errors: Sequence[dict[str, str]] | None = None
) -> dict[str, Any]:
    """Return the body of an error."""
    body: dict[str, Any] = {
        "type": f"urn:mokuji:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    if asked := request_id():
        body["request_id"] = asked
    if errors is not None:
        body["errors"] = list(errors)
    return body


def standard_headers(status: int) -> dict[str, str]:
    """Return the headers that belong to every error of a status."""
    headers = {"Cache-Control": "no-store"}
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="mokuji"'
    if status == 503:
        headers["Retry-After"] = "5"
    return headers


def as_problem(error: Exception) -> ProblemError:
    """Translate any error into the problem it is told as. The unexpected is logged and becomes a bare 500."""
    if isinstance(error, ProblemError):
        return error
    if isinstance(error, LibraryError):
        status = next((STATUS_OF[kind] for kind in type(error).__mro__ if kind in STATUS_OF), 500)
        wait = {"Retry-After": str(error.wait)} if isinstance(error, TooMany) else {}
        return ProblemError(status, str(error) or None, code=error.code, headers=wait)
    if isinstance(error, HttpError):
        return _from_http_error(error)
    if isinstance(error, Http404):
        return ProblemError(404)
    if isinstance(error, RequestDataTooBig):
        return ProblemError(413)
    if isinstance(error, UNREADABLE):
        return ProblemError(400)
    if isinstance(error, OperationalError) and "locked" in str(error):
        log.warning("the database is busy: %s", error)
        return ProblemError(503, "The database is busy. Try again in a few seconds.")
    if isinstance(error, (OperationalError, InterfaceError)) and _is_of_a_server(error):
        log.warning("the database is away or busy: %s", error)
        return ProblemError(503, "The database cannot be reached now. Try again in a few seconds.")
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        log.error("the disk is full: %s", error)
        return ProblemError(507)
    log.error("unexpected error", exc_info=error)
    return ProblemError(500)


def _is_of_a_server(error: Exception) -> bool:
    """Whether a database server's client raised it: a connection that is gone, a server that restarts, a deadlock."""
    return hasattr(error.__cause__, "sqlstate")


def _from_http_error(error: HttpError) -> ProblemError:
    if isinstance(error.__cause__, (ProblemError, RequestDataTooBig)):
        return as_problem(error.__cause__)
    if error.status_code == 400 and "parse" in error.message.lower():
        return ProblemError(
            400, "The body is no valid JSON. Send an object with Content-Type application/json."
        )
    return ProblemError(error.status_code)


def problem_response(error: Exception) -> HttpResponse:
    """Return the response of an error."""
    told = as_problem(error)
    body = problem(told.status, told.code, told.detail) | told.more
    return _response(told.status, body, told.headers)


def _response(status: int, body: dict[str, Any], headers: dict[str, str]) -> HttpResponse:
    response = HttpResponse(json.dumps(body, ensure_ascii=False), status=status, content_type=MEDIA_TYPE)
    for name, value in {**standard_headers(status), **headers}.items():
        response[name] = value
    return response


def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    code, sentence = SENTENCES[422]
    sentence = _as_an_agent_is_told(request) or sentence
    errors = [{"field": _field(item.get("loc", ())), "message": _message(item)} for item in error.errors]
    return _response(422, problem(422, code, sentence, errors=errors), {})


def _as_an_agent_is_told(request: HttpRequest) -> str | None:
    """Return what an agent is told of the same arguments of a verb; None where it is told nothing."""
    verb = request.path.rpartition("/verbs/")[2]
    if verb not in CALLS:
        return None
    try:
        given = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    return mistake_in(verb, given) if isinstance(given, dict) else None


def _field(location: Sequence[Any]) -> str:
    source, *rest = [str(part) for part in location] or ["request"]
    # ninja puts the name of the argument between the source and the field of a body or of a group of filters
    names = rest[1:] if len(rest) > 1 and rest[0] in {"payload", "filters"} else rest
    return ".".join([source, *names])


def _message(item: dict[str, Any]) -> str:
    message = str(item.get("msg", "cannot be used")).removeprefix("Value error, ")
    return message.encode("utf-8", "replace").decode("utf-8")


def install(api: NinjaAPI) -> None:
    """Have an API answer every error as a problem."""
    for kind in (Exception, ProblemError, LibraryError, HttpError, Http404, ValidationError):
        api.add_exception_handler(kind, _handle)


def _handle(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    told = error if isinstance(error, Exception) else error()
    return _invalid(request, told) if isinstance(told, ValidationError) else problem_response(told)


class ProblemMiddleware:
    """Turns whatever error page Django made for an address under /api/ into a problem."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        response = self.get_response(request)
        if response.status_code < 400 or not request.path.startswith(API_PREFIX):
            return response
        if response.get("Content-Type", "").startswith(MEDIA_TYPE):
            return response
        kept = {"Allow": response["Allow"]} if response.has_header("Allow") else {}
        return problem_response(ProblemError(response.status_code, headers=kept))


def no_address(path: str) -> str | None:
    """Return what to say of an address that has a word for the number of a document, or None."""
    found = _WORD_FOR_ID.match(path)
    if found is None:
        return None
    shown = found[1][:60].encode("utf-8", "replace").decode("utf-8")
    return f"{shown!r} is no id of a document: ids are whole numbers. GET /api/v1/documents lists them."
