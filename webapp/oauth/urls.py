"""The addresses of OAuth, before those of the app."""

from __future__ import annotations

from django.urls import path

from webapp.oauth import consent, endpoints, metadata

urlpatterns = [
    path(".well-known/oauth-protected-resource", metadata.resource),
    path(".well-known/oauth-protected-resource/<path:path>", metadata.resource),
    path(".well-known/oauth-authorization-server", metadata.server),
    path(".well-known/oauth-authorization-server/<path:path>", metadata.server),
    path(".well-known/openid-configuration", metadata.server),
    path(".well-known/openid-configuration/<path:path>", metadata.server),
    path("<path:path>/.well-known/openid-configuration", metadata.server),
    path("oauth/authorize", consent.ConsentView.as_view()),
    path("oauth/consent.css", consent.style),
    path("oauth/token", endpoints.token),
    path("oauth/revoke", endpoints.revoke),
    path("oauth/register", endpoints.register),
    # where programs look that have not read the metadata, as after a restart of theirs
    path("authorize", consent.ConsentView.as_view()),
    path("token", endpoints.token),
    path("register", endpoints.register),
]
