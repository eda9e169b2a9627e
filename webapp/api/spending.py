"""Counts the text that a token with a daily limit is answered over HTTP."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from webapp.api.auth import SAFE_METHODS, Caller
from webapp.api.problems import problem_response
from webapp.library.access import Reader
from webapp.library.errors import TooMany
from webapp.retrieval.allowance import count_tokens_of, spend_tokens

_BYTES_PER_TOKEN = 4
_LOGGED = "/api/v1/verbs/"
"""What verbs answer is counted exactly, where their calls are logged."""


class SpendingMiddleware:
    """Counts each answer to a limited token, four bytes a token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request and count the answer; one that only shows something is kept back when all is spent."""
        response = self.get_response(request)
        caller = getattr(request, "auth", None)
        if (
            isinstance(caller, Caller)
            and isinstance(response, HttpResponse)
            and not request.path.startswith(_LOGGED)
        ):
            return _spend(request, response, caller.reader)
        return response


def _spend(request: HttpRequest, response: HttpResponse, reader: Reader) -> HttpResponse:
    tokens = len(response.content) // _BYTES_PER_TOKEN
    if request.method not in SAFE_METHODS or response.status_code >= 400:
        count_tokens_of(reader, tokens)
        return response
    try:
        spend_tokens(reader, tokens)
    except TooMany as refusal:
        return problem_response(refusal)
    return response
