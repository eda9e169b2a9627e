"""Counts in sentences for people."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """Return a count with its English noun: `1 slide`, `2,000 slides`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
