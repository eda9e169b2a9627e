"""The page that shows the OpenAPI document. Its scripts come from the installed package: it works offline."""

from __future__ import annotations

from pathlib import Path

import ninja
from django.http import HttpRequest, HttpResponse

from webapp.api.problems import ProblemError, problem_response

_STATIC = Path(ninja.__file__).parent / "static" / "ninja"
_TYPES = {
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
    "favicon.svg": "image/svg+xml",
}
_START = """\
window.ui = SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  requestInterceptor: async (request) => {
    const answer = await fetch("/api/v1/session", { credentials: "same-origin" });
    request.headers["X-CSRFToken"] = (await answer.json()).csrf_token;
    return request;
  },
});
"""
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mokuji HTTP API</title>
<link rel="icon" href="docs/favicon.svg">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page(request: HttpRequest) -> HttpResponse:
    """Return the page."""
    response = HttpResponse(_PAGE, content_type="text/html; charset=utf-8")
    response["Content-Security-Policy"] = _POLICY
    return response


def asset(request: HttpRequest, name: str) -> HttpResponse:
    """Return one of the page's own files."""
    if name == "start.js":
        return HttpResponse(_START, content_type="text/javascript; charset=utf-8")
    if name not in _TYPES:
        return problem_response(ProblemError(404))
    response = HttpResponse((_STATIC / name).read_bytes(), content_type=_TYPES[name])
    response["Cache-Control"] = "public, max-age=86400"
    return response
