"""Query parameters that an address does not know are told, not passed over: a misspelt filter finds too much."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from webapp.api.problems import ProblemError

_CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")
_SHOWN = 60

Known = Mapping[tuple[str, str], frozenset[str]]
"""From a path as the OpenAPI document writes it, and a method, to the names of its query parameters."""


def known_names(schema: Mapping[str, Any]) -> Known:
    """Return the query parameters of every operation of an OpenAPI document."""
    return {
        (path, method): frozenset(
            parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"
        )
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def refuse_unknown(request: HttpRequest, known: Known) -> None:
    """Raise ProblemError 422 for a query parameter that this address does not take, naming those it does."""
    if not request.GET or request.resolver_match is None:
        return
    path = "/" + _CONVERTER.sub(r"{\1}", request.resolver_match.route)
    names = known.get((path, (request.method or "get").lower()))
    if names is None:
        return
    strange = next((name for name in request.GET if name not in names), None)
    if strange is not None:
        shown = strange[:_SHOWN].encode("utf-8", "replace").decode("utf-8")
        valid = f"It takes {', '.join(sorted(names))}." if names else "It takes none."
        message = f"There is no query parameter {shown!r} here. {valid}"
        errors = [{"field": f"query.{shown}", "message": message}]
        raise ProblemError(422, message, more={"errors": errors})
