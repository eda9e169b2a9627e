"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users and tokens."""

    name = "webapp.accounts"
    label = "accounts"
