"""Which path Django answers. MCP, uploads, originals and WebSockets are routed before it, in asgi.py."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from webapp.api import provider_pages
from webapp.api.sign_in_page import lead_to_welcome

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("webapp.api.urls")),
    path("admin/", include("webapp.console.urls")),
    path("sign-in/<str:secret>", lead_to_welcome, name="sign-in-link"),
    path("oidc/begin", provider_pages.begin, name="provider-begin"),
    path("oidc/callback", provider_pages.come_back, name="provider-callback"),
    path("", include("webapp.oauth.urls")),
    path("", include("webapp.spa.urls")),
]
