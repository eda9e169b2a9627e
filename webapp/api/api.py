"""The HTTP API of /api/v1: its routers, its errors, its OpenAPI document. One router file per subject."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser
from ninja.types import DictStrAny

from webapp.api import problems, query_names, raw_routes
from webapp.api.auth import AUTH
from webapp.api.routers import (
    account,
    bulk,
    calls,
    collections,
    documents,
    forgotten,
    members,
    outlines,
    reading,
    search,
    second_factor,
    session,
    sessions,
    status,
    tokens,
    upkeep,
    users,
    verbs,
)

PREFIX = "/api/v1/"

DESCRIPTION = """\
Give Mokuji documents; find, outline and read them.

Every call needs a session or a token (`Authorization: Bearer mok_…`). Changing calls of a session also need
the header `X-CSRFToken`. Lines are 1-based and ranges inclusive. Every error is
`application/problem+json` (RFC 9457) with a `detail` that says the mend.
"""


class JsonParser(Parser):
    """Reads bodies that say they are JSON, and nothing else."""

    def parse_body(self, request: HttpRequest) -> DictStrAny:
        """Return the parsed body. Raises ProblemError 415 for another media type."""
        if request.content_type != "application/json":
            raise problems.ProblemError(415)
        return super().parse_body(request)


class MokujiAPI(NinjaAPI):
    """ninja's API with the routes that are answered before Django added to the document."""

    @cached_property
    def known_query_names(self) -> query_names.Known:
        """The query parameters of every operation."""
        return query_names.known_names(self.get_openapi_schema())

    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        """Return an empty answer that no shared cache keeps. Refuses query parameters that nobody knows."""
        query_names.refuse_unknown(request, self.known_query_names)
        response = super().create_temporal_response(request)
        response["Cache-Control"] = "private, no-cache"
        response["Vary"] = "Cookie, Authorization"
        return response

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: DictStrAny | None = None
    ) -> OpenAPISchema:
        """Return the whole OpenAPI document."""
        schema = super().get_openapi_schema(path_prefix=PREFIX.lstrip("/"), path_params=path_params)
        for path, methods in raw_routes.PATHS.items():
            schema["paths"].setdefault(path, {}).update(methods)
        schema["components"]["schemas"].update(raw_routes.schemas())
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                _add_problems(operation, method, path)
        schema["paths"] = dict(sorted(schema["paths"].items()))
        schema["components"]["schemas"] = dict(sorted(schema["components"]["schemas"].items()))
        return schema


def _add_problems(operation: dict[str, Any], method: str, path: str) -> None:
    """Name the errors that an operation may answer with, each in the one shape."""
    possible = {400: "Cannot be understood", 422: "Some values cannot be used", 503: "Cannot be answered now"}
    if operation.get("security") or method != "get":
        possible |= {
            401: "Nobody is signed in, or the secret is not good",
            403: "Not allowed",
            429: "The token has spent what it may",
        }
    asked = {parameter["name"] for parameter in operation.get("parameters", ())}
    if "{" in path or asked & {"collection", "parent"}:
        possible[404] = "Nothing with this id, as far as you may know"
    if method != "get":
        possible[409] = "Not possible in the present state"
    if "requestBody" in operation:
        possible |= {413: "Too large", 415: "Not the right media type"}
    if path.startswith("/api/v1/session") and method == "post":
        possible[429] = "Too many attempts"
    answers = {int(code): answer for code, answer in operation["responses"].items()}
    for code, description in possible.items():
        answers.setdefault(code, raw_routes.problem_answer(description))
    operation["responses"] = {str(code): answers[code] for code in sorted(answers)}
    for parameter in operation.get("parameters", ()):
        if isinstance(
            parameter.get("examples"), list
        ):  # OpenAPI wants a map there; the schema keeps the list
            del parameter["examples"]


def build_api() -> NinjaAPI:
    """Return the API with every router mounted."""
    api = MokujiAPI(
        title="Mokuji",
        version="1",
        description=DESCRIPTION,
        urls_namespace="api-v1",
        docs_url=None,
        auth=AUTH,
        parser=JsonParser(),
    )
    problems.install(api)
    for module, tag in (
        (documents, "documents"),
        (bulk, "documents"),
        (reading, "reading"),
        (outlines, "reading"),
        (search, "search"),
        (verbs, "verbs"),
        (calls, "verbs"),
        (collections, "collections"),
        (members, "collections"),
        (tokens, "tokens"),
        (session, "session"),
        (forgotten, "session"),
        (account, "session"),
        (sessions, "session"),
        (second_factor, "session"),
        (users, "session"),
        (status, "status"),
        (upkeep, "status"),
    ):
        api.add_router("", module.router, tags=[tag])
    return api
