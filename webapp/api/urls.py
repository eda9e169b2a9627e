"""The addresses of the HTTP API below /api/v1/, for webapp.config.urls."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path, re_path
from django.views.decorators.csrf import csrf_exempt

from webapp.api import docs_page
from webapp.api.api import build_api
from webapp.api.problems import ProblemError, no_address, problem_response

api = build_api()


@csrf_exempt
def unknown_address(request: HttpRequest) -> HttpResponse:
    """Answer what no route of the API answers."""
    return problem_response(ProblemError(404, no_address(request.path)))


urlpatterns: list[URLPattern | URLResolver] = [
    path("docs", docs_page.page, name="api-docs"),
    path("docs/<str:name>", docs_page.asset, name="api-docs-asset"),
    path("", api.urls),
    re_path(r"", unknown_address),
]
