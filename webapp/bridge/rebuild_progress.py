"""How far a rebuild is, for every process that is asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from django.core.cache import cache

Tell = Callable[[int, int], None]
StageName = Literal["", "words", "meaning"]

SILENCE_SECONDS = 900
"""After so long without a word the process that rebuilt is taken for dead: one batch of a slow model is sooner."""

KEPT_SECONDS = 7 * 24 * 3600
_KEY = "rebuild"

starting = threading.Lock()
"""Held while a rebuild is begun."""


@dataclass(frozen=True, slots=True)
class RebuildProgress:
    """done and total count documents of the present stage; error: why it stopped early.

    in_place: the index was empty, so searches see it grow; else they do not notice. report: what a comparison
    of the old and the new index said, and what could not be indexed.
    """

    running: bool = False
    stage: StageName = ""
    done: int = 0
    total: int = 0
    error: str = ""
    in_place: bool = False
    report: str = ""


class _Here:
    """What this process itself knows: asked by every search, so never further away."""

    def __init__(self) -> None:
        self.progress = RebuildProgress()


_here = _Here()


def _note(**changes: Any) -> None:
    _here.progress = replace(_here.progress, **changes)
    cache.set(_KEY, asdict(_here.progress) | {"at": time.time()}, KEPT_SECONDS)


def standing() -> RebuildProgress:
    """Return the progress of the rebuild that runs in any process, or how the last one ended."""
    if _here.progress.running:
        return _here.progress
    kept = cache.get(_KEY)
    if not isinstance(kept, dict):
        return _here.progress
    known = RebuildProgress(
        **{field.name: kept[field.name] for field in fields(RebuildProgress) if field.name in kept}
    )
    if known.running and time.time() - kept["at"] > SILENCE_SECONDS:
        return replace(
            known, running=False, error="The process that rebuilt is gone. Start the rebuild again."
        )
    return known


def begin(name: StageName) -> None:
    """Note that a rebuild begins."""
    _note(running=True, stage=name, done=0, total=0, error="", in_place=False, report="")


@contextmanager
def stage(name: StageName, tell: Tell) -> Iterator[Tell]:
    """Note a stage while it runs. Yields what it tells its progress to, which tells `tell` too."""

    def told(done: int, total: int) -> None:
        _note(done=done, total=total)
        tell(done, total)

    _note(running=True, stage=name, done=0, total=0, error="", in_place=False)
    try:
        yield told
    finally:
        _note(running=False, in_place=False)


def fail(error: Exception) -> None:
    """Note why a rebuild stopped."""
    _note(running=False, error=f"The rebuild stopped, the old index stays: {str(error).rstrip('.')}.")


def in_place() -> None:
    """Note that searches see the index grow."""
    _note(in_place=True)


def report(text: str) -> None:
    """Add to what the rebuild has to say."""
    if text:
        _note(report="\n".join(part for part in (_here.progress.report, text) if part))


def words_rebuilt() -> float | None:
    """Return how much of an empty lexical index is filled again, 0 to 1, or None when searches see a whole one."""
    now = _here.progress
    if not (now.running and now.in_place and now.stage == "words"):
        return None
    return now.done / now.total if now.total else 0.0
