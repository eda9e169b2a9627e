"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """The record of what people and programs did."""

    name = "webapp.audit"
    label = "audit"
