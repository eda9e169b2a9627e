"""Which path Django answers. MCP, uploads, originals and WebSockets are routed before it, in asgi.py."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("webapp.api.urls")),
    path("", include("webapp.spa.urls")),
]
