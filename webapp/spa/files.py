"""The built files of the web app, sent whole.

WhiteNoise answers with iterators, of which Django warns in an async server. The files of a build are small.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]


def whole_files(get_response: Answer) -> Answer:
    """Return the middleware that stands before WhiteNoise and turns its answers into plain ones."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not isinstance(response, FileResponse):
            return response
        whole = HttpResponse(b"".join(response), status=response.status_code)
        del whole["Content-Type"]
        for name, value in response.items():
            whole[name] = value
        response.close()
        return whole

    return answer
