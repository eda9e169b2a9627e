"""The log of agents' calls, so that a person can see how an answer was found."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class AgentCall(models.Model):
    """One call of a verb by a token or a program, with exactly what it was answered."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="agent_calls")
    token = models.ForeignKey(
        "accounts.Token",
        on_delete=models.SET_NULL,
        null=True,
        related_name="calls",
        help_text="Empty over stdio.",
    )
    tool = models.CharField(max_length=20)
    arguments = models.JSONField(default=dict)
    tokens = models.IntegerField(default=0, help_text="What the answer costs a model.")
    milliseconds = models.IntegerField(default=0)
    text = models.TextField(blank=True, default="", help_text="The answer as the agent saw it.")
    documents = models.TextField(blank=True, default="", help_text="Ids of the documents that it names.")
    is_error = models.BooleanField(default=False)
    session = models.CharField(
        max_length=64, blank=True, default="", help_text="Calls of one MCP session share it."
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["user", "-id"], name="agent_call_newest")]

    def __str__(self) -> str:
        return f"{self.tool} at {self.created_at:%Y-%m-%d %H:%M:%S}"


class DailyUse(models.Model):
    """How much a user's agents asked and were answered on one day (UTC). Kept when the calls are forgotten."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_use")
    day = models.DateField(db_index=True)
    tool = models.CharField(max_length=20)
    calls = models.BigIntegerField(default=0)
    tokens = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["-day", "-tokens", "id"]
        constraints = [models.UniqueConstraint(fields=["user", "day", "tool"], name="one_use_per_day")]

    def __str__(self) -> str:
        return f"{self.tool} on {self.day}: {self.calls}"
