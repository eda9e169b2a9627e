"""What the server accepts, as the settings say."""

from __future__ import annotations

from django.conf import settings

from webapp.api.schemas.account import Limits

MEGABYTE = 1024 * 1024


def max_upload_bytes() -> int:
    """Return the size of the largest file that is accepted."""
    return int(settings.MOKUJI["max_upload_mb"]) * MEGABYTE


def limits() -> Limits:
    """Return the limits that a client should know."""
    return Limits(max_upload_bytes=max_upload_bytes(), outline_budget=600, read_lines=500, search_results=50)
