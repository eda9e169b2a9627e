"""The OAuth app."""

from django.apps import AppConfig


class OAuthConfig(AppConfig):
    """What people let programs do."""

    name = "webapp.oauth"
    label = "oauth"
