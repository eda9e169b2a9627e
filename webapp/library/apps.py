"""The library app."""

from django.apps import AppConfig


class LibraryConfig(AppConfig):
    """Collections, documents and revisions."""

    name = "webapp.library"
    label = "library"
