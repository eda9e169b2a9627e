"""A page whose form cannot be read is never asked: Django would fail over it in many places, or tell its log of it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from webapp.api.problems import API_PREFIX, ProblemError, as_problem, problem_response
from webapp.observability.unreadable import UNREADABLE


class ReadableForms:
    """Reads what is posted to a page before anything else does. Operations of the API read their own bodies."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request; one with an unreadable form with 400, in a way that OAuth's clients understand, too."""
        if request.method == "POST" and not request.path.startswith(API_PREFIX):
            try:
                _ = (
                    request.body,
                    request.POST,
                )  # the body first: reading a form from the stream would use it up
            except UNREADABLE as error:
                return _refusal(error)
        return self.get_response(request)


def _refusal(error: Exception) -> HttpResponseBase:
    status = as_problem(error).status
    detail = "The form cannot be read: the body is not what Content-Type says." if status == 400 else None
    return problem_response(ProblemError(status, detail, more={"error": "invalid_request"}))
