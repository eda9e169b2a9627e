"""The config app: it brings the system checks."""

from django.apps import AppConfig

from webapp.config import checks


class ConfigConfig(AppConfig):
    """Settings and checks."""

    name = "webapp.config"
    label = "config"
    checks = checks
