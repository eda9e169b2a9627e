"""The record of what was done. Rows are added and, after MOKUJI_AUDIT_DAYS, forgotten; never changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """One action. The names stay readable when the user or the target is gone."""

    at = models.DateTimeField(_("when"), db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("user"),
    )
    user_name = models.CharField(
        _("who"), max_length=150, blank=True, default="", help_text=_("Empty: a command, or nobody we know.")
    )
    via = models.CharField(_("by way of"), max_length=120, blank=True, default="")
    address = models.CharField(_("from where"), max_length=64, blank=True, default="")
    action = models.CharField(_("what"), max_length=40, db_index=True)
    target = models.CharField(_("of what"), max_length=300, blank=True, default="")
    detail = models.JSONField(_("detail"), default=dict, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")

    def __str__(self) -> str:
        return f"{self.action} {self.target}".strip()
