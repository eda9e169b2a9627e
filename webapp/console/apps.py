"""The console app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConsoleConfig(AppConfig):
    """The admin console."""

    name = "webapp.console"
    label = "console"
    verbose_name = _("Library")
