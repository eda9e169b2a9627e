"""The config app."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Settings and checks."""

    name = "webapp.config"
    label = "config"
