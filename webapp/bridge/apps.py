"""The bridge app."""

from django.apps import AppConfig


class BridgeConfig(AppConfig):
    """The door to ingest."""

    name = "webapp.bridge"
    label = "bridge"
