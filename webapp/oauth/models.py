"""What a person agreed to on the consent page, until a program turns it into a token and as long as that lives."""

from __future__ import annotations

from django.db import models
from oauth2_provider.models import Application

from webapp.accounts.models import Token, User


class Approval(models.Model):
    """A person's consent to one program. `token` is empty until the code is redeemed."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="approvals")
    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="approvals")
    code = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the authorization code.")
    collections = models.JSONField(
        null=True, blank=True, default=None, help_text="Ids of the chosen collections; null for all."
    )
    audience = models.CharField(max_length=8, blank=True, default="")
    family = models.UUIDField(null=True, blank=True, db_index=True, help_text="Of its refresh tokens.")
    token = models.OneToOneField(Token, null=True, blank=True, on_delete=models.CASCADE)
    created_at = models.DateTimeField(auto_now_add=True)
    redeemed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.application} for {self.user}"
