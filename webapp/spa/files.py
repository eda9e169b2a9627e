"""The built files of the web app, sent whole.

WhiteNoise answers with iterators, of which Django warns in an async server. The files of a build are small.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

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
        if response.file_to_stream is not None:  # closing the answer would end the request a second time
            response.file_to_stream.close()
        return whole

    return answer


if TYPE_CHECKING:

    class _Files:
        def add_files(self, root: Any, prefix: str | None = None) -> None: ...

else:
    _Files = WhiteNoiseMiddleware


class OurFiles(_Files):
    """Serves the built pages, where there are any, and the files that installed packages bring."""

    def add_files(self, root: Any, prefix: str | None = None) -> None:
        """Take the files of a folder. Without built pages there is none, which the system checks tell."""
        if Path(root) != Path(settings.STATIC_ROOT) or Path(root).is_dir():
            super().add_files(root, prefix=prefix)
