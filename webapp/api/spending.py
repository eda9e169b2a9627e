"""Counts the text that a token with a daily limit is answered over HTTP."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from webapp.api.auth import Caller
from webapp.retrieval.allowance import spend_tokens

_BYTES_PER_TOKEN = 4
_LOGGED = "/api/v1/verbs/"
"""What verbs answer is counted exactly, where their calls are logged."""


class SpendingMiddleware:
    """Counts each answer to a limited token, four bytes a token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, and count the answer."""
        response = self.get_response(request)
        caller = getattr(request, "auth", None)
        if (
            isinstance(caller, Caller)
            and isinstance(response, HttpResponse)
            and not request.path.startswith(_LOGGED)
        ):
            spend_tokens(caller.reader, len(response.content) // _BYTES_PER_TOKEN)
        return response
