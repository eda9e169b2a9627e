"""The states a document goes through, and the progress inside one (SPEC 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class DocumentState(StrEnum):
    """Where a document stands. `searchable` means by keyword, `complete` by meaning too."""

    RECEIVED = "received"
    EXTRACTING = "extracting"
    SEARCHABLE = "searchable"
    COMPLETE = "complete"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage has come: done of total units (pages of a PDF, chapters of a book)."""

    done: int
    total: int
    unit: str = "page"


ProgressSink = Callable[[Progress], None]
"""Called by a stage as it goes; must be cheap and must not raise."""


def ignore_progress(_: Progress) -> None:
    """A sink for callers that do not watch."""
