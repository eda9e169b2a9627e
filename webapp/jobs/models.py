"""One indexing job for each revision: which stage is next, who works on it, how far it is."""

from __future__ import annotations

from django.db import models

from webapp.library.models import Revision


class Stage(models.TextChoices):
    """What has to be done next. The last three need nothing more."""

    EXTRACT = "extract"
    RECOGNISE = "recognise"
    INDEX = "index"
    EMBED = "embed"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


READING = (Stage.EXTRACT, Stage.RECOGNISE)
"""Stages in which the file is read."""


class LiveModel(models.Model):
    """Which embedding model answers searches now: the settings may name another, whose index is being built."""

    name = models.TextField(help_text="As MOKUJI_EMBEDDING_MODEL names it.")
    fingerprint = models.CharField(max_length=80)
    since = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.fingerprint})"


class IndexingJob(models.Model):
    """The way of one revision through the stages. Claimed by conditional UPDATE on stage and lease."""

    revision = models.OneToOneField(Revision, on_delete=models.CASCADE, related_name="job")
    stage = models.CharField(max_length=12, choices=Stage.choices, default=Stage.EXTRACT)
    recognise = models.BooleanField(
        default=False, help_text="Text in pictures is recognised as the file is read."
    )
    attempt = models.IntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    cancel_requested = models.BooleanField(default=False)
    progress_done = models.IntegerField(default=0)
    progress_total = models.IntegerField(default=0)
    progress_unit = models.CharField(max_length=16, default="page")
    password = models.TextField(
        blank=True, default="", help_text="Given for this job only; erased when it ends."
    )
    error_code = models.CharField(max_length=40, blank=True, default="")
    error = models.TextField(blank=True, default="")
    timings = models.JSONField(default=dict, help_text="Seconds spent in each stage.")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["stage", "id"], name="job_by_stage")]

    def __str__(self) -> str:
        return f"job of revision {self.revision_id}: {self.stage}"
