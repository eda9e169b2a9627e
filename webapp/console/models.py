"""Rows as the console names them: by their file, since a title is text out of a document."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from webapp.library.models import Document


class ListedDocument(Document):
    """A document without a word of what is in it."""

    class Meta:
        proxy = True
        ordering = ["-id"]
        verbose_name = _("document")
        verbose_name_plural = _("documents")

    def __str__(self) -> str:
        return f"{self.file_name} ({self.pk})"
