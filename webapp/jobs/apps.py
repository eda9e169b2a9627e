"""The jobs app."""

from django.apps import AppConfig
from django.utils.module_loading import import_string


class JobsConfig(AppConfig):
    """Indexing jobs."""

    name = "webapp.jobs"
    label = "jobs"

    def ready(self) -> None:
        """Tell browsers when somebody may see more or less."""
        import_string("webapp.jobs.access_signals.connect")()  # models can be imported from here on
