"""The addresses of the HTTP API, for webapp.config.urls."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path, re_path
from django.views.decorators.csrf import csrf_exempt

from webapp.api import docs_page
from webapp.api.api import PREFIX, build_api
from webapp.api.problems import ProblemError, problem_response

api = build_api()


@csrf_exempt
def unknown_address(request: HttpRequest) -> HttpResponse:
    """Answer what no route of the API answers."""
    return problem_response(ProblemError(404))


urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{PREFIX.lstrip('/')}docs", docs_page.page, name="api-docs"),
    path(f"{PREFIX.lstrip('/')}docs/<str:name>", docs_page.asset, name="api-docs-asset"),
    path(PREFIX.lstrip("/"), api.urls),
    re_path(r"^api/", unknown_address),
]
