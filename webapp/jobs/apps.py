"""The jobs app."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Indexing jobs."""

    name = "webapp.jobs"
    label = "jobs"
