"""The retrieval app."""

from django.apps import AppConfig
from django.utils.module_loading import import_string


class RetrievalConfig(AppConfig):
    """The verbs."""

    name = "webapp.retrieval"
    label = "retrieval"

    def ready(self) -> None:
        """Forget answers with the documents that they name."""
        import_string("webapp.retrieval.forgetting.connect")()  # models can be imported from here on
