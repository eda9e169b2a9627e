"""The retrieval app."""

from django.apps import AppConfig


class RetrievalConfig(AppConfig):
    """The verbs."""

    name = "webapp.retrieval"
    label = "retrieval"
